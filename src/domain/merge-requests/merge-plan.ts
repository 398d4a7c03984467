import { type SquashRule, squashRuleOf } from './new-merge-request-values';

/** The methods of projects (server-behavior.md#merge-methods). */
const MERGE_METHODS = ['merge', 'rebase_merge', 'ff'] as const;
export type MergeMethod = (typeof MERGE_METHODS)[number];

/** How a project merges. */
export interface MergeSettings {
  readonly merge_method?: string | null | undefined;
  readonly squash_option?: string | null | undefined;
  readonly merge_trains_enabled?: boolean | null | undefined;
}

/** The commits that a merge creates. */
export interface MergePlan {
  /** Undefined if the server doesn't return it, or returns one that isn't known. */
  readonly method: MergeMethod | undefined;
  readonly squash: boolean;
  readonly squashRule: SquashRule;
  /** True if the merge creates a merge commit, which has a message. */
  readonly hasMergeCommit: boolean;
  /** True if merge requests are merged by a merge train (server-behavior.md#merge-trains). */
  readonly hasTrain: boolean;
}

const BY_RULE: Readonly<Record<Exclude<SquashRule, 'free'>, boolean>> = { always: true, never: false };

/** Returns what a merge does. `squash`: the user's choice, which the rule of the project overrides. */
export function mergePlan(
  settings: MergeSettings | undefined,
  { squash }: { readonly squash: boolean },
): MergePlan {
  const method = MERGE_METHODS.find((each) => each === settings?.merge_method);
  const squashRule = squashRuleOf(settings?.squash_option);
  return {
    method,
    squashRule,
    squash: squashRule === 'free' ? squash : BY_RULE[squashRule],
    hasMergeCommit: method !== 'ff',
    hasTrain: settings?.merge_trains_enabled === true,
  };
}
