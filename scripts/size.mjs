// Start-up matters: the bundle that every window loads stays small, and holds nothing of the sandbox.
//
//   node scripts/size.mjs        after `npm run build`
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './lib/paths.mjs';
import { main, Problem } from './lib/problem.mjs';

const LIMIT_KB = 300;
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

await main(async () => {
  const problems = [];
  for (const name of ['extension', 'sandbox']) {
    const { size } = await stat(path.join(ROOT, `dist/${name}.js`)).catch(() => {
      throw new Problem(`dist/${name}.js is missing: run npm run build.`);
    });
    const meta = JSON.parse(await readFile(path.join(ROOT, `out/meta/${name}.json`), 'utf8'));
    const [output] = Object.values(meta.outputs).filter((each) => each.entryPoint !== undefined);
    console.log(`dist/${name}.js  ${kb(size)}  largest: ${largest(output.inputs)}`);

    if (name !== 'extension') continue;
    if (size >= LIMIT_KB * 1000) {
      problems.push(
        `The bundle is ${kb(size)}, the limit is ${LIMIT_KB} kB: see what grew in out/meta/extension.json.`,
      );
    }
    const strangers = Object.keys(meta.inputs).filter((input) => input.startsWith('src/sandbox/'));
    if (strangers.length > 0) {
      problems.push(
        `The extension bundles ${strangers.join(', ')}: start dist/sandbox.js as a process instead.`,
      );
    }
    const required = output.imports.filter((each) => each.path.includes('sandbox'));
    if (required.length > 0)
      problems.push('The extension requires dist/sandbox.js: start it as a process instead.');
  }
  if (problems.length > 0) throw new Problem(problems.join('\n'));
});

function largest(inputs) {
  return Object.entries(inputs)
    .map(([file, { bytesInOutput }]) => [file.replace(/^node_modules\//, ''), bytesInOutput])
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([file, bytes]) => `${file} ${kb(bytes)}`)
    .join(', ');
}
