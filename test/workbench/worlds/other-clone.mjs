// A clone of the demo project next to the workspace, from which another user pushes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PROJECT = '/api/v4/projects/acme%2Fstorefront';

/**
 * Clones the project. Returns functions that run git in the clone, write a file, commit everything, push branches, and
 * create a merge request, whose IID is returned.
 */
export function otherClone({ sandbox, workspace }, name) {
  const folder = `${workspace}-${name}`;
  const url = new URL(`${sandbox.url}/acme/storefront.git`);
  [url.username, url.password] = ['mara', sandbox.tokens.maintainer];
  const env = {
    ...process.env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const identity = ['-c', 'user.name=Mara', '-c', 'user.email=mara@acme.example'];
  const git = (...args) => execFileSync('git', ['-C', folder, ...identity, ...args], { env, stdio: 'pipe' });
  execFileSync('git', ['clone', '-q', url.href, folder], { env });
  return {
    folder,
    git,
    write: (file, content) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), content);
    },
    commit: (message, ...options) => {
      git('add', '-A');
      git('commit', '-q', '-m', message, ...options);
    },
    push: async (...branches) => {
      git('push', '-q', 'origin', ...branches);
      // The server creates the diff and checks for conflicts asynchronously.
      await sandbox.advance(10_000);
    },
    create: async (source, target, title) => {
      const response = await fetch(`${sandbox.url}${PROJECT}/merge_requests`, {
        method: 'POST',
        headers: { 'private-token': sandbox.tokens.maintainer, 'content-type': 'application/json' },
        body: JSON.stringify({ source_branch: source, target_branch: target, title }),
      });
      if (!response.ok)
        throw new Error(`Couldn't create a merge request: ${response.status} ${await response.text()}`);
      await sandbox.advance(10_000);
      return (await response.json()).iid;
    },
  };
}
