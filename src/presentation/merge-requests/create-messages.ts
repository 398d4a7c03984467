import { type ApiError, isApiError } from '../../api/errors';
import { t } from '../../base/localize';
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
import { numberText } from '../shared/format';
import { parts } from '../shared/row';

/** Validation messages by field. */
const PROBLEMS: Readonly<Record<NewField, Partial<Record<NewProblem, (of: Branches) => string>>>> = {
  title: {
    missing: () => t('Enter a title.'),
    'too-long': () =>
      t(
        'The title can have at most {0} characters, including the draft prefix.',
        numberText(MAX_TITLE_LENGTH),
      ),
  },
  description: {
    'too-long': () =>
      t('The description can have at most {0} characters.', numberText(MAX_DESCRIPTION_LENGTH)),
  },
  sourceBranch: {
    missing: () => t('Enter a source branch.'),
    'no-such-branch': ({ source }) => t("Branch {0} doesn't exist locally or on the server.", source),
  },
  targetBranch: {
    missing: () => t('Enter a target branch.'),
    'same-branch': () => t('Source and target branches must be different.'),
    'no-such-branch': ({ target, project }) => t("Branch {1} doesn't exist in {0}.", project, target),
  },
  push: {
    unpushed: ({ source }) => t('{0} must be pushed before the merge request can be created.', source),
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
    Object.entries(PROBLEMS).flatMap(([field, messages]) => {
      const problem = Object.entries(problems).find(([name]) => name === field)?.[1];
      const message = problem && messages[problem];
      return message === undefined ? [] : [[field, message(branches)]];
    }),
  );
}

/** Why a merge request wasn't created. */
export interface CreateFailure {
  /** Message about the failure and its cause; undefined if the messages at the fields are enough. */
  readonly text: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** Number of the merge request that is already open. */
  readonly existing: number | undefined;
  readonly steps: readonly ErrorAction[];
}

/** `pushed`: the branch was pushed before the failure. */
export function failureOf(error: unknown, { pushed }: { readonly pushed: boolean }): CreateFailure {
  if (isApiError(error)) {
    const refused = refusalOf(error, pushed);
    if (refused !== undefined) return refused;
  }
  const what = pushed
    ? t("Branch pushed. Couldn't create the merge request.")
    : t("Couldn't create the merge request.");
  const { why, steps, check } = explain(error);
  const text = check !== undefined && pushed ? t('Branch pushed. {0}', why) : failureText(what, error);
  return { text, fields: {}, existing: undefined, steps };
}

function refusalOf({ kind, serverMessage = '' }: ApiError, pushed: boolean): CreateFailure | undefined {
  const existing = kind === 'conflict' ? duplicateIn(serverMessage) : undefined;
  if (existing !== undefined) {
    const text = pushed
      ? t(
          'The branch was pushed, but merge request !{0} is already open for this source and target branch.',
          existing,
        )
      : t(
          "Couldn't create the merge request. Merge request !{0} is already open for this source and target branch.",
          existing,
        );
    return { ...alreadyOpen(existing), text };
  }
  if (kind !== 'bad-request' && kind !== 'unprocessable') return undefined;
  const { '': rest, ...byField } = refusalByField(serverMessage);
  const fields = Object.fromEntries(
    Object.entries(byField).map(([field, message]) => [field, t('The server responded: {0}', message)]),
  );
  if (Object.keys(fields).length === 0) return undefined;
  const text = rest === undefined ? undefined : refusedSentence(rest, pushed);
  return { text, fields, existing: undefined, steps: [] };
}

const refusedSentence = (message: string, pushed: boolean): string =>
  pushed
    ? t("Branch pushed. Couldn't create the merge request. The server responded: {0}", message)
    : t("Couldn't create the merge request. The server responded: {0}", message);

/** Failure if a merge request is already open. The text is for the case that no request was sent. */
export const alreadyOpen = (iid: number): CreateFailure => ({
  text: t('Merge request !{0} is already open for this source and target branch.', iid),
  fields: {},
  existing: iid,
  steps: [],
});

/** Describes unpushed commits; undefined for other states. */
export function pushHint(push: PushState, branch: string): string | undefined {
  switch (push.kind) {
    case 'unpushed':
      return t("{0} hasn't been pushed yet.", branch);
    case 'ahead':
      return push.by >= MAX_COMMITS
        ? t("{0}+ commits haven't been pushed yet.", numberText(push.by))
        : t(
            "{0, plural, one {# commit hasn't been pushed yet.} other {# commits haven't been pushed yet.}}",
            push.by,
          );
    default:
      return undefined;
  }
}

/** Describes unpushed commits that the extension can't push. */
function byHand(push: PushState, branch: string): string {
  if (push.kind !== 'ahead')
    return t(
      "{0} hasn't been pushed yet. Push manually because the local branch has a different name.",
      branch,
    );
  return push.by >= MAX_COMMITS
    ? t(
        "{0}+ commits haven't been pushed yet. Push manually because the local branch has a different name.",
        numberText(push.by),
      )
    : t(
        "{0, plural, one {# commit hasn't been pushed yet. Push manually because the local branch has a different name.} other {# commits haven't been pushed yet. Push manually because the local branch has a different name.}}",
        push.by,
      );
}

const WARNINGS: Readonly<Partial<Record<PushState['kind'], (push: PushState, branch: string) => string>>> = {
  // If the branch can be pushed, the form shows a checkbox instead.
  unpushed: byHand,
  ahead: byHand,
  behind: (_push, branch) =>
    t(
      "The server has commits on {0} that aren't in your local branch. They will be included in the merge request.",
      branch,
    ),
  diverged: (_push, branch) =>
    t(
      '{0} has diverged from the server. The merge request will include the commits on the server. To change that, pull or push manually first.',
      branch,
    ),
};
export const pushWarning = (push: PushState, branch: string): string | undefined =>
  WARNINGS[push.kind]?.(push, branch);

/** Returns the number of commits and files to merge. */
export function extentLabel(commits: number, files: number | undefined): string {
  return parts(
    commits >= MAX_COMMITS
      ? t('{0}+ commits', numberText(commits))
      : t('{0, plural, one {# commit} other {# commits}}', commits),
    files === undefined ? undefined : t('{0, plural, one {# file changed} other {# files changed}}', files),
  );
}

/** Why there is no form, and what to do. */
export const NO_FORM = {
  'signed-out': () => t('Sign in to a server to create a merge request.'),
  'no-repository': () => t('Open a Git repository to create a merge request.'),
  'no-project': () => t("None of this workspace's Git remotes point to a server you're signed in to."),
  'no-clone': (path: string | undefined) =>
    path === undefined
      ? t("The project isn't cloned in this workspace. Open a clone to create a merge request from a branch.")
      : t("{0} isn't cloned in this workspace. Open a clone to create a merge request from a branch.", path),
  detached: (name: string) => t('HEAD is detached in {0}. Check out or create a branch first.', name),
  'is-target': (branch: string) =>
    t('{0} is the default branch. Create a branch for your commits first.', branch),
  failed: (why: string) => t("Couldn't load the form. {0}", why),
} as const;

export const characterCountLabel = (length: number, most: number): string =>
  t('{0} of {1} characters', numberText(length), numberText(most));

/** Confirmation before input is replaced with values from the branch. */
export const discardQuestion = (): RiskQuestion => ({
  message: t('Discard your changes?'),
  detail: t('The form will be filled in again from the branch, its commits, and the templates.'),
  action: t('Start Over'),
});
