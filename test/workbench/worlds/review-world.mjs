// A pushed merge request with a change in a long file, images, and a Git LFS pointer.
import { rmSync } from 'node:fs';
import { otherClone } from './other-clone.mjs';
import { picture } from './pictures.mjs';

const LINES = 80;

const pointer = (digit) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${digit.repeat(64)}\nsize 1400000\n`;
const rates = (change) =>
  Array.from({ length: LINES }, (_, line) => change(line + 1, `export const RATE_${line + 1} = ${line + 1};`))
    .map((line) => `${line}\n`)
    .join('');

/** Returns the IID of the merge request. */
export async function changesWithPictures(world) {
  const { folder, git, write, commit, create } = otherClone(world, 'review');
  git('checkout', '-q', '-b', 'work/rates');
  write(
    'src/rates.ts',
    rates((_, line) => line),
  );
  write('media/badge.png', picture(40, 90, 200));
  write('media/film.mp4', pointer('a'));
  commit('Know all rates');
  git('push', '-q', 'origin', 'work/rates');
  git('checkout', '-q', '-b', 'feature/new-rates');
  const changed = new Map([
    [12, 'export const RATE_12 = 12.5;'],
    [60, 'export const RATE_60 = 61;\nexport const RATE_60_AND_A_HALF = 61.5;'],
  ]);
  write(
    'src/rates.ts',
    rates((number, line) => changed.get(number) ?? line),
  );
  write('media/badge.png', picture(200, 80, 40));
  write('media/new-badge.png', picture(60, 160, 80));
  write('media/film.mp4', pointer('b'));
  commit('Raise two rates');
  git('push', '-q', 'origin', 'feature/new-rates');
  rmSync(folder, { recursive: true, force: true });
  return create('feature/new-rates', 'work/rates', 'Raise two rates');
}
