import { type MergeRequestQuery, queryId } from '../../domain/merge-requests/query';
import { formKeySchema } from '../../schemas/page-keys';

/** The subject of a saved query's form: a saved query, or a new one, optionally based on another query. */
export type QueryFormKey =
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'new'; readonly from?: MergeRequestQuery | undefined };

/** Parses a stored key; undefined if it is invalid. */
export function readFormKey(kept: unknown): QueryFormKey | undefined {
  const read = formKeySchema.safeParse(kept);
  return read.success ? read.data : undefined;
}

/** Identifies the form: one per saved query, and one per query that a new one is based on. */
export const formKeyName = (key: QueryFormKey): string =>
  key.kind === 'edit' ? `edit ${key.id}` : `new ${key.from === undefined ? '' : queryId(key.from)}`;
