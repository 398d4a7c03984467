import { draftTitle } from './draft-title';
import { lengthOf, MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from './text-limits';

/** Fraction of the maximum length above which the number of remaining characters is shown. */
const NEAR_THE_END = 0.9;

/** Maximum number of listed commits; there can be more. */
export const MAX_COMMITS = 100;

/**
 * Compares the local branch with the one on the server. `none`: there is no local branch. `unpushed`: the
 * branch doesn't exist on the server. `ahead`: the local branch has `by` more commits. `diverged`: each
 * branch has commits that the other doesn't have. `unknown`: the server doesn't provide the data.
 */
export type PushState =
  | { readonly kind: 'none' | 'unknown' | 'unpushed' | 'same' | 'behind' | 'diverged' }
  | { readonly kind: 'ahead'; readonly by: number };

/** True if there is something to push and pushing is possible. */
export const canPush = ({ kind }: PushState): boolean => kind === 'unpushed' || kind === 'ahead';

/** A branch of a project, with the project's ID, or its full path if the ID isn't known. */
export interface BranchPlace {
  readonly project: number | string;
  readonly branch: string;
}

/** The user's input for a new merge request. */
export interface NewMergeRequest {
  readonly source: BranchPlace;
  readonly target: BranchPlace;
  /** As typed; the draft prefix is added when the request is sent. */
  readonly title: string;
  readonly description: string;
  readonly draft: boolean;
  /** Number of the issue that the merge request closes, if any. */
  readonly closes: number | undefined;
  /** Undefined if the project's settings decide. */
  readonly squash: boolean | undefined;
  readonly removeSourceBranch: boolean;
  /** Undefined unless the source project is a fork. */
  readonly allowCollaboration: boolean | undefined;
  readonly assignees: readonly number[];
  readonly reviewers: readonly number[];
  readonly labels: readonly string[];
  readonly milestone: number | undefined;
}

export type NewField = 'title' | 'description' | 'sourceBranch' | 'targetBranch' | 'push';
export type NewProblem = 'missing' | 'too-long' | 'same-branch' | 'unpushed' | 'no-such-branch';

/** State of the branches, if it was fetched. */
export interface KnownBranches {
  readonly push: PushState;
  readonly sourceExists: boolean;
  /** Undefined if the server doesn't return it. */
  readonly targetExists: boolean | undefined;
}

/**
 * Returns problems by field that would make the server reject the request. `pushes`: the branch is pushed
 * before the request.
 */
export function problemsOf(
  input: NewMergeRequest,
  known?: KnownBranches,
  { pushes = false }: { readonly pushes?: boolean } = {},
): Readonly<Partial<Record<NewField, NewProblem>>> {
  const found: readonly (readonly [NewField, NewProblem | undefined])[] = [
    ['sourceBranch', sourceProblem(input, known)],
    ['targetBranch', targetProblem(input, known)],
    ['title', titleProblem(input)],
    ['description', lengthOf(descriptionToSend(input)) > MAX_DESCRIPTION_LENGTH ? 'too-long' : undefined],
    ['push', known?.push.kind === 'unpushed' && !pushes ? 'unpushed' : undefined],
  ];
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
}

function titleProblem(input: NewMergeRequest): NewProblem | undefined {
  if (input.title.trim() === '') return 'missing';
  return lengthOf(titleToSend(input)) > MAX_TITLE_LENGTH ? 'too-long' : undefined;
}

function sourceProblem({ source }: NewMergeRequest, known?: KnownBranches): NewProblem | undefined {
  if (source.branch === '') return 'missing';
  return known?.sourceExists === false ? 'no-such-branch' : undefined;
}

function targetProblem({ source, target }: NewMergeRequest, known?: KnownBranches): NewProblem | undefined {
  if (target.branch === '') return 'missing';
  if (source.project === target.project && source.branch === target.branch) return 'same-branch';
  return known?.targetExists === false ? 'no-such-branch' : undefined;
}

export const isNearLimit = (length: number, most: number): boolean => length > most * NEAR_THE_END;

export const titleToSend = ({ title, draft }: Pick<NewMergeRequest, 'title' | 'draft'>): string =>
  draft ? draftTitle(title.trim()) : title.trim();

/** Returns the description with a closing reference to the issue, unless it already contains one. */
export function descriptionToSend({
  description,
  closes,
}: Pick<NewMergeRequest, 'description' | 'closes'>): string {
  if (closes === undefined || closesIssue(description, closes)) return description;
  return description.trim() === '' ? `Closes #${closes}` : `${description.trimEnd()}\n\nCloses #${closes}`;
}

/** True if a text closes an issue of its project with one of the keywords that servers recognize. */
export const closesIssue = (text: string, issue: number): boolean =>
  new RegExp(
    `\\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing))\\b:?\\s+#${issue}\\b`,
    'i',
  ).test(text);

/**
 * Returns the issue number at the start of a branch name or after a slash, as in `123-fix-it` or
 * `fix/123-it`; undefined if there is none.
 */
export function issueOf(branch: string): number | undefined {
  const number = Number(/(?:^|\/)#?(\d{1,7})(?=[-_])/.exec(branch)?.[1] ?? 0);
  return number > 0 ? number : undefined;
}

/** Names of form fields in the API. */
const SERVER_FIELDS: Readonly<Record<string, NewField>> = {
  title: 'title',
  description: 'description',
  source_branch: 'sourceBranch',
  target_branch: 'targetBranch',
};

/** Errors that mention a branch only in their text, without a field name (server-behavior.md#create). */
const BRANCH_PATTERNS: readonly (readonly [RegExp, NewField])[] = [
  [/^source branch\b/i, 'sourceBranch'],
  [/^target branch\b|same project\/branch/i, 'targetBranch'],
];

/**
 * Splits a server's error message by field; parts without a field have the key ''. Reads `title: is too long;
 * …`, the joined form of field errors, and `title is missing, source_branch is empty`.
 */
export function refusalByField(message: string): Readonly<Partial<Record<NewField | '', string>>> {
  const found: Partial<Record<NewField | '', string>> = {};
  for (const part of message.split(/; |, (?=\w+ is (?:missing|empty|invalid)\b)/)) {
    const [, name = '', colon, word] = /^(\w+)(:)? (.+)$/s.exec(part) ?? [];
    const named =
      colon === ':' || /^is (?:missing|empty|invalid)/.test(word ?? '') ? SERVER_FIELDS[name] : undefined;
    const field = named ?? BRANCH_PATTERNS.find(([pattern]) => pattern.test(part))?.[1] ?? '';
    const text = named === undefined ? part : (word ?? part);
    const before = found[field];
    found[field] = before === undefined ? text : `${before}; ${text}`;
  }
  return found;
}

/**
 * Returns the number in "Another open merge request already exists for this source branch: !38"
 * (server-behavior.md#error-bodies).
 */
export function duplicateIn(message: string | undefined): number | undefined {
  const iid = Number(/another open merge request.*!(\d{1,9})/is.exec(message ?? '')?.[1] ?? 0);
  return iid > 0 ? iid : undefined;
}
