// A merge request that conflicts with its target branch in two files.
import { otherClone } from './other-clone.mjs';

const lines = (changed) =>
  Array.from(
    { length: 12 },
    (_, at) => `export const FEE_${at + 1} = ${at === 5 ? changed : at + 1};\n`,
  ).join('');

/** Pushes the branches, and creates the merge request. Returns its IID and the source branch. */
export async function conflictingFees(window) {
  const [source, target] = ['feature/fees', 'release/fees'];
  const { git, write, commit, push, create } = otherClone(window, 'fees');
  const change = (message, fee) => {
    for (const file of ['src/fees/card.ts', 'src/fees/transfer.ts']) write(file, lines(fee));
    commit(message);
  };
  git('checkout', '-q', '-b', target);
  change('Add fees', '6');
  git('checkout', '-q', '-b', source);
  change('Raise the fee', '6.5');
  git('checkout', '-q', target);
  change('Lower the fee', '5.5');
  await push(source, target);
  return { iid: await create(source, target, 'Raise the fee'), source, target };
}
