// A merge request with several pushes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PROJECT = '/api/v4/projects/acme%2Fstorefront';

/** A file of 40 lines, with replacements by line number. */
const lines = (others = {}) =>
  Array.from({ length: 40 }, (_, at) => others[at + 1] ?? `export const STEP_${at + 1} = ${at + 1};`)
    .map((line) => `${line}\n`)
    .join('');

/**
 * Creates a merge request with its first version. Its branches have a name in common. Returns its IID, and
 * functions that add a commit and that amend and rebase the branch onto a changed target.
 */
export async function pushedAgain({ sandbox, workspace }, name = 'vouchers') {
  const folder = `${workspace}-${name}`;
  const [target, branch] = [`release/${name}`, `feature/${name}`];
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
  const commit = (message, files, ...how) => {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), content);
    }
    git('add', '-A');
    git('commit', '-q', '-m', message, ...how);
  };
  const push = async () => {
    git('push', '-q', '--force', 'origin', branch);
    // The server creates the diff asynchronously.
    await sandbox.advance(10_000);
  };
  execFileSync('git', ['clone', '-q', url.href, folder], { env });
  git('checkout', '-q', '-b', target);
  commit('Prepare vouchers', { 'src/vouchers/list.ts': lines(), 'src/vouchers/rates.ts': lines() });
  git('push', '-q', 'origin', target);
  git('checkout', '-q', '-b', branch);
  commit('Sell vouchers', {
    'src/vouchers/list.ts': lines({ 20: 'export const VOUCHER = sold;' }),
    'src/vouchers/rates.ts': lines({ 10: 'export const RATE = 1;' }),
    'docs/vouchers.md': '# Vouchers\n',
  });
  await push();
  const answer = await fetch(`${sandbox.url}${PROJECT}/merge_requests`, {
    method: 'POST',
    headers: { 'private-token': sandbox.tokens.maintainer, 'content-type': 'application/json' },
    body: JSON.stringify({ source_branch: branch, target_branch: target, title: 'Sell vouchers' }),
  });
  if (!answer.ok) throw new Error(`no merge request was made: ${answer.status} ${await answer.text()}`);
  await sandbox.advance(10_000);
  return {
    iid: (await answer.json()).iid,
    addCommit: async () => {
      commit('Tell more', { 'docs/vouchers.md': '# Vouchers\n\nSold at the till.\n' });
      await push();
    },
    rebase: async () => {
      git('checkout', '-q', target);
      commit('Meanwhile', {
        'src/vouchers/list.ts': `// Steps\n${lines()}`,
        'src/vouchers/rates.ts': lines({ 12: 'export const STEP_12 = other;' }),
      });
      git('push', '-q', 'origin', target);
      git('checkout', '-q', branch);
      git('rebase', '-q', target);
      const rates = { 10: 'export const RATE = 2;', 12: 'export const STEP_12 = other;' };
      commit('Tell more', { 'src/vouchers/rates.ts': lines(rates) }, '--amend');
      await push();
    },
  };
}
