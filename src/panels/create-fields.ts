import type { Choosable } from '../app/merge-requests/create/suggestions';
import { createValuesSchema, type TypedValues } from '../schemas/new-merge-request';
import type { FormValues } from '../schemas/panel-message';

/** Where the suggestions of a field come from. */
export const SUGGESTS: Readonly<
  Record<string, { readonly what: Choosable; readonly of: 'source' | 'target' } | undefined>
> = {
  sourceBranch: { what: 'branches', of: 'source' },
  targetBranch: { what: 'branches', of: 'target' },
  assignees: { what: 'people', of: 'target' },
  reviewers: { what: 'people', of: 'target' },
  labels: { what: 'labels', of: 'target' },
  milestone: { what: 'milestones', of: 'target' },
};

/** What the page says of the form; fields of another shape are none of ours. */
export function formValues(values: FormValues): TypedValues {
  const known = createValuesSchema.safeParse(values);
  return known.success ? known.data : {};
}

/** The same the other way, as far as it was typed. */
export const typedValues = (typed: TypedValues): FormValues =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const])),
  );
