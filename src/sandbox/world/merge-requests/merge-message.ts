import type { User } from '../model';
import { emailOf } from '../repositories/branches';
import { commitsBetween, type KnownCommit } from '../repositories/commits';
import type { World } from '../world';
import { issuesClosedBy } from './issues';
import type { MergeRequest } from './model';
import { diffRangeOf } from './versions';

/** Data from which a message is generated. `base` is the URL of the service. */
interface Source {
  readonly world: World;
  readonly request: MergeRequest;
  /** The user who merges. */
  readonly user: User;
  readonly base: string;
  readonly kind: 'merge' | 'squash';
}

/** The default message of merge commits if the project has no template (server-behavior.md#message-templates). */
const MERGE_TEMPLATE = [
  "Merge branch '%{source_branch}' into '%{target_branch}'",
  '%{title}',
  '%{issues}',
  'See merge request %{reference}',
].join('\n\n');

/** Returns the message of a merge that doesn't specify one. */
export function generatedMessage(source: Source): string {
  const { merge_commit_template: merge, squash_commit_template: squash } =
    source.request.project.mergeSettings;
  const template = source.kind === 'merge' ? merge : squash;
  if (template !== null && template.trim() !== '') return filled(template, source);
  return filled(source.kind === 'merge' ? MERGE_TEMPLATE : '%{title}', source);
}

const person = (user: User): string => `${user.name} <${emailOf(user)}>`;

/** The value of each variable; empty if there is none. */
const VARIABLES: ReadonlyMap<string, (source: Source) => string> = new Map([
  ['source_branch', ({ request }) => request.sourceBranch],
  ['target_branch', ({ request }) => request.targetBranch],
  ['title', ({ request }) => request.title],
  ['description', ({ request }) => request.description],
  ['issues', ({ request }) => closes(request)],
  ['reference', ({ request: { project, iid } }) => `${project.path}!${iid}`],
  ['local_reference', ({ request: { iid } }) => `!${iid}`],
  ['source_project_id', ({ request }) => String(request.source.id)],
  ['url', ({ request: { project, iid }, base }) => `${base}/${project.path}/-/merge_requests/${iid}`],
  ['first_commit', (source) => commitsOf(source).at(-1)?.message.trim() ?? ''],
  ['first_multiline_commit', (source) => firstLong(source)?.message.trim() ?? source.request.title],
  [
    'reviewed_by',
    ({ request }) =>
      request.reviewers
        .filter(({ state }) => state !== 'unreviewed')
        .map(({ user }) => `Reviewed-by: ${person(user)}`)
        .join('\n'),
  ],
  [
    'approved_by',
    ({ request }) => request.approvedBy.map(({ user }) => `Approved-by: ${person(user)}`).join('\n'),
  ],
  ['merged_by', ({ user }) => person(user)],
  ['merge_request_author', ({ request }) => person(request.author)],
  ['co_authored_by', coAuthors],
  [
    'all_commits',
    (source) =>
      commitsOf(source)
        .filter(({ parents }) => parents.length < 2)
        .map(({ message }) => `* ${message.trim()}`)
        .join('\n\n'),
  ],
]);

const VARIABLE = /%\{(\w+)\}/g;

/** Lines that consist of an empty variable are removed, with the empty line before them. */
function filled(template: string, source: Source): string {
  const text = template.replaceAll('\r', '');
  const valueOf = (name: string): string | undefined => VARIABLES.get(name)?.(source);
  const kept: string[] = [];
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const name = /^%\{(\w+)\}$/.exec(line)?.[1];
    if (name === undefined || valueOf(name)?.trim() !== '') {
      kept.push(line);
      continue;
    }
    const isLastOfParagraph = index === lines.length - 1 || lines[index + 1] === '';
    if (isLastOfParagraph && index > 1 && kept.at(-1) === '') kept.pop();
  }
  return kept.join('\n').replace(VARIABLE, (all, name: string) => valueOf(name) ?? all);
}

/** Latest first. */
function commitsOf({ world, request }: Source): KnownCommit[] {
  const range = diffRangeOf(request);
  return range === undefined
    ? []
    : commitsBetween(world.repositories.of(request.project), range.base, request.head);
}

const firstLong = (source: Source): KnownCommit | undefined =>
  commitsOf(source)
    .reverse()
    .find(({ message }) => message.trim().includes('\n'));

function coAuthors(source: Source): string {
  const own = emailOf(source.kind === 'squash' ? source.request.author : source.user);
  const byEmail = new Map(commitsOf(source).map(({ email, author }) => [email, author]));
  byEmail.delete(own);
  return [...byEmail].map(([email, name]) => `Co-authored-by: ${name} <${email}>`).join('\n');
}

function closes(request: MergeRequest): string {
  const names = issuesClosedBy(request).map((issue) => (typeof issue === 'string' ? issue : `#${issue.iid}`));
  return names.length === 0 ? '' : `Closes ${names.join(', ').replace(/, ([^,]+)$/, ' and $1')}`;
}
