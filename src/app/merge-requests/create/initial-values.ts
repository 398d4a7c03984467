import type { InitialFormData } from '../../../domain/merge-requests/new-merge-request-values';
import type { CreateKey, TypedValues } from '../../../schemas/new-merge-request';
import type { CreateFacts } from './details';
import { type CreateSource, type CreateTarget, sourceBranchOf } from './places';

export interface InitialFormDataInput {
  readonly key: CreateKey;
  readonly source: CreateSource | undefined;
  readonly target: CreateTarget | undefined;
  readonly typed: TypedValues;
  /** Names of the templates. */
  readonly templates: readonly string[];
  /** The last known commits, and their branch. */
  readonly commits: { readonly of: string; readonly commits: CreateFacts['commits'] } | undefined;
  readonly push: CreateFacts['push'] | undefined;
}

/** Returns the data for the initial values of the form. */
export function createInitialFormData({
  key,
  source,
  target,
  typed,
  templates,
  commits,
  push,
}: InitialFormDataInput): InitialFormData {
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
