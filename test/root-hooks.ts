import type { Context } from 'mocha';
import { samplesTaken } from './fuzz-runs';
import { listenForRejections, noneUnheard } from './unheard-rejections';

listenForRejections();

/** Adds to the error of a failed test how the samples of this process can be repeated. */
function nameSamples(this: Context): void {
  const { err } = this.currentTest ?? {};
  const taken = samplesTaken();
  if (err !== undefined && taken !== undefined) err.message += `\n${taken}`;
}

/** Mocha runs these hooks around the tests of every file. */
export const mochaHooks = { afterEach: [nameSamples, noneUnheard], afterAll: noneUnheard };

declare global {
  /** Called when all tests of the process have ended. */
  var closeAtEnd: (() => Promise<void>)[] | undefined;
}

/** Closes what the tests of the process have shared. */
export async function closeAll(): Promise<void> {
  await Promise.all((globalThis.closeAtEnd ?? []).splice(0).map((close) => close()));
}

export const mochaGlobalTeardown = closeAll;
