import { appendFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Commit, Role, User } from '../model';
import { git } from './git';
import { planHistory, type Change, type PlannedCommit } from './history';

/** A commit that exists in the repository now, with the change that made it. */
export interface ImportedCommit {
  readonly change: Change;
  readonly commit: Commit;
}

const DAY = 24 * 60 * 60_000;

/** Commits that are pushed only later wait under this name, which no client is shown. */
const UPCOMING = 'refs/upcoming/';

export const isUpcoming = (change: Change): boolean => change.daysAgo < 0;

/** Makes a bare repository in `folder` from a history, in one run of `git fast-import`. */
export async function importHistory(
  folder: string,
  changes: readonly Change[],
  users: Readonly<Record<Role, User>>,
  now: number,
): Promise<ImportedCommit[]> {
  // By the day, so that two worlds of the same day have the same commits.
  const start = Math.floor(now / DAY) * DAY;
  const planned = planHistory(changes);
  const people = planned.map(({ change }) => users[change.author]);
  await git(['init', '--quiet', '--bare', '--template=', '--initial-branch=main', folder]);
  await appendFile(
    path.join(folder, 'config'),
    `[transfer]\n\thideRefs = ${UPCOMING.slice(0, -1)}\n[uploadpack]\n\tallowAnySHA1InWant = true\n`,
  );

  const marks = path.join(folder, 'import.marks');
  const times = planned.map(({ change }) => start - change.daysAgo * DAY);
  const stream = planned.map((each, index) =>
    commitStream(each, index, people[index], times[index] ?? start),
  );
  await git(['--git-dir', folder, 'fast-import', '--quiet', `--export-marks=${marks}`], stream.join(''));
  const shas = new Map((await readFile(marks, 'utf8')).split('\n').map(splitMark));
  await rm(marks);

  return planned.map(({ change }, index) => {
    const author = people[index];
    const commit = {
      sha: shas.get(index + 1) ?? '',
      title: change.title,
      message: messageOf(change),
      branch: change.branch,
      author: author?.name ?? '',
      email: emailOf(author),
      at: times[index] ?? start,
    };
    return { change, commit };
  });
}

function commitStream(
  { change, parents, files }: PlannedCommit,
  index: number,
  author: User | undefined,
  at: number,
): string {
  const ref = isUpcoming(change) ? `${UPCOMING}${index}` : `refs/heads/${change.branch}`;
  const person = `${author?.name ?? 'Somebody'} <${emailOf(author)}> ${Math.floor(at / 1000)} +0000`;
  const [first, ...merged] = parents.map((parent) => `:${parent + 1}`);
  return [
    `commit ${ref}\nmark :${index + 1}\nauthor ${person}\ncommitter ${person}\n`,
    data(messageOf(change)),
    first === undefined ? '' : `from ${first}\n`,
    ...merged.map((parent) => `merge ${parent}\n`),
    ...[...files].map(([file, text]) => `M 100644 inline ${file}\n${data(text)}`),
    '\n',
    ...(change.refs ?? []).map((name) => `reset refs/${name}\nfrom :${index + 1}\n\n`),
  ].join('');
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
const messageOf = ({ title, body }: Change): string =>
  body === undefined ? `${title}\n` : `${title}\n\n${body}\n`;
const emailOf = (user: User | undefined): string => `${user?.username ?? 'somebody'}@acme.example`;

/** A line `:7 <sha>` of the marks that git writes. */
function splitMark(line: string): [number, string] {
  const [mark = '', sha = ''] = line.split(' ');
  return [Number(mark.slice(1)), sha];
}
