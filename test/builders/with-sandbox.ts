import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index';
import type { JournalEntry } from '../../src/sandbox/server/journal';

/** The sandbox of a test. */
export interface SandboxOfTest {
  readonly sandbox: Sandbox;
  /** True if nothing so far may have changed the branches: no request and no scheduled event. */
  readonly hasSameBranches: boolean;
}

interface Options extends SandboxOptions {
  /** The state isn't restored before each test, because the tests only read. */
  readonly keepsState?: boolean;
}

/**
 * Starts a sandbox with a stopped clock for the tests of the surrounding `describe`, and restores its state before each
 * test.
 */
export function withSandbox({ keepsState = false, ...options }: Options = {}): SandboxOfTest {
  let current: Sandbox | undefined;
  let [isNew, isAdvanced] = [true, false];
  before(async () => {
    const sandbox = await startSandbox({ still: true, ...options });
    const advance = (ms: number): void => {
      isAdvanced = true;
      sandbox.advance(ms);
    };
    current = { ...sandbox, advance };
    isNew = true;
  });
  beforeEach(async () => {
    if (isNew || !keepsState) isAdvanced = false;
    if (!isNew && !keepsState) await current?.reset();
    isNew = false;
  });
  after(async () => {
    await current?.close();
    current = undefined;
  });
  const get = (): Sandbox => {
    if (current === undefined) throw new Error('The sandbox runs only within tests.');
    return current;
  };
  return {
    get sandbox() {
      return get();
    },
    get hasSameBranches() {
      return !isAdvanced && !get().requests().some(mayChangeBranches);
    },
  };
}

/** True for requests that may change the branches of a repository. */
const mayChangeBranches = ({ method, path }: Pick<JournalEntry, 'method' | 'path'>): boolean =>
  method !== 'GET' && !/\/(?:git-upload-pack|graphql)$/.test(path);
