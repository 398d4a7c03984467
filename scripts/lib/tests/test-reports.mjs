// Reports of tests: which tests failed, and which of them pass when their file runs once more, alone.
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OUT_DIR } from '../paths.mjs';

/** Above this number of files, a rerun would only repeat a defect. */
const MAX_RERUN_FILES = 6;
/** Above this number of flaky tests, the run fails. */
export const MAX_FLAKY = 2;
const MAX_ERROR_LINES = 60;
const MAX_REQUESTS = 8;

/** Removes the report of an earlier run from `out`. */
export const removeReport = (name) => rm(path.join(OUT_DIR, name), { force: true });

/** Returns the tests of a report in `out`. Empty if there is no report. */
export async function testsIn(name) {
  const text = await readFile(path.join(OUT_DIR, name), 'utf8').catch(() => '{"tests":[]}');
  return JSON.parse(text).tests;
}

/**
 * Runs each file with a failed test once more, one after the other. `rerun(file)` returns the tests that failed in it, or
 * undefined if the file didn't run. Returns the tests that passed this time, as `{ file, title }`.
 */
export async function findFlaky(failed, rerun) {
  const files = [...new Set(failed.map(({ file }) => file))];
  if (files.length > MAX_RERUN_FILES) return [];
  const flaky = [];
  for (const file of files) {
    const again = await rerun(file);
    if (again === undefined) continue;
    const titles = new Set(again.map(({ title }) => title));
    flaky.push(...failed.filter((test) => test.file === file && !titles.has(test.title)));
  }
  return flaky.map(({ file, title }) => ({ file, title }));
}

/** Writes `out/flaky.json`. Returns the lines to print. */
export async function reportFlaky(flaky) {
  await writeFile(path.join(OUT_DIR, 'flaky.json'), `${JSON.stringify(flaky, null, 2)}\n`);
  return flaky.map(({ file, title }) => `flaky: ${file} > ${title}`);
}

/** Returns the lines that describe a failed test: its file, name, error, screenshot, and the sandbox's last requests. */
export function describeFailure({ file, title, error = '', screenshot, requests = [] }) {
  return [
    `✘ ${file} > ${title}`,
    ...error.split('\n').slice(0, MAX_ERROR_LINES),
    ...(screenshot === undefined ? [] : [`screenshot: ${screenshot}`]),
    ...requests.slice(-MAX_REQUESTS).map((request) => `request: ${request}`),
  ];
}
