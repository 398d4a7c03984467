import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Creates a folder for git before each test, and deletes it after. Git ignores the settings of the machine.
 */
export function withGitFolder(person: string) {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'switchyard-git-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const git = async (...args: string[]): Promise<string> => {
    const env = {
      ...process.env,
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
    };
    const email = `${person.toLowerCase()}@acme.example`;
    const identity = ['-c', `user.name=${person}`, '-c', `user.email=${email}`];
    return (await run('git', ['-C', folder, ...identity, ...args], { env })).stdout.trim();
  };

  let copies = '';
  const prepared = new Map<string, { readonly copy: string; readonly result: unknown }>();
  before(async () => {
    copies = await mkdtemp(path.join(tmpdir(), 'switchyard-prepared-'));
  });
  after(async () => {
    prepared.clear();
    await rm(copies, { recursive: true, force: true });
  });
  /**
   * Fills the folder and returns the result of the function. For the same key, the files are copied after the first time.
   * `repositories`: folders of repositories, whose index is read again, because it contains the times of the files.
   */
  async function prepare<T>(key: string, fill: () => Promise<T>, repositories = ['.']): Promise<T> {
    const known = prepared.get(key);
    if (known === undefined) {
      const result = await fill();
      const copy = path.join(copies, String(prepared.size));
      await cp(folder, copy, { recursive: true, verbatimSymlinks: true });
      prepared.set(key, { copy, result });
      return result;
    }
    await cp(known.copy, folder, { recursive: true, verbatimSymlinks: true });
    for (const name of repositories) await git('-C', name, 'status');
    return known.result as T;
  }
  return { git, prepare, inFolder: (name: string): string => path.join(folder, name) };
}
