import { mergeMessagesSchema } from '../../../schemas/stored/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../../shared/keys';
import type { KeyValueStore } from '../../shared/stores';

const MEMORY = 'mergeMessages';
/** Maximum number of stored messages; the oldest is removed first. */
const MAX = 20;

/** The merge commit, and the squash commit. */
export const MESSAGE_KINDS = ['merge', 'squash'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Edited commit messages of merge requests, stored until the merge. */
export class MergeMessages {
  readonly #memory: KeyValueStore;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  /** Returns an empty string if there is no edited message. */
  get(key: MergeRequestKey, kind: MessageKind): string {
    return this.#all().get(idOf(key, kind)) ?? '';
  }

  async keep(key: MergeRequestKey, kind: MessageKind, text: string): Promise<void> {
    const all = this.#all();
    all.delete(idOf(key, kind));
    if (text.trim() !== '') all.set(idOf(key, kind), text);
    await this.#memory.set(MEMORY, Object.fromEntries([...all].slice(-MAX)));
  }

  async forget(key: MergeRequestKey): Promise<void> {
    for (const kind of MESSAGE_KINDS) if (this.get(key, kind) !== '') await this.keep(key, kind, '');
  }

  #all(): Map<string, string> {
    return new Map(Object.entries(mergeMessagesSchema.parse(this.#memory.get(MEMORY))));
  }
}

const idOf = (key: MergeRequestKey, kind: MessageKind): string => `${mergeRequestId(key)} ${kind}`;
