// A merge request whose files are changed in all ways that editors show differently.
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { otherClone } from './other-clone.mjs';
import { picture } from './pictures.mjs';

const numbered = (first) =>
  Array.from({ length: 10 }, (_, at) => `${at === 0 ? first : `line ${at + 1}`}\n`).join('');
const binary = (length, byte) => Buffer.alloc(length, byte);
const pointer = (digit) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${digit.repeat(64)}\nsize 1400000\n`;

/** The changed files, in the order of their rows. Generated files are last. */
export const WALKED = [
  'added.txt',
  'binary.bin',
  'deleted.txt',
  'edited.txt',
  'empty.txt',
  'film.mp4',
  'link.txt',
  'logo.png',
  'new-binary.bin',
  'new-logo.png',
  'now-renamed.txt',
  'script.sh',
  'package-lock.json',
  'wallet.min.js',
];

/** Pushes the branches, and creates the merge request. Returns its IID. */
export async function filesOfEveryKind(window) {
  const [source, target] = ['feature/kinds', 'work/kinds'];
  const { folder, git, write, commit, push, create } = otherClone(window, 'kinds');
  const at = (file) => path.join(folder, 'walk', file);
  const put = (file, content) => write(`walk/${file}`, content);
  git('checkout', '-q', '-b', target);
  put('binary.bin', binary(12_000, 0));
  put('deleted.txt', numbered('deleted'));
  put('edited.txt', numbered('before'));
  put('film.mp4', pointer('a'));
  put('logo.png', picture(40, 90, 200));
  put('renamed.txt', numbered('renamed'));
  put('script.sh', numbered('#!/bin/sh'));
  put('package-lock.json', '{ "lockfileVersion": 2 }\n');
  put('wallet.min.js', 'export const wallet=1;\n');
  commit('Add files of every kind');
  git('checkout', '-q', '-b', source);
  put('added.txt', 'added\n');
  put('binary.bin', binary(14_000, 0));
  rmSync(at('deleted.txt'));
  put('edited.txt', numbered('after'));
  put('empty.txt', '');
  put('film.mp4', pointer('b'));
  symlinkSync('edited.txt', at('link.txt'));
  put('logo.png', picture(200, 80, 40));
  put('new-binary.bin', binary(2_000, 0));
  put('new-logo.png', picture(60, 160, 80));
  git('mv', 'walk/renamed.txt', 'walk/now-renamed.txt');
  chmodSync(at('script.sh'), 0o755);
  put('package-lock.json', '{ "lockfileVersion": 3 }\n');
  put('wallet.min.js', 'export const wallet=2;\n');
  commit('Change files of every kind');
  await push(source, target);
  return create(source, target, 'Change files of every kind');
}
