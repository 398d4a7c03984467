// Runs the tests that need no editor: unit tests, and tests of pages in a browser.
import { readdirSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../paths.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { runFiles } from './test-files.mjs';

/** Folders with tests that require more than Node.js. */
const NOT_UNIT = ['integration', 'multi-root', 'workbench', 'pages', 'host', 'bench'];

/** Slow test files, and folders of them, most of which start Git often. They are started first. */
const SLOW = [
  'test/app/git/',
  'test/app/changes/side-',
  'test/app/logs/partial-reads',
  'test/app/merge-requests/new-merge-request',
  'test/app/shared/',
  'test/sandbox/command-line',
  'test/ui/demo/',
  'test/ui/git/',
  'test/ui/merge-requests/commands/conflict-',
];

/**
 * Loading the code for a batch takes about two seconds. Programs start more slowly from a process that uses more memory,
 * and many tests start Git, so larger batches aren't faster.
 */
const FILES_PER_BATCH = 20;
/** Smaller batches, so that all processes finish at about the same time. */
const SLOW_FILES_PER_BATCH = 4;
/** Maximum duration of a file in seconds: longer files delay the end of a run. */
const MAX_FILE_SECONDS = 30;
const MAX_REPEATED = 6;
const SHARED_MEMORY = '/dev/shm';
const REQUIRED_BYTES = 4 * 1024 ** 3;

const isSlow = (name) => SLOW.some((each) => name.startsWith(each));

/** Returns the test files below a folder of `test`. */
const testFiles = (folder, isIncluded = () => true) =>
  readdirSync(path.join(ROOT, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => /\.test\.m?ts$|\.test\.mjs$/.test(name) && isIncluded(name))
    .sort();

/** Returns all unit test files. */
export const unitTestFiles = () => testFiles('test', (name) => !NOT_UNIT.includes(name.split('/')[1]));

/** Returns all test files of pages. */
export const pageTestFiles = () => testFiles('test/pages');

/** Returns the files in batches, each for a new process: first those of slow files, which are smaller. */
export function batchesOf(files, { browser = false }) {
  if (browser) return slices(files, SLOW_FILES_PER_BATCH);
  return [
    ...slices(files.filter(isSlow), SLOW_FILES_PER_BATCH),
    ...slices(
      files.filter((name) => !isSlow(name)),
      FILES_PER_BATCH,
    ),
  ];
}

const slices = (files, size) =>
  Array.from({ length: Math.ceil(files.length / size) }, (_, index) =>
    files.slice(index * size, (index + 1) * size),
  );

/** Runs test files in a new process. Returns the results and durations by file. */
export const runUnitFiles = (files, env) =>
  runFiles(files, {
    nodeArgs: ['--import', 'tsx'],
    args: ['--setup', 'test/root-hooks.ts', '--reporter', 'dot'],
    env,
  });

/**
 * Returns a failed test for each file that takes too long. Other processes can slow down a file, so up to `MAX_REPEATED` of
 * them run once more, alone: `rerun(file)` returns its new results.
 */
export async function slowFiles(results, rerun) {
  const isSlow = ({ seconds }) => seconds > MAX_FILE_SECONDS;
  let slow = results.filter(isSlow);
  if (slow.length > 0 && slow.length <= MAX_REPEATED) {
    const again = [];
    for (const { file } of slow) {
      console.log(`\n${file} once more, because it took more than ${MAX_FILE_SECONDS} s ...`);
      again.push(...(await rerun(file)));
    }
    slow = again.filter(isSlow);
  }
  return slow.map(({ file, seconds }) => ({
    file,
    title: `takes at most ${MAX_FILE_SECONDS} s`,
    passed: false,
    ms: seconds * 1000,
    error: `The file takes ${seconds} s. Test a smaller sample, share what the tests prepare, or split the file.`,
  }));
}

/**
 * Returns a new folder for temporary files, which is deleted at the end of the script: in memory if the system has room for
 * it, because creating and deleting many small files on a disk takes more CPU time.
 */
export async function temporaryTestFolder() {
  return temporaryFolder((await hasSharedMemory()) ? SHARED_MEMORY : tmpdir(), 'sy-');
}

async function hasSharedMemory() {
  try {
    const mounts = await readFile('/proc/mounts', 'utf8');
    const mount = mounts.split('\n').find((line) => line.split(' ')[1] === SHARED_MEMORY);
    if (mount === undefined || mount.split(' ')[3].split(',').includes('noexec')) return false;
    const { bavail, bsize } = await statfs(SHARED_MEMORY);
    return bavail * bsize >= REQUIRED_BYTES;
  } catch {
    // Other systems have neither file.
    return false;
  }
}
