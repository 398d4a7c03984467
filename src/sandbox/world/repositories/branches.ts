import type { Commit, User } from '../model';
import { importStream } from './import-stream';
import type { RepositoryFiles } from './repository-files';

/** A change of a file in a commit. If `text` and `was` are undefined, the file is deleted. */
export interface FileChange {
  readonly path: string;
  readonly text?: string | Buffer;
  readonly mode?: '100644' | '100755' | '120000';
  /** The former path of a renamed file. */
  readonly was?: string;
}

/** A commit on a branch that is added after the history was imported. */
export interface BranchCommit {
  readonly branch: string;
  /** SHA at which the branch starts; undefined to continue the branch. */
  readonly from?: string;
  readonly author: User;
  readonly at: number;
  readonly title: string;
  readonly body?: string;
  readonly files: readonly FileChange[];
}

/** Adds commits to branches with a single `git fast-import`. Returns the commits in the same order. */
export async function addBranches(
  files: RepositoryFiles,
  commits: readonly BranchCommit[],
  refOf: (branch: string) => string = (branch) => `refs/heads/${branch}`,
): Promise<Commit[]> {
  const parts = commits.flatMap((commit, index) => streamOf(commit, index + 1, refOf(commit.branch)));
  const stream = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  // Commits without `from` continue a branch, so the result depends on it.
  const continued = commits.filter(({ from }) => from === undefined).map(({ branch }) => refOf(branch));
  const shas = await importStream(files, stream, [...new Set(continued)]);
  return commits.map(({ title, body, branch, author, at }, index) => ({
    sha: shas.get(index + 1) ?? '',
    title,
    message: messageOf(title, body),
    branch,
    author: author.name,
    email: emailOf(author),
    at,
  }));
}

export const emailOf = ({ username }: User): string => `${username}@acme.example`;
const messageOf = (title: string, body?: string): string =>
  body === undefined ? `${title}\n` : `${title}\n\n${body}\n`;

function streamOf(commit: BranchCommit, mark: number, ref: string): (string | Buffer)[] {
  const { author, at, title, body, from, files } = commit;
  const person = `${author.name} <${emailOf(author)}> ${Math.floor(at / 1000)} +0000`;
  return [
    `commit ${ref}\nmark :${mark}\nauthor ${person}\ncommitter ${person}\n`,
    ...data(messageOf(title, body)),
    from === undefined ? '' : `from ${from}\n`,
    ...files.flatMap(changeOf),
    '\n',
  ];
}

function changeOf({ path: name, text, mode = '100644', was }: FileChange): (string | Buffer)[] {
  const rename = was === undefined ? [] : [`R ${was} ${name}\n`];
  if (text === undefined) return was === undefined ? [`D ${name}\n`] : rename;
  return [...rename, `M ${mode} inline ${name}\n`, ...data(text)];
}

const data = (text: string | Buffer): (string | Buffer)[] => [
  `data ${Buffer.byteLength(text)}\n`,
  text,
  '\n',
];
