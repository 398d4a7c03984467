import { type MergeRequestQuery, queryId } from '../../domain/merge-requests/query';
import { formKeySchema } from '../../schemas/query-form-key';

/** What a form for a saved query is about: a query that is saved, or a new one, maybe made from another question. */
export type QueryFormKey =
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'new'; readonly from?: MergeRequestQuery | undefined };

/** Reads a key that was kept; undefined for what is none. */
export function readFormKey(kept: unknown): QueryFormKey | undefined {
  const read = formKeySchema.safeParse(kept);
  return read.success ? read.data : undefined;
}

/** One form for each. */
export const formKeyName = (key: QueryFormKey): string =>
  key.kind === 'edit' ? `edit ${key.id}` : `new ${key.from === undefined ? '' : queryId(key.from)}`;
