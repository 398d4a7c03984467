import type { EditBase } from '../../domain/merge-requests/edit';
import { descriptionDraftsSchema } from '../../schemas/stored/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';

const MEMORY = 'descriptionDrafts';
/** Maximum number of drafts, because they are long; the oldest is removed first. */
const MAX = 10;

/** An unsent description, and the version that it is based on. Plain data. */
export interface DescriptionDraft {
  readonly text: string;
  readonly base: EditBase;
}

/** Descriptions that were saved locally, stored until the server accepts them. */
export class DescriptionDrafts {
  readonly #memory: KeyValueStore;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  get(key: MergeRequestKey): DescriptionDraft | undefined {
    return this.#all().get(mergeRequestId(key));
  }

  async keep(key: MergeRequestKey, draft: DescriptionDraft): Promise<void> {
    const all = this.#all();
    all.delete(mergeRequestId(key));
    const kept = [...all, [mergeRequestId(key), draft] as const].slice(-MAX);
    await this.#memory.set(MEMORY, Object.fromEntries(kept));
  }

  async forget(key: MergeRequestKey): Promise<void> {
    const all = this.#all();
    if (all.delete(mergeRequestId(key))) await this.#memory.set(MEMORY, Object.fromEntries(all));
  }

  #all(): Map<string, DescriptionDraft> {
    return new Map(Object.entries(descriptionDraftsSchema.parse(this.#memory.get(MEMORY))));
  }
}
