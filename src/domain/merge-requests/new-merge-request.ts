import { draftTitle } from './draft-title';
import { lengthOf, MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from './text-limits';

/** From here on a person wants to know how many are left. */
const NEAR_THE_END = 0.9;

/** Commits that are listed; there may be more. */
export const MAX_COMMITS = 100;

/**
 * How the branch here stands to the one on the server. `none`: no such branch here. `ahead` by some commits; `diverged`
 * where each has what the other has not; `unknown` where the server does not tell.
 */
export type PushState =
  | { readonly kind: 'none' | 'unknown' | 'unpushed' | 'same' | 'behind' | 'diverged' }
  | { readonly kind: 'ahead'; readonly by: number };

/** True where a push makes a difference and can be made. */
export const canPush = ({ kind }: PushState): boolean => kind === 'unpushed' || kind === 'ahead';

/** A branch of a project, by the project's id (or full path, where no id is known). */
export interface BranchPlace {
  readonly project: number | string;
  readonly branch: string;
}

/** What a person says of a merge request that is to be made. */
export interface NewMergeRequest {
  readonly source: BranchPlace;
  readonly target: BranchPlace;
  /** As typed: what makes it a draft is put in front when it is sent. */
  readonly title: string;
  readonly description: string;
  readonly draft: boolean;
  /** Number of an issue that is closed by it; undefined for none. */
  readonly closes: number | undefined;
  /** Undefined where the project decides. */
  readonly squash: boolean | undefined;
  readonly removeSourceBranch: boolean;
  /** Undefined but for forks. */
  readonly allowCollaboration: boolean | undefined;
  readonly assignees: readonly number[];
  readonly reviewers: readonly number[];
  readonly labels: readonly string[];
  readonly milestone: number | undefined;
}

export type NewField = 'title' | 'description' | 'sourceBranch' | 'targetBranch' | 'push';
export type NewProblem = 'missing' | 'too-long' | 'same-branch' | 'unpushed' | 'no-such-branch';

/** What is known of the branches; nothing where they were not looked at yet. */
export interface KnownBranches {
  readonly push: PushState;
  readonly sourceExists: boolean;
  /** Undefined where the server does not tell. */
  readonly targetExists: boolean | undefined;
}

/**
 * What would be refused, by field, so that it can be told before anything is sent. `pushes`: the branch is pushed
 * before.
 */
export function problemsOf(
  asked: NewMergeRequest,
  known?: KnownBranches,
  { pushes = false }: { readonly pushes?: boolean } = {},
): Readonly<Partial<Record<NewField, NewProblem>>> {
  const found: readonly (readonly [NewField, NewProblem | undefined])[] = [
    ['sourceBranch', sourceProblem(asked, known)],
    ['targetBranch', targetProblem(asked, known)],
    ['title', titleProblem(asked)],
    ['description', lengthOf(descriptionToSend(asked)) > MAX_DESCRIPTION_LENGTH ? 'too-long' : undefined],
    ['push', known?.push.kind === 'unpushed' && !pushes ? 'unpushed' : undefined],
  ];
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
}

function titleProblem(asked: NewMergeRequest): NewProblem | undefined {
  if (asked.title.trim() === '') return 'missing';
  return lengthOf(titleToSend(asked)) > MAX_TITLE_LENGTH ? 'too-long' : undefined;
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

export const isNearTheEnd = (length: number, most: number): boolean => length > most * NEAR_THE_END;

export const titleToSend = ({ title, draft }: Pick<NewMergeRequest, 'title' | 'draft'>): string =>
  draft ? draftTitle(title.trim()) : title.trim();

/** The description with the issue that it closes, unless it names that already. */
export function descriptionToSend({
  description,
  closes,
}: Pick<NewMergeRequest, 'description' | 'closes'>): string {
  if (closes === undefined || closesIssue(description, closes)) return description;
  return description.trim() === '' ? `Closes #${closes}` : `${description.trimEnd()}\n\nCloses #${closes}`;
}

/** True where a text closes an issue of its project already, in one of the words that servers know. */
export const closesIssue = (text: string, issue: number): boolean =>
  new RegExp(
    `\\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing))\\b:?\\s+#${issue}\\b`,
    'i',
  ).test(text);

/** The issue that a branch names at its beginning, as in `123-fix-it` or `fix/123-it`; undefined for none. */
export function issueOf(branch: string): number | undefined {
  const number = Number(/(?:^|\/)#?(\d{1,7})(?=[-_])/.exec(branch)?.[1] ?? 0);
  return number > 0 ? number : undefined;
}

/** What the server calls the fields of the form. */
const SERVER_FIELDS: Readonly<Record<string, NewField>> = {
  title: 'title',
  description: 'description',
  source_branch: 'sourceBranch',
  target_branch: 'targetBranch',
};

/** Refusals that name a branch in their words only (server-behavior.md#create). */
const BRANCH_WORDS: readonly (readonly [RegExp, NewField])[] = [
  [/^source branch\b/i, 'sourceBranch'],
  [/^target branch\b|same project\/branch/i, 'targetBranch'],
];

/**
 * A server's refusal, by the fields that it is about; under '' what is about none. Reads `title: is too long; …`, as
 * errors of fields are joined, and `title is missing, source_branch is empty`.
 */
export function refusalByField(words: string): Readonly<Partial<Record<NewField | '', string>>> {
  const found: Partial<Record<NewField | '', string>> = {};
  for (const part of words.split(/; |, (?=\w+ is (?:missing|empty|invalid)\b)/)) {
    const [, name = '', colon, word] = /^(\w+)(:)? (.+)$/s.exec(part) ?? [];
    const named =
      colon === ':' || /^is (?:missing|empty|invalid)/.test(word ?? '') ? SERVER_FIELDS[name] : undefined;
    const field = named ?? BRANCH_WORDS.find(([pattern]) => pattern.test(part))?.[1] ?? '';
    const said = named === undefined ? part : (word ?? part);
    const before = found[field];
    found[field] = before === undefined ? said : `${before}; ${said}`;
  }
  return found;
}

/**
 * The number in "Another open merge request already exists for this source branch: !38"
 * (server-behavior.md#error-bodies).
 */
export function duplicateIn(words: string | undefined): number | undefined {
  const iid = Number(/another open merge request.*!(\d{1,9})/is.exec(words ?? '')?.[1] ?? 0);
  return iid > 0 ? iid : undefined;
}
