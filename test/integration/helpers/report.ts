import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Hook, Runnable } from 'mocha';
import type { SeenRequest } from './harness';

interface Result {
  /** Path relative to the bundle, without the extension. */
  readonly file: string;
  readonly title: string;
  readonly passed: boolean;
  readonly ms: number;
  readonly error?: string;
  /** The last requests that the sandbox received before the test failed. */
  requests?: readonly string[];
}

const MAX_REQUESTS = 20;

/** Returns the file of a test, or of the test that a hook belongs to. */
const fileOf = (test: Runnable): string =>
  test.file ?? test.ctx?.currentTest?.file ?? test.parent?.file ?? '';

/** Path relative to the bundle, without the extension. */
const nameOf = (test: Runnable): string =>
  path
    .relative(path.dirname(__filename), fileOf(test))
    .replaceAll(path.sep, '/')
    .replace(/\.test\.js$/, '');

/** Prints each result, and writes all to a file. */
export class Report {
  readonly #file: string | undefined;
  readonly #results: Result[] = [];
  /** Time that the hooks of each file took. */
  readonly #hooks = new Map<string, number>();

  constructor(file: string | undefined) {
    this.#file = file;
  }

  add(test: Runnable, error?: unknown): void {
    const result: Result = {
      file: nameOf(test),
      title: test.fullTitle(),
      passed: error === undefined,
      ms: test.duration ?? 0,
      ...(error === undefined ? {} : { error: textOf(error) }),
    };
    this.#results.push(result);
    console.log(`  ${result.passed ? '✔' : '✘'} ${result.title} (${result.ms} ms)`);
    if (result.error !== undefined) console.log(`      ${result.error.replaceAll('\n', '\n      ')}`);
    // Written after each test, so that the results remain if the host crashes.
    this.#write(false);
  }

  addHook(hook: Hook): void {
    // The hooks after all groups belong to no file.
    if (fileOf(hook) === '') return;
    const name = nameOf(hook);
    this.#hooks.set(name, (this.#hooks.get(name) ?? 0) + (hook.duration ?? 0));
  }

  /** Adds requests of the sandbox to the last result. */
  addRequests(requests: readonly SeenRequest[]): void {
    const last = this.#results.at(-1);
    if (last === undefined) return;
    last.requests = requests
      .slice(-MAX_REQUESTS)
      .map(({ method, path: asked, status }) => `${method} ${asked} ${status}`);
    for (const line of last.requests) console.log(`      request: ${line}`);
    this.#write(false);
  }

  finish(): void {
    this.#write(true);
  }

  #write(finished: boolean): void {
    if (this.#file === undefined) return;
    const hooks = Object.fromEntries(this.#hooks);
    writeFileSync(this.#file, JSON.stringify({ finished, tests: this.#results, hooks }, null, 2));
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
