import type { EditBase } from '../../domain/merge-requests/edit';
import { descriptionDraftsSchema } from '../../schemas/stored/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { StoredMap } from '../shared/stored-map';
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
  readonly #drafts: StoredMap<DescriptionDraft>;

  constructor(memory: KeyValueStore) {
    const parse = (stored: unknown) => descriptionDraftsSchema.parse(stored);
    this.#drafts = new StoredMap(memory, { key: MEMORY, parse, max: MAX });
  }

  get(key: MergeRequestKey): DescriptionDraft | undefined {
    return this.#drafts.get(mergeRequestId(key));
  }

  async keep(key: MergeRequestKey, draft: DescriptionDraft): Promise<void> {
    await this.#drafts.set(mergeRequestId(key), draft);
  }

  async forget(key: MergeRequestKey): Promise<void> {
    await this.#drafts.delete(mergeRequestId(key));
  }
}
