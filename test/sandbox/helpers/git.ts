import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
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
  return { git, inFolder: (name: string): string => path.join(folder, name) };
}
