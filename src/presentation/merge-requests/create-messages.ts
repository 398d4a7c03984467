import { type ApiError, isApiError } from '../../api/errors';
import { locale, t } from '../../base/localize';
import {
  duplicateIn,
  MAX_COMMITS,
  type NewField,
  type NewProblem,
  type PushState,
  refusalByField,
} from '../../domain/merge-requests/new-merge-request';
import { MAX_DESCRIPTION_LENGTH } from '../../domain/merge-requests/text-limits';
import { MAX_TITLE_LENGTH } from '../../domain/merge-requests/text-limits';
import type { RiskQuestion } from '../jobs/risk-messages';
import { type ErrorAction, explain, failureText } from '../shared/error-messages';

/** What is wrong with each field before it is sent. */
const PROBLEMS: Readonly<Record<NewField, Partial<Record<NewProblem, (of: Branches) => string>>>> = {
  title: {
    missing: () => t('A merge request needs a title.'),
    'too-long': () =>
      t('A title has at most {0} characters, with what marks a draft.', numberText(MAX_TITLE_LENGTH)),
  },
  description: {
    'too-long': () => t('A description has at most {0} characters.', numberText(MAX_DESCRIPTION_LENGTH)),
  },
  sourceBranch: {
    missing: () => t('Name the branch that is to be merged.'),
    'no-such-branch': ({ source }) => t('There is no branch {0}, neither here nor on the server.', source),
  },
  targetBranch: {
    missing: () => t('Name the branch to merge into.'),
    'same-branch': () => t('A branch cannot be merged into itself: name another one.'),
    'no-such-branch': ({ target, project }) => t('{0} has no branch {1}.', project, target),
  },
  push: {
    unpushed: ({ source }) =>
      t('{0} is not on the server: without a push there is nothing that it could merge.', source),
  },
};

export interface Branches {
  readonly source: string;
  readonly target: string;
  /** Path of the target project. */
  readonly project: string;
}

export function problemSentences(
  problems: Readonly<Partial<Record<NewField, NewProblem>>>,
  branches: Branches,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(PROBLEMS).flatMap(([field, words]) => {
      const problem = Object.entries(problems).find(([name]) => name === field)?.[1];
      const says = problem && words[problem];
      return says === undefined ? [] : [[field, says(branches)]];
    }),
  );
}

/** What is told where the server or git did not do it. */
export interface CreateFailure {
  /** What did not happen, and why; undefined where the fields say it all. */
  readonly text: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** The merge request that is in the way. */
  readonly existing: number | undefined;
  readonly steps: readonly ErrorAction[];
}

/** `pushed` tells that the push was done before it failed. */
export function failureOf(error: unknown, pushed: boolean): CreateFailure {
  const what = pushed
    ? t('The branch was pushed, but the merge request was not created.')
    : t('The merge request was not created.');
  if (isApiError(error)) {
    const refused = refusalOf(error, what);
    if (refused !== undefined) return refused;
  }
  const { why, steps, check } = explain(error);
  const text =
    check !== undefined && pushed ? t('The branch was pushed. {0}', why) : failureText(what, error);
  return { text, fields: {}, existing: undefined, steps };
}

function refusalOf({ kind, serverMessage = '' }: ApiError, what: string): CreateFailure | undefined {
  const existing = kind === 'conflict' ? duplicateIn(serverMessage) : undefined;
  if (existing !== undefined)
    return { ...alreadyOpen(existing), text: t('{0} {1}', what, openSentence(existing)) };
  if (kind !== 'bad-request' && kind !== 'unprocessable') return undefined;
  const { '': rest, ...byField } = refusalByField(serverMessage);
  const fields = Object.fromEntries(
    Object.entries(byField).map(([field, words]) => [field, t('The server says: {0}', words)]),
  );
  if (Object.keys(fields).length === 0) return undefined;
  const text = rest === undefined ? undefined : t('{0} The server says: {1}', what, rest);
  return { text, fields, existing: undefined, steps: [] };
}

/** Where one is open already, nothing is sent. */
export const alreadyOpen = (iid: number): CreateFailure => ({
  text: openSentence(iid),
  fields: {},
  existing: iid,
  steps: [],
});

const openSentence = (iid: number): string =>
  t('!{0} is open already, from this branch into the same one.', iid);

/** How the branch stands to the server, where a person should know; `fine` tells nothing. */
export function pushHint(push: PushState, branch: string): string | undefined {
  switch (push.kind) {
    case 'unpushed':
      return t('{0} is not on the server yet.', branch);
    case 'ahead':
      return push.by === 1
        ? t('1 commit is not on the server yet.')
        : push.by >= MAX_COMMITS
          ? t('{0} commits or more are not on the server yet.', numberText(push.by))
          : t('{0} commits are not on the server yet.', numberText(push.by));
    default:
      return undefined;
  }
}

const byHand = (push: PushState, branch: string): string =>
  t('{0} Push by hand: the branch has another name here.', pushHint(push, branch) ?? '');

const WARNINGS: Readonly<Partial<Record<PushState['kind'], (push: PushState, branch: string) => string>>> = {
  // Where it could be pushed, the form has a box for it.
  unpushed: byHand,
  ahead: byHand,
  behind: (_push, branch) =>
    t('The server has commits of {0} that are not here. They will be part of the merge request.', branch),
  diverged: (_push, branch) =>
    t(
      '{0} has other commits on the server than here. What is there will be merged: pull or push by hand first to change that.',
      branch,
    ),
};
export const pushWarning = (push: PushState, branch: string): string | undefined =>
  WARNINGS[push.kind]?.(push, branch);

/** What would be merged, in numbers. */
export function extentLabel(commits: number, files: number | undefined): string {
  const many =
    commits === 1
      ? t('1 commit')
      : commits >= MAX_COMMITS
        ? t('{0} commits or more', numberText(commits))
        : t('{0} commits', numberText(commits));
  if (files === undefined) return many;
  return files === 1 ? t('{0}, 1 file changed', many) : t('{0}, {1} files changed', many, numberText(files));
}

const numberText = (value: number): string => new Intl.NumberFormat(locale()).format(value);

/** Why there is no form, and what to do. */
export const NO_FORM = {
  'signed-out': () => t('You are not signed in to a server, so there is nowhere to create a merge request.'),
  'no-repository': () =>
    t('No git repository is open, so there is no branch to create a merge request from.'),
  'no-project': () =>
    t(
      'No git remote of this workspace lies on a server that you are signed in to, so there is nowhere to create a merge request.',
    ),
  'no-clone': (path: string) =>
    t(
      '{0} is not cloned in this workspace: open a clone of it to create a merge request from a branch.',
      path,
    ),
  detached: (name: string) =>
    t(
      'No branch is checked out in {0}: its head is detached. Check out a branch, or create one, first.',
      name,
    ),
  'is-target': (branch: string) =>
    t('{0} is the branch that others are merged into. Create a branch with your commits first.', branch),
  failed: (why: string) => t('The form could not be filled. {0}', why),
} as const;

export const charactersWords = (length: number, most: number): string =>
  t('{0} of {1} characters', numberText(length), numberText(most));

/** Asked before what was typed is replaced by what the branch says. */
export const discardQuestion = (): RiskQuestion => ({
  message: t('Discard what you wrote?'),
  detail: t('The form is filled in again from the branch, its commits and the templates.'),
  action: t('Start Over'),
  safe: t('Keep It'),
});
