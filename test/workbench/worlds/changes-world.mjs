// A pushed merge request that changes files in every possible way.
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { otherClone } from './other-clone.mjs';

/**
 * Pushes a new branch from a separate clone next to the workspace and creates a merge request. Returns its
 * IID.
 */
export async function changesInEveryWay(world, branch = 'feature/wallet') {
  const { folder, git, write, commit, create } = otherClone(world, 'changes');
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
  commit('Pay with a wallet');
  git('push', '-q', 'origin', branch);
  rmSync(folder, { recursive: true, force: true });
  return create(branch, 'main', 'Pay with a wallet');
}
