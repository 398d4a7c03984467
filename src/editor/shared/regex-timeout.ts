import { type Context, createContext, Script } from 'node:vm';
import { isRecord } from '../../base/record';
import type { RegexTimeout } from '../../base/regex-timeout';

/** Made when it is needed first; the work of the moment is put into it. */
let box:
  { readonly held: { work: () => void }; readonly context: Context; readonly script: Script } | undefined;

/** Ends work that takes too long, even inside of a regular expression: nothing else can do that. */
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

/** The error is one of the box's own world, so it is no `Error` of this one. */
const isTimeout = (error: unknown): boolean =>
  isRecord(error) && error['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
