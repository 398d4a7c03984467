// Runs test files in this process, one after the other. After each file, adds a line to the file in --report: a JSON object
// with the file, its duration in seconds, and the results of its tests. Started by `runFiles`.
//
//   node scripts/lib/tests/file-process.mjs --report REPORT --setup MODULE [--grep TEXT] [--shuffle SEED] [--timeout MS] FILE...
//
// MODULE can export `mochaHooks`, which run around each test, and `closeAll`, which runs at the end.
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import Mocha from 'mocha';
import { ROOT } from '../paths.mjs';
import { main } from '../problem.mjs';
import { shuffleSuite } from './shuffle.mjs';

const { values, positionals } = parseArgs({
  options: {
    report: { type: 'string' },
    setup: { type: 'string' },
    grep: { type: 'string' },
    shuffle: { type: 'string' },
    timeout: { type: 'string', default: '40000' },
    reporter: { type: 'string', default: 'spec' },
  },
  allowPositionals: true,
});

await main(async () => {
  const { mochaHooks: rootHooks, closeAll } = await import(pathToFileURL(path.resolve(values.setup)).href);
  try {
    for (const file of positionals) await runFile(file, rootHooks);
  } finally {
    await closeAll?.();
  }
});

async function runFile(file, rootHooks) {
  const name = path.relative(ROOT, path.resolve(file)).replaceAll(path.sep, '/');
  const began = performance.now();
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: values.reporter,
    timeout: Number(values.timeout),
    color: false,
    ...(rootHooks === undefined ? {} : { rootHooks }),
  });
  if (values.grep !== undefined) mocha.grep(values.grep);
  mocha.addFile(path.resolve(file));
  await mocha.loadFilesAsync();
  if (values.shuffle !== undefined) shuffleSuite(mocha.suite, Number(values.shuffle));
  const ended = [];
  await new Promise((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('pass', (test) => ended.push({ test }));
    runner.on('fail', (test, error) => ended.push({ test, error }));
  });
  // Hooks that run after a failure add its details, so the results are collected at the end.
  const tests = ended.map(({ test, error }) => ({
    file: name,
    title: test.fullTitle(),
    passed: error === undefined,
    ms: test.duration ?? 0,
    ...(error === undefined ? {} : { error: stripVTControlCharacters(error.stack ?? String(error)) }),
    ...test.details,
  }));
  // Otherwise, its listener for unhandled rejections remains. Each listener calls the others again, so with those of 20 files,
  // a rejection would keep the process busy without end.
  mocha.dispose();
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
  await appendFile(values.report, `${JSON.stringify({ file: name, seconds, tests })}\n`);
}
