/** A person in a commit message. The REST API doesn't return the email of all users. */
export interface MessagePerson {
  readonly name: string;
  readonly email?: string | null | undefined;
}

export interface MessageCommit {
  readonly message?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly author_name?: string | null | undefined;
  readonly author_email?: string | null | undefined;
  readonly parent_ids?: readonly string[] | null | undefined;
}

/** The values of the variables of commit message templates. Undefined values aren't known. */
export interface MessageFacts {
  readonly sourceBranch: string;
  readonly targetBranch: string;
  readonly title: string;
  readonly description: string;
  /** Issues that the merge closes, such as `#3`; undefined if unknown. */
  readonly closes: readonly string[] | undefined;
  readonly reference: string;
  readonly localReference: string;
  readonly sourceProject: number | undefined;
  readonly url: string | undefined;
  /** Latest first; undefined if not all are known. */
  readonly commits: readonly MessageCommit[] | undefined;
  readonly approvedBy: readonly MessagePerson[] | undefined;
  readonly reviewedBy: readonly MessagePerson[] | undefined;
  readonly mergedBy: MessagePerson | undefined;
  readonly author: MessagePerson | undefined;
  /** The author of the commit, who isn't a co-author. */
  readonly commitAuthor: MessagePerson | undefined;
}

type Value = (facts: MessageFacts) => string | undefined;

/** The documented variables (server-behavior.md#message-templates). */
const VALUES: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['source_branch', ({ sourceBranch }) => sourceBranch],
  ['target_branch', ({ targetBranch }) => targetBranch],
  ['title', ({ title }) => title],
  ['description', ({ description }) => description],
  ['issues', ({ closes }) => closes && (closes.length === 0 ? '' : `Closes ${namesInSentence(closes)}`)],
  ['reference', ({ reference }) => reference],
  ['local_reference', ({ localReference }) => localReference],
  ['source_project_id', ({ sourceProject }) => sourceProject?.toString()],
  ['url', ({ url }) => url],
  ['first_commit', ({ commits }) => commits && (commits.at(-1)?.message ?? '').trim()],
  [
    'first_multiline_commit',
    ({ commits, title }) =>
      commits && (commits.findLast(({ message }) => isMultiline(message))?.message?.trim() ?? title),
  ],
  ['all_commits', ({ commits }) => commits && listed(commits)],
  ['co_authored_by', ({ commits, commitAuthor }) => commits && coAuthors(commits, commitAuthor)],
  ['approved_by', ({ approvedBy }) => approvedBy && trailers('Approved-by', approvedBy)],
  ['reviewed_by', ({ reviewedBy }) => reviewedBy && trailers('Reviewed-by', reviewedBy)],
  ['merged_by', ({ mergedBy }) => mergedBy && named(mergedBy)],
  ['merge_request_author', ({ author }) => author && named(author)],
]);

/**
 * Expands a commit message template like the server. Variables that aren't known stay as they are, so that the user
 * can replace them.
 */
export function expandedMessage(template: string, facts: MessageFacts): string {
  const lines = template.replaceAll('\r', '').split('\n');
  const valueOf = (name: string): string | undefined => VALUES.get(name)?.(facts);
  const isEmpty = (line: string | undefined): boolean => {
    const name = /^%\{(\w+)\}$/.exec(line ?? '')?.[1];
    return name !== undefined && valueOf(name)?.trim() === '';
  };
  const kept: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (!isEmpty(line)) kept.push(line);
    // Two empty lines in a row remain otherwise.
    else if (kept.length > 1 && kept.at(-1) === '' && !lines[index + 1]) kept.pop();
  }
  return kept.join('\n').replace(/%\{(\w+)\}/g, (variable, name: string) => valueOf(name) ?? variable);
}

const named = ({ name, email }: MessagePerson): string => (email ? `${name} <${email}>` : name);

const trailers = (key: string, people: readonly MessagePerson[]): string =>
  people.map((person) => `${key}: ${named(person)}`).join('\n');

const isMultiline = (message: string | null | undefined): boolean => message?.trim().includes('\n') === true;

/** The server leaves out merge commits, but lists of commits often have no parents. */
const isMerge = ({ parent_ids: parents, title, message }: MessageCommit): boolean =>
  (parents?.length ?? 0) > 1 || /^Merge (?:remote-tracking )?branch '/.test(message ?? title ?? '');

const listed = (commits: readonly MessageCommit[]): string =>
  commits
    .filter((commit) => !isMerge(commit))
    .map(({ message, title }) => `* ${(message ?? title ?? '').trim()}`)
    .join('\n\n');

function coAuthors(commits: readonly MessageCommit[], commitAuthor: MessagePerson | undefined): string {
  const byEmail = new Map<string, string>();
  for (const { author_email: email, author_name: name } of commits) {
    if (email && name && email !== commitAuthor?.email && name !== commitAuthor?.name)
      byEmail.set(email, name);
  }
  return [...byEmail].map(([email, name]) => `Co-authored-by: ${name} <${email}>`).join('\n');
}

/**
 * Joins names like `#1, #2 and #3`. Commit messages are always in English, regardless of the editor's language.
 */
function namesInSentence(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** The fields of a merge request that the default messages contain. */
interface DefaultMessageFacts {
  readonly iid: number;
  readonly title: string;
  readonly source_branch?: string | null | undefined;
  readonly target_branch?: string | null | undefined;
  readonly references?: { readonly full?: string | null | undefined } | null | undefined;
}

/**
 * Returns the default message of a merge commit as the service documents it, for servers that don't return
 * it. `closes` contains issue references such as `#3`.
 */
export function defaultMergeMessage(request: DefaultMessageFacts, closes: readonly string[]): string {
  const reference = request.references?.full ?? `!${request.iid}`;
  return [
    `Merge branch '${request.source_branch ?? ''}' into '${request.target_branch ?? ''}'`,
    request.title,
    ...(closes.length === 0 ? [] : [`Closes ${namesInSentence(closes)}`]),
    `See merge request ${reference}`,
  ].join('\n\n');
}

/** The default message of a squash commit: the title. */
export const defaultSquashMessage = ({ title }: DefaultMessageFacts): string => title;
