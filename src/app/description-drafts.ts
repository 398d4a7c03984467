import { isRecord } from '../base/record';
import type { EditBase } from '../domain/merge-edit';
import { mergeRequestId, type MergeRequestKey } from './keys';
import type { KeyValueStore } from './ports';

const MEMORY = 'descriptionDrafts';
/** The oldest is forgotten above so many: they are long. */
const MOST = 10;

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
    const kept = [...all, [mergeRequestId(key), draft] as const].slice(-MOST);
    await this.#memory.set(MEMORY, Object.fromEntries(kept));
  }

  async forget(key: MergeRequestKey): Promise<void> {
    const all = this.#all();
    if (all.delete(mergeRequestId(key))) await this.#memory.set(MEMORY, Object.fromEntries(all));
  }

  #all(): Map<string, DescriptionDraft> {
    const kept = this.#memory.get(MEMORY);
    const all = new Map<string, DescriptionDraft>();
    if (!isRecord(kept)) return all;
    for (const [id, draft] of Object.entries(kept)) {
      if (!isRecord(draft) || typeof draft['text'] !== 'string' || !isRecord(draft['base'])) continue;
      const { title, description, updated_at: at } = draft['base'];
      if (typeof title !== 'string') continue;
      const base = {
        title,
        description: typeof description === 'string' ? description : null,
        updated_at: typeof at === 'string' ? at : null,
      };
      all.set(id, { text: draft['text'], base });
    }
    return all;
  }
}
