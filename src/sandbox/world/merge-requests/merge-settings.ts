import * as z from 'zod/mini';

/** How a project merges merge requests (server-behavior.md#merge-methods). */
export interface MergeSettings {
  readonly merge_method: 'merge' | 'rebase_merge' | 'ff';
  readonly squash_option: 'never' | 'always' | 'default_on' | 'default_off';
  readonly merge_trains_enabled: boolean;
  /** Templates of commit messages; null if the service's default is used. */
  readonly merge_commit_template: string | null;
  readonly squash_commit_template: string | null;
}

export const DEFAULT_MERGE_SETTINGS: MergeSettings = {
  merge_method: 'merge',
  squash_option: 'default_off',
  merge_trains_enabled: false,
  merge_commit_template: null,
  squash_commit_template: null,
};

const template = z.optional(z.nullable(z.string()));

/** Settings to change, and their project. */
export const mergeSettingsChangeSchema = z.strictObject({
  project_id: z.number(),
  merge_method: z.optional(z.enum(['merge', 'rebase_merge', 'ff'])),
  squash_option: z.optional(z.enum(['never', 'always', 'default_on', 'default_off'])),
  merge_trains_enabled: z.optional(z.boolean()),
  merge_commit_template: template,
  squash_commit_template: template,
});
export type MergeSettingsChange = z.infer<typeof mergeSettingsChangeSchema>;

/** Returns the settings with the changes; settings that the change doesn't contain stay the same. */
export function changedSettings(
  before: MergeSettings,
  { project_id: _project, ...change }: MergeSettingsChange,
): MergeSettings {
  return {
    merge_method: change.merge_method ?? before.merge_method,
    squash_option: change.squash_option ?? before.squash_option,
    merge_trains_enabled: change.merge_trains_enabled ?? before.merge_trains_enabled,
    merge_commit_template: orBefore(change.merge_commit_template, before.merge_commit_template),
    squash_commit_template: orBefore(change.squash_commit_template, before.squash_commit_template),
  };
}

/** Null removes a template. */
const orBefore = (value: string | null | undefined, before: string | null): string | null =>
  value === undefined ? before : value;

/** Applies the project's rule to the choice of a merge. */
export const squashes = (
  { squash_option: option }: MergeSettings,
  { squash }: { readonly squash: boolean },
): boolean => option === 'always' || (option !== 'never' && squash);
