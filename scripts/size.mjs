// Checks the sizes of the bundles: of the extension at startup, of the panel script, and of the sandbox.
//
//   node scripts/size.mjs        after `npm run build`
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';

const LIMIT_KB = 120;
/** Limit for the script of panels. */
const PAGE_LIMIT_KB = 100;
/**
 * Limit for the server of the demo project. It is part of the package, but the extension never loads it. About 100 kB are
 * the Markdown parser.
 */
const SANDBOX_LIMIT_KB = 600;
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

await main(async () => {
  const extension = await outputsOf('extension');
  const sandbox = await outputsOf('sandbox');
  const page = Object.entries(await outputsOf('webviews')).find(([name]) => name.endsWith('panel.js'))?.[1];
  const start = atStart(extension);
  const sum = start.reduce((total, { bytes }) => total + bytes, 0);
  const later = Object.values(extension).reduce((total, { bytes }) => total + bytes, 0) - sum;
  console.log(`extension at startup  ${kb(sum)} in ${start.length} files, on demand ${kb(later)}`);
  console.log(`  largest: ${largest(start)}`);
  const demo = Object.values(sandbox).reduce((total, { bytes }) => total + bytes, 0);
  console.log(`sandbox  ${kb(demo)}`);
  console.log(`panel script  ${kb(page.bytes)}`);

  const problems = [];
  if (demo >= SANDBOX_LIMIT_KB * 1000)
    problems.push(`The sandbox has ${kb(demo)} (limit: ${SANDBOX_LIMIT_KB} kB).`);
  if (page.bytes >= PAGE_LIMIT_KB * 1000) {
    problems.push(`The panel script has ${kb(page.bytes)} (limit: ${PAGE_LIMIT_KB} kB).`);
  }
  if (sum >= LIMIT_KB * 1000) {
    problems.push(
      `The code that is loaded at startup has ${kb(sum)} (limit: ${LIMIT_KB} kB). See out/meta/extension.json.`,
    );
  }
  const inputs = Object.values(extension).flatMap((output) => Object.keys(output.inputs));
  const strangers = inputs.filter((input) => input.startsWith('src/sandbox/'));
  if (strangers.length > 0) {
    problems.push(
      `The extension includes ${strangers.join(', ')}. Start dist/sandbox.js as a process instead.`,
    );
  }
  const required = Object.values(extension).flatMap(({ imports }) =>
    imports.filter((each) => each.path.includes('sandbox')),
  );
  if (required.length > 0)
    problems.push('The extension imports dist/sandbox.js. Start it as a process instead.');
  if (problems.length > 0) throw new Problem(problems.join('\n'));
});

async function outputsOf(name) {
  const text = await readFile(path.join(ROOT, `out/meta/${name}.json`), 'utf8').catch(() => {
    throw new Problem(`out/meta/${name}.json doesn't exist. Run npm run build.`);
  });
  return JSON.parse(text).outputs;
}

/**
 * Returns the entry and all files that it imports statically. Files that are loaded with `import()` aren't
 * included.
 */
function atStart(outputs) {
  const entry = Object.keys(outputs).find((name) => outputs[name].entryPoint === 'src/extension.ts');
  const found = new Set([entry]);
  for (const name of found) {
    for (const { path: next, kind } of outputs[name].imports) {
      if (kind === 'import-statement' && next in outputs) found.add(next);
    }
  }
  return [...found].map((name) => outputs[name]);
}

/** Returns the largest inputs of some files. */
function largest(outputs) {
  return outputs
    .flatMap(({ inputs }) => Object.entries(inputs))
    .map(([file, { bytesInOutput }]) => [file.replace(/^node_modules\//, ''), bytesInOutput])
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([file, bytes]) => `${file} ${kb(bytes)}`)
    .join(', ');
}
