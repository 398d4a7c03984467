import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Commit, Role, User } from '../model';
import { type FolderContent, readFolder, writeFolder } from './folder-content';
import { git } from './git';
import { type Change, planHistory, type PlannedCommit } from './history';

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
  const shas = await importStream(folder, stream.join(''));

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

/** The result of importing a stream: the repository's files, and its commits by mark. */
interface Imported {
  readonly content: FolderContent;
  readonly shas: ReadonlyMap<number, string>;
}

/** Imports of this process, by stream, because tests start many sandboxes with the same histories. */
const imported = new Map<string, Promise<Imported>>();

/**
 * Creates a repository from a stream: with `git fast-import` the first time, and by copying the files after
 * that.
 */
async function importStream(folder: string, stream: string): Promise<ReadonlyMap<number, string>> {
  const known = imported.get(stream);
  if (known !== undefined) {
    const { content, shas } = await known;
    await writeFolder(folder, content);
    return shas;
  }
  const importing = runImport(folder, stream);
  imported.set(stream, importing);
  importing.catch(() => imported.delete(stream));
  return (await importing).shas;
}

async function runImport(folder: string, stream: string): Promise<Imported> {
  await writeEmptyRepository(folder);
  const marks = path.join(folder, 'import.marks');
  await git(['--git-dir', folder, 'fast-import', '--quiet', `--export-marks=${marks}`], stream);
  const shas = new Map((await readFile(marks, 'utf8')).split('\n').map(splitMark));
  await rm(marks);
  return { content: await readFolder(folder), shas };
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

/** Parses a line `:7 <sha>` of git's marks file. */
function splitMark(line: string): [number, string] {
  const [mark = '', sha = ''] = line.split(' ');
  return [Number(mark.slice(1)), sha];
}
