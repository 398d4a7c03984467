import type { Commit, Role, User } from '../model';
import { type Change, planHistory, type PlannedCommit } from './history';
import { importStream } from './import-stream';
import type { FolderContent, RepositoryFiles } from './repository-files';

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
  files: RepositoryFiles,
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
  files.add(EMPTY_REPOSITORY);
  const shas = await importStream(files, Buffer.from(stream.join('')));

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

const CONFIG = `[core]
	repositoryformatversion = 0
	bare = true
[transfer]
	hideRefs = ${UPCOMING.slice(0, -1)}
[uploadpack]
	allowAnySHA1InWant = true
`;

/** The files that `git init --bare` creates, so that it isn't started. */
const EMPTY_REPOSITORY: FolderContent = {
  folders: ['objects', 'refs/heads'],
  files: new Map([
    ['HEAD', Buffer.from('ref: refs/heads/main\n')],
    ['config', Buffer.from(CONFIG)],
  ]),
};

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
