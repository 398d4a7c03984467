import type { SuggestedType } from '../../../app/merge-requests/create/suggestions';
import { createValuesSchema, type TypedValues } from '../../../schemas/new-merge-request';
import type { FormValues } from '../../../schemas/panel-message';

/** The kind and project of the suggestions for each field. */
export const SUGGESTION_SOURCES: Readonly<
  Record<string, { readonly what: SuggestedType; readonly of: 'source' | 'target' } | undefined>
> = {
  sourceBranch: { what: 'branches', of: 'source' },
  targetBranch: { what: 'branches', of: 'target' },
  assignees: { what: 'people', of: 'target' },
  reviewers: { what: 'people', of: 'target' },
  labels: { what: 'labels', of: 'target' },
  milestone: { what: 'milestones', of: 'target' },
};

/** Reads the values of the page. Returns no values if they are invalid. */
export function formValues(values: FormValues): TypedValues {
  const known = createValuesSchema.safeParse(values);
  return known.success ? known.data : {};
}

/** Converts typed values to form values. */
export const typedValues = (typed: TypedValues): FormValues =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const])),
  );
