import { type Context, createContext, Script } from 'node:vm';
import { isRecord } from '../../../base/record';
import type { RegexTimeout } from '../../../base/regex-timeout';

/** Created when first needed; the current work is set as a property of the context. */
let box:
  | { readonly held: { work: () => void }; readonly context: Context; readonly script: Script }
  | undefined;

/**
 * Stops work that takes too long, even while a regular expression is evaluated, which requires a script with
 * a timeout.
 */
export const regexTimeout: RegexTimeout = (ms, work) => {
  if (box === undefined) {
    const held = { work };
    box = { held, context: createContext(held), script: new Script('work()') };
  }
  box.held.work = work;
  try {
    box.script.runInContext(box.context, { timeout: Math.max(1, Math.ceil(ms)) });
    return true;
  } catch (error) {
    if (isTimeout(error)) return false;
    throw error;
  }
};

/** The error is from another realm, so it isn't an instance of this realm's `Error`. */
const isTimeout = (error: unknown): boolean =>
  isRecord(error) && error['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
