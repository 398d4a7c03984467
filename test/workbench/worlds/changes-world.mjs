// A pushed merge request that changes files in every possible way.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PROJECT = '/api/v4/projects/acme%2Fstorefront';

/**
 * Pushes a new branch from a separate clone next to the workspace and creates a merge request. Returns its
 * IID.
 */
export async function changesInEveryWay({ sandbox, workspace }, branch = 'feature/wallet') {
  const folder = `${workspace}-changes`;
  const url = new URL(`${sandbox.url}/acme/storefront.git`);
  [url.username, url.password] = ['mara', sandbox.tokens.maintainer];
  const env = {
    ...process.env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const git = (...args) => execFileSync('git', ['-C', folder, ...args], { env, stdio: 'pipe' });
  const write = (name, content) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  execFileSync('git', ['clone', '-q', url.href, folder], { env });
  git('checkout', '-q', '-b', branch);
  write('src/checkout/wallet/card.ts', 'export interface Card {\n  readonly number: string;\n}\n');
  write(
    'src/checkout/wallet/codes/luhn.ts',
    'export const isCard = (digits: string): boolean => digits !== "";\n',
  );
  write('docs/prices.md', '# Prices\n\nPrices are cents. Half a cent is rounded up, once per cart.\n');
  write('docs/wallet.md', '# Wallet\n\nA wallet holds cards.\n');
  write('media/card.png', Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]));
  write('package-lock.json', `${JSON.stringify({ name: 'storefront', lockfileVersion: 3 }, null, 2)}\n`);
  write('web/vendor/wallet.min.js', 'export const wallet=1;\n');
  symlinkSync('prices.md', path.join(folder, 'docs/money.md'));
  git('mv', 'docs/addresses.md', 'docs/postcodes.md');
  rmSync(path.join(folder, 'docs/deploy.md'));
  chmodSync(path.join(folder, 'scripts/scan.sh'), 0o755);
  git('add', '-A');
  git(
    '-c',
    'user.name=Mara',
    '-c',
    'user.email=mara@acme.example',
    'commit',
    '-q',
    '-m',
    'Pay with a wallet',
  );
  git('push', '-q', 'origin', branch);
  rmSync(folder, { recursive: true, force: true });
  const answer = await fetch(`${sandbox.url}${PROJECT}/merge_requests`, {
    method: 'POST',
    headers: { 'private-token': sandbox.tokens.maintainer, 'content-type': 'application/json' },
    body: JSON.stringify({
      source_branch: branch,
      target_branch: 'main',
      title: 'Pay with a wallet',
    }),
  });
  if (!answer.ok) throw new Error(`no merge request was made: ${answer.status} ${await answer.text()}`);
  // The server creates the diff asynchronously.
  await sandbox.advance(10_000);
  return (await answer.json()).iid;
}
