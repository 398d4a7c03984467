// Measures reviewing huge merge requests in a real extension host: time to the first row and the first diff of a
// merge request with 3,000 files, time to the discussions of one with 500 threads, and memory. Each host opens one
// first diff: ours or VS Code's own of the same file, alternately. Prints results; asserts nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReviewRun } from './review-host/review-run';

const ROUNDS = 3;
const MEGABYTE = 1_000_000;

export async function bench(): Promise<void> {
  const ours: ReviewRun[] = [];
  const git: ReviewRun[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await inNewHost('ours'));
    git.push(await inNewHost('git'));
  }
  const first = (runs: readonly ReviewRun[]): number => median(runs.map(({ firstDiff }) => firstDiff));
  const ratio = median(ours.map(({ firstDiff }, round) => firstDiff / (git[round]?.firstDiff ?? Number.NaN)));
  const all = [...ours, ...git];
  const of = (value: (run: ReviewRun) => number): string => median(all.map(value)).toFixed(0);
  console.log(
    `Review, median of ${ROUNDS} windows with our diff first and ${ROUNDS} with VS Code's git diff first:`,
  );
  console.log(
    `  first diff of a window: ${first(ours).toFixed(0)} ms; VS Code's git diff of the same file ` +
      `${first(git).toFixed(0)} ms; ${ratio.toFixed(2)} x, goal at most 1.2 x`,
  );
  console.log(
    `  first rows of ${of(({ files }) => files)} files: ${of(({ firstRow }) => firstRow)} ms after expanding`,
  );
  console.log(
    `  all rows: ${of(({ allRows }) => allRows)} ms; memory ${of(({ filesBytes }) => filesBytes / MEGABYTE)} MB`,
  );
  console.log(
    `  ${of(({ threads }) => threads)} threads: ${of(({ discussions }) => discussions)} ms until their rows exist; ` +
      `memory ${of(({ threadsBytes }) => threadsBytes / MEGABYTE)} MB`,
  );
}

async function inNewHost(firstDiff: 'ours' | 'git'): Promise<ReviewRun> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-bench-'));
  try {
    const results = path.join(folder, 'measured.json');
    const host = spawn(process.execPath, ['scripts/integration.mjs', '--suite', 'test/bench/review-host'], {
      stdio: 'inherit',
      env: { ...process.env, SWITCHYARD_BENCH_FIRST: firstDiff, SWITCHYARD_BENCH_RESULTS: results },
    });
    await once(host, 'exit');
    return JSON.parse(await readFile(results, 'utf8')) as ReviewRun;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
