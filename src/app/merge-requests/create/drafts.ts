import type { CreateDraft, CreateKey } from '../../../schemas/new-merge-request';
import { createDraftsSchema } from '../../../schemas/stored/merge-requests';
import { projectId } from '../../shared/keys';
import type { KeyValueStore } from '../../shared/stores';

/** Storage key; the drafts are stored per workspace. */
const MEMORY_KEY = 'new-merge-requests';
const MAX = 10;
/** Maximum number of characters of all drafts. The oldest are removed first; the latest is always kept. */
const MAX_TEXT = 2_000_000;

/** Unsent values of new merge requests, by project and branch. Contains no secrets. */
export class CreateDrafts {
  readonly #memory: KeyValueStore;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  find(key: CreateKey): CreateDraft | undefined {
    return this.#read().find(([name]) => name === createName(key))?.[1];
  }

  /** Removes the draft if nothing was typed. */
  async keep(key: CreateKey, draft: CreateDraft): Promise<void> {
    const name = createName(key);
    const others = this.#read().filter(([other]) => other !== name);
    const isEmpty = Object.keys(draft.typed).length === 0;
    if (isEmpty && others.length === this.#read().length) return;
    await this.#write(isEmpty ? others : [[name, draft], ...others]);
  }

  async forget(key: CreateKey): Promise<void> {
    const drafts = this.#read();
    const left = drafts.filter(([name]) => name !== createName(key));
    if (left.length < drafts.length) await this.#write(left);
  }

  #read(): readonly (readonly [string, CreateDraft])[] {
    const stored = createDraftsSchema.parse(this.#memory.get(MEMORY_KEY));
    return stored.map(([name, draft]) => [name, draft] as const);
  }

  async #write(drafts: readonly (readonly [string, CreateDraft])[]): Promise<void> {
    let left = MAX_TEXT;
    const kept = drafts.slice(0, MAX).filter((draft, index) => {
      left -= JSON.stringify(draft).length;
      return index === 0 || left >= 0;
    });
    await this.#memory.set(MEMORY_KEY, kept);
  }
}

/** Identifies the form: one per branch of a project, independent of the clone. */
export const createName = (key: CreateKey): string => `${projectId(key)} from ${key.branch}`;
