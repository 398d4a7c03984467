import type { CreateSession } from '../../../app/merge-requests/create/session';
import type { NewField, NewProblem } from '../../../domain/merge-requests/new-merge-request';
import { problemSentences } from '../../../presentation/merge-requests/create-messages';

/** Problems that are shown while typing. Others are shown after the first attempt. */
const AT_ONCE: readonly (readonly [NewField, NewProblem])[] = [
  ['sourceBranch', 'no-such-branch'],
  ['targetBranch', 'no-such-branch'],
  ['targetBranch', 'same-branch'],
  ['title', 'too-long'],
  ['description', 'too-long'],
];

/** Returns the problems of a form by field. `all`: includes those that are shown after the first attempt. */
export function shownProblems(
  { problems, values, target }: Pick<CreateSession, 'problems' | 'values' | 'target'>,
  { all }: { readonly all: boolean },
): Readonly<Record<string, string>> {
  const shown = Object.fromEntries(
    Object.entries(problems).filter(
      ([field, problem]) => all || AT_ONCE.some(([where, what]) => where === field && what === problem),
    ),
  );
  return problemSentences(shown, {
    source: values.sourceBranch,
    target: values.targetBranch,
    project: target?.project.path_with_namespace ?? '',
  });
}
