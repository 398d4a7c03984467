import type { CreateSession } from '../../../app/merge-requests/create/session';
import type { NewField, NewProblem } from '../../../domain/merge-requests/new-merge-request';
import { squashRuleOf } from '../../../domain/merge-requests/new-merge-request-values';
import { problemSentences } from '../../../presentation/merge-requests/create-messages';
import type { CreateModel } from '../../../presentation/merge-requests/create-model';

/** Returns the data that the page shows. */
export function createModel(
  session: CreateSession,
  shown: Pick<CreateModel, 'errors' | 'failure' | 'freeLabels' | 'now' | 'writing'>,
): CreateModel {
  const { values, details: facts, sources, targets, source, target, typed } = session;
  const several = new Set(sources.map(({ clone }) => clone.repository)).size > 1;
  return {
    ...shown,
    sources: sources.map(({ id, project, clone }) => ({
      value: id,
      label: several ? `${project.path_with_namespace} (${clone.name})` : project.path_with_namespace,
    })),
    targets: targets.map(({ project }) => ({
      value: String(project.id),
      label: project.path_with_namespace,
    })),
    values,
    push: facts?.push,
    pushable: session.pushable,
    commits: session.isLoading ? undefined : facts?.commits,
    files: facts?.files,
    loading: session.isLoading,
    open: (facts?.open ?? []).map(({ iid, title, target_branch: into }) => ({
      iid,
      title,
      into: into ?? '',
    })),
    templates: session.templates,
    offersTemplate: typed.offersTemplate,
    canPutBack: typed.canPutBack,
    issue: session.issue,
    names: typed.names,
    me: session.me === undefined ? undefined : String(session.me.id),
    squashRule: squashRuleOf(target?.project.squash_option),
    isFork: source !== undefined && target !== undefined && source.project.id !== target.project.id,
    keptAt: typed.keptAt,
  };
}

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
