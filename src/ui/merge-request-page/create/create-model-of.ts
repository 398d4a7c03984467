import type { CreateSession } from '../../../app/merge-requests/create/session';
import { squashRuleOf } from '../../../domain/merge-requests/new-merge-request-values';
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
