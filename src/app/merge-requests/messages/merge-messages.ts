import { mergeMessagesSchema } from '../../../schemas/stored/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../../shared/keys';
import { StoredMap } from '../../shared/stored-map';
import type { KeyValueStore } from '../../shared/stores';

const MEMORY = 'mergeMessages';
/** Maximum number of stored messages; the oldest is removed first. */
const MAX = 20;

/** The merge commit, and the squash commit. */
export const MESSAGE_KINDS = ['merge', 'squash'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Edited commit messages of merge requests, stored until the merge. */
export class MergeMessages {
  readonly #messages: StoredMap<string>;

  constructor(memory: KeyValueStore) {
    const parse = (stored: unknown) => mergeMessagesSchema.parse(stored);
    this.#messages = new StoredMap(memory, { key: MEMORY, parse, max: MAX });
  }

  /** Returns an empty string if there is no edited message. */
  get(key: MergeRequestKey, kind: MessageKind): string {
    return this.#messages.get(idOf(key, kind)) ?? '';
  }

  async keep(key: MergeRequestKey, kind: MessageKind, text: string): Promise<void> {
    if (text.trim() === '') await this.#messages.delete(idOf(key, kind));
    else await this.#messages.set(idOf(key, kind), text);
  }

  async forget(key: MergeRequestKey): Promise<void> {
    await this.#messages.delete(...MESSAGE_KINDS.map((kind) => idOf(key, kind)));
  }
}

const idOf = (key: MergeRequestKey, kind: MessageKind): string => `${mergeRequestId(key)} ${kind}`;
