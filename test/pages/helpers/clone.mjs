// A clone of a project of a sandbox that runs in this process: programs must not be awaited synchronously.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const env = {
  ...process.env,
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
};
const IDENTITY = ['-c', 'user.name=Mara', '-c', 'user.email=mara@acme.example'];

/** Clones a project. Fetches and pushes use the token of the role. */
export async function cloneProject(sandbox, { role, project = 'acme/storefront' }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-git-'));
  const git = (...args) => run('git', ['-C', folder, ...IDENTITY, ...args], { env });
  const url = new URL(`${sandbox.url}/${project}.git`);
  [url.username, url.password] = [role, sandbox.tokens[role]];
  await git('clone', '-q', '--', url.href, '.');
  return {
    folder,
    git,
    /** Commits a file, by default with the message as its content. */
    commit: async (file, message, content = `${message}\n`) => {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), content);
      await git('add', '--all');
      await git('commit', '-q', '-m', message);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
