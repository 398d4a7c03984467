import type { Begun } from '../../../domain/merge-requests/new-merge-request-values';
import type { CreateKey, TypedValues } from '../../../schemas/new-merge-request';
import type { CreateFacts } from './details';
import { type CreateSource, type CreateTarget, sourceBranchOf } from './places';

export interface BegunFrom {
  readonly key: CreateKey;
  readonly source: CreateSource | undefined;
  readonly target: CreateTarget | undefined;
  readonly typed: TypedValues;
  /** Names of the templates. */
  readonly templates: readonly string[];
  /** What was last known to be merged, of which branch. */
  readonly commits: { readonly of: string; readonly commits: CreateFacts['commits'] } | undefined;
  readonly push: CreateFacts['push'] | undefined;
}

/** What a form for a merge request begins with. */
export function begunFrom({ key, source, target, typed, templates, commits, push }: BegunFrom): Begun {
  const own = source === undefined || source.project.id === key.project;
  const sourceBranch = typed.sourceBranch ?? (own ? key.branch : (sourceBranchOf(source) ?? ''));
  return {
    source: source?.id ?? '',
    sourceBranch,
    target: String(target?.project.id ?? ''),
    targetBranch: typed.targetBranch ?? target?.project.default_branch ?? '',
    isFork: source !== undefined && target !== undefined && source.project.id !== target.project.id,
    templates,
    commits: commits?.of === sourceBranch.trim() ? commits.commits : undefined,
    push,
    squashOption: target?.project.squash_option,
    removesSourceBranch: target?.project.remove_source_branch_after_merge,
  };
}
