import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Commit, Role, User } from '../model';
import { type Change, planHistory, type PlannedCommit } from './history';
import { importStream } from './import-stream';

/** An imported commit with the change that it was created from. */
export interface ImportedCommit {
  readonly change: Change;
  readonly commit: Commit;
}

const DAY = 24 * 60 * 60_000;

/** Hidden refs for commits that are pushed later. */
const UPCOMING = 'refs/upcoming/';

export const isUpcoming = (change: Change): boolean => change.daysAgo < 0;

/** Creates a bare repository from a history. */
export async function importHistory(
  folder: string,
  changes: readonly Change[],
  users: Readonly<Record<Role, User>>,
  now: number,
): Promise<ImportedCommit[]> {
  // Rounded to the day, so that all worlds created on the same day have the same commits.
  const start = Math.floor(now / DAY) * DAY;
  const planned = planHistory(changes);
  const people = planned.map(({ change }) => users[change.author]);
  const times = planned.map(({ change }) => start - change.daysAgo * DAY);
  const stream = planned.map((each, index) =>
    commitStream(each, index, people[index], times[index] ?? start),
  );
  await writeEmptyRepository(folder);
  const shas = await importStream(folder, Buffer.from(stream.join('')));

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

/** Writes the files that `git init --bare` creates, without starting a process. */
async function writeEmptyRepository(folder: string): Promise<void> {
  for (const name of ['objects', 'refs/heads']) await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  await writeFile(
    path.join(folder, 'config'),
    `[core]\n\trepositoryformatversion = 0\n\tbare = true\n[transfer]\n\thideRefs = ${UPCOMING.slice(0, -1)}\n[uploadpack]\n\tallowAnySHA1InWant = true\n`,
  );
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
