// Bundles the extension, the sandbox, and the script of panels. The extension is split into code that is
// loaded at startup and parts that are loaded when a command, a log, or a panel first needs them. The parts
// are ES modules, so that they can share code. The sandbox shares no code with them: the extension must start
// without loading any of it, and the sandbox must also run in older versions of Node.js than the editor's.
// The script and styles of panels run in a web page.
//
// node esbuild.mjs [--dev] [--watch] [--only extension|sandbox|webviews]
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, context } from 'esbuild';
import { SHIPPED } from './scripts/lib/bundled.mjs';
import { noticesOf } from './scripts/lib/notices.mjs';
import { writeSbom } from './scripts/lib/sbom.mjs';

const ROOT = path.dirname(fileURLToPath(import.meta.url));

/** The bundles, with their entry points and output files in dist/. */
const BUNDLES = {
  // The oldest supported editor contains Node.js 22 and provides `vscode` at runtime. node-fetch only loads
  // the polyfill if Node.js has no web streams, so leaving it out saves 60 kB.
  extension: {
    entryPoints: {
      extension: 'src/extension.ts',
      // Git starts this program.
      'credential-helper': 'src/ui/git/editor/credential-helper.ts',
    },
    target: 'node22',
    external: ['vscode', 'web-streams-polyfill'],
    format: 'esm',
    splitting: true,
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'parts/[name]-[hash]',
    // CommonJS packages call `require`.
    banner: {
      js: "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);",
    },
  },
  // The sandbox can also run without the editor, in the user's version of Node.js.
  sandbox: {
    entryPoints: ['src/sandbox/main.ts'],
    target: 'node20',
    external: [],
    format: 'cjs',
    outfile: 'dist/sandbox.js',
  },
  // The oldest supported editor contains Chromium 134.
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
    // Packages that have both formats are smaller as ES modules.
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

/** Deletes the parts of earlier builds, because their names contain a hash of the content. */
const clearParts = {
  name: 'clear-parts',
  setup(pluginBuild) {
    pluginBuild.onStart(() => rm(path.join(ROOT, 'dist/parts'), { recursive: true, force: true }));
  },
};

/** Writes the metafile of a bundle for the size check, and its licenses for the package. */
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

/** Prints the lines that the problem matcher in .vscode/tasks.json expects. */
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
    // esbuild has already printed its own errors.
    if (!Array.isArray(error.errors)) throw error;
    process.exit(1);
  }
}
