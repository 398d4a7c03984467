// A merge request with several pushes.
import { otherClone } from './other-clone.mjs';

/** A file of 40 lines, with replacements by line number. */
const lines = (others = {}) =>
  Array.from({ length: 40 }, (_, at) => others[at + 1] ?? `export const STEP_${at + 1} = ${at + 1};`)
    .map((line) => `${line}\n`)
    .join('');

/**
 * Creates a merge request with its first version. Its branches have a name in common. Returns its IID, and
 * functions that add a commit and that amend and rebase the branch onto a changed target.
 */
export async function pushedAgain(world, name = 'vouchers') {
  const clone = otherClone(world, name);
  const { git } = clone;
  const [target, branch] = [`release/${name}`, `feature/${name}`];
  const commit = (message, files, ...options) => {
    for (const [file, content] of Object.entries(files)) clone.write(file, content);
    clone.commit(message, ...options);
  };
  const push = () => clone.push('--force', branch);
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
  const iid = await clone.create(branch, target, 'Sell vouchers');
  return {
    iid,
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
