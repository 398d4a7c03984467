// Bundles the extension and its sandbox. The extension comes in pieces: what every window loads, and what is loaded when
// a command, a log or a panel first needs it. Pieces are modules, so that they can share what both use. With the sandbox
// they share nothing: the extension must start without reading a byte of it, and the sandbox must start on a Node older
// than the editor's. The script and the styles of panels run in a browser's page, not in Node.
//
//   node esbuild.mjs [--dev] [--watch] [--only extension|sandbox|webviews]
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, context } from 'esbuild';
import { SHIPPED } from './scripts/lib/bundled.mjs';
import { noticesOf } from './scripts/lib/notices.mjs';
import { writeSbom } from './scripts/lib/sbom.mjs';

const ROOT = path.dirname(fileURLToPath(import.meta.url));

/** What is bundled, and into which files of dist/. */
const BUNDLES = {
  // The oldest supported editor brings Node 22, and gives `vscode` at run time. node-fetch would load the polyfill only
  // where Node has no web streams of its own; left out, it saves 60 kB.
  extension: {
    entryPoints: { extension: 'src/extension.ts' },
    target: 'node22',
    external: ['vscode', 'web-streams-polyfill'],
    format: 'esm',
    splitting: true,
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'parts/[name]-[hash]',
    // Packages that are no modules ask for others in their own way.
    banner: {
      js: "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);",
    },
  },
  // The sandbox also runs alone, on the Node of whoever starts it.
  sandbox: {
    entryPoints: ['src/sandbox/main.ts'],
    target: 'node20',
    external: [],
    format: 'cjs',
    outfile: 'dist/sandbox.js',
  },
  // The oldest supported editor brings Chromium 134.
  webviews: {
    entryPoints: ['src/webviews/panel.ts', 'src/webviews/panel.css'],
    platform: 'browser',
    target: 'chrome134',
    format: 'iife',
    outdir: 'dist/webviews',
  },
};

function optionsOf(name, { dev, watch }) {
  return {
    absWorkingDir: ROOT,
    platform: 'node',
    ...BUNDLES[name],
    bundle: true,
    // Node packages that offer both forms are smaller as modules.
    mainFields: ['module', 'main'],
    minify: !dev,
    keepNames: false,
    sourcemap: dev ? 'linked' : false,
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    logLevel: watch ? 'silent' : 'warning',
    plugins: [
      ...(name === 'extension' ? [clearParts] : []),
      keepMeta(name),
      ...(watch ? [markers(name)] : []),
    ],
  };
}

/** The names of pieces change with what is in them: none of an earlier build may stay. */
const clearParts = {
  name: 'clear-parts',
  setup(pluginBuild) {
    pluginBuild.onStart(() => rm(path.join(ROOT, 'dist/parts'), { recursive: true, force: true }));
  },
};

/** Keeps what went into each bundle, for the size check, and the licenses of it, for the package. */
function keepMeta(name) {
  return {
    name: 'keep-meta',
    setup(pluginBuild) {
      pluginBuild.onEnd(async ({ metafile }) => {
        if (metafile === undefined) return;
        await mkdir(path.join(ROOT, 'out/meta'), { recursive: true });
        await writeFile(path.join(ROOT, `out/meta/${name}.json`), JSON.stringify(metafile));
        await writeFile(path.join(ROOT, `dist/${name}.licenses.txt`), await noticesOf(metafile, ROOT));
      });
    },
  };
}

/** Lines that the problem matcher in .vscode/tasks.json waits for. */
function markers(name) {
  return {
    name: 'markers',
    setup(pluginBuild) {
      pluginBuild.onStart(() => console.log(`[watch] build started (${name})`));
      pluginBuild.onEnd(({ errors }) => {
        for (const { text, location } of errors) {
          const at =
            location === null ? `${name}:1:1` : `${location.file}:${location.line}:${location.column + 1}`;
          console.error(`${at}: error: ${text}`);
        }
        console.log(`[watch] build finished (${name})`);
      });
    },
  };
}

const { values } = parseArgs({
  options: { dev: { type: 'boolean' }, watch: { type: 'boolean' }, only: { type: 'string' } },
});
const names = values.only === undefined ? Object.keys(BUNDLES) : [values.only];
const unknown = names.find((name) => !(name in BUNDLES));
if (unknown !== undefined) {
  console.error(`There is no bundle "${unknown}": use one of ${Object.keys(BUNDLES).join(', ')}.`);
  process.exit(1);
}
const watch = values.watch === true;
const dev = watch || values.dev === true;

if (watch) {
  const contexts = await Promise.all(names.map((name) => context(optionsOf(name, { dev, watch }))));
  await Promise.all(contexts.map((each) => each.watch()));
} else {
  try {
    await Promise.all(names.map((name) => build(optionsOf(name, { dev, watch }))));
    if (SHIPPED.every((name) => names.includes(name))) await writeSbom();
  } catch (error) {
    // esbuild has printed its errors already: only what it did not print is worth saying.
    if (!Array.isArray(error.errors)) throw error;
    process.exit(1);
  }
}
