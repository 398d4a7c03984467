// Runs test files in new processes and returns their results.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OUT_DIR, ROOT } from '../paths.mjs';
import { start } from '../processes.mjs';

const FILE_PROCESS = path.join(ROOT, 'scripts/lib/tests/file-process.mjs');

/**
 * Runs files in one process. If the process ends during a file, or a file has no tests, this counts as a failed test, and a
 * new process runs the other files. Returns an object for each file: its name, its duration in seconds, and its tests.
 * `args` are arguments of `file-process.mjs`, and `nodeArgs` those of Node.js. With `mayBeEmpty`, files can have no tests.
 */
export async function runFiles(files, { args, nodeArgs = [], env, onLine, mayBeEmpty = false }) {
  const results = [];
  for (let waiting = files.map(nameOf); waiting.length > 0;) {
    const { ended, lines } = await runProcess(waiting, { args, nodeArgs, env, onLine });
    for (const result of ended) {
      const isEmpty = result.tests.length === 0 && !mayBeEmpty;
      results.push(isEmpty ? failure(result.file, 'There are no tests.') : result);
    }
    const [interrupted, ...others] = waiting.slice(ended.length);
    if (interrupted !== undefined) {
      const last = lines.slice(-20).join('\n');
      results.push(failure(interrupted, `The process ended. The last lines were:\n${last}`));
    }
    waiting = others;
  }
  return results;
}

/** Returns the path of a file in the repository, with slashes. */
const nameOf = (file) => path.relative(ROOT, path.resolve(file)).replaceAll(path.sep, '/');

async function runProcess(files, { args, nodeArgs, env, onLine = () => {} }) {
  const report = path.join(OUT_DIR, `tests-${randomUUID()}.jsonl`);
  await mkdir(OUT_DIR, { recursive: true });
  await writeFile(report, '');
  const lines = [];
  const child = start(process.execPath, [...nodeArgs, FILE_PROCESS, '--report', report, ...args, ...files], {
    cwd: ROOT,
    env,
    onLine(line) {
      onLine(line);
      lines.push(line);
    },
  });
  await child.exited;
  const written = (await readFile(report, 'utf8')).split('\n').filter((line) => line !== '');
  await rm(report);
  return { ended: written.map((line) => JSON.parse(line)), lines };
}

function failure(file, error) {
  return { file, seconds: 0, tests: [{ file, title: 'the file ran', passed: false, ms: 0, error }] };
}
