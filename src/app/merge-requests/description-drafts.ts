import type { EditBase } from '../../domain/merge-requests/edit';
import { descriptionDraftsSchema } from '../../schemas/stored-merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';

const MEMORY = 'descriptionDrafts';
/** The oldest is forgotten above so many: they are long. */
const MAX = 10;

/** A description that was not sent yet, with what it was made of. Plain data. */
export interface DescriptionDraft {
  readonly text: string;
  readonly base: EditBase;
}

/** Descriptions that were saved here and that no server has taken yet: kept until it has. */
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
