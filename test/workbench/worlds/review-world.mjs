// A pushed merge request with a change in a long file, images, and a Git LFS pointer.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { picture } from './pictures.mjs';

const PROJECT = '/api/v4/projects/acme%2Fstorefront';
const LINES = 80;

const pointer = (digit) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${digit.repeat(64)}\nsize 1400000\n`;
const rates = (change) =>
  Array.from({ length: LINES }, (_, line) => change(line + 1, `export const RATE_${line + 1} = ${line + 1};`))
    .map((line) => `${line}\n`)
    .join('');

/** Returns the IID of the merge request. */
export async function changesWithPictures({ sandbox, workspace }) {
  const folder = `${workspace}-review`;
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
  const write = (name, content) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  execFileSync('git', ['clone', '-q', url.href, folder], { env });
  git('checkout', '-q', '-b', 'work/rates');
  write(
    'src/rates.ts',
    rates((_, line) => line),
  );
  write('media/badge.png', picture(40, 90, 200));
  write('media/film.mp4', pointer('a'));
  git('add', '-A');
  git('commit', '-q', '-m', 'Know all rates');
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
  git('add', '-A');
  git('commit', '-q', '-m', 'Raise two rates');
  git('push', '-q', 'origin', 'feature/new-rates');
  rmSync(folder, { recursive: true, force: true });
  const answer = await fetch(`${sandbox.url}${PROJECT}/merge_requests`, {
    method: 'POST',
    headers: { 'private-token': sandbox.tokens.maintainer, 'content-type': 'application/json' },
    body: JSON.stringify({
      source_branch: 'feature/new-rates',
      target_branch: 'work/rates',
      title: 'Raise two rates',
    }),
  });
  if (!answer.ok) throw new Error(`no merge request was made: ${answer.status} ${await answer.text()}`);
  // The server creates the diff asynchronously.
  await sandbox.advance(10_000);
  return (await answer.json()).iid;
}
