import type { MergeRequest } from '../schemas/merge-request';
import type { MergeRequestKey } from './keys';
import type { MergeRequestParts, PartName } from './merge-request-parts';

/** What a store knows of one merge request. */
export interface Known {
  readonly key: MergeRequestKey;
  /** The single form, which tells more than a list's. */
  detail: MergeRequest | undefined;
  readonly parts: Map<PartName, MergeRequestParts[PartName] | undefined>;
  /** Counts what was asked of it. */
  asked: number;
  /** The question whose answer is known, of the single form and of each part: answers of earlier ones are late. */
  readonly told: Map<PartName | 'detail', number>;
}

/** Nothing yet. */
export const forgotten = (key: MergeRequestKey): Known => ({
  key,
  detail: undefined,
  parts: new Map(),
  asked: 0,
  told: new Map(),
});
