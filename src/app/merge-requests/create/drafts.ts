import type { CreateDraft, CreateKey } from '../../../schemas/new-merge-request';
import { createDraftsSchema } from '../../../schemas/stored-merge-requests';
import { projectId } from '../../shared/keys';
import type { KeyValueStore } from '../../shared/stores';

/** Under this name they are kept, for each workspace its own. */
const MEMORY_KEY = 'new-merge-requests';
const MAX = 10;
/** Characters of all drafts together; the oldest are forgotten first, the newest is kept whatever its length. */
const MAX_TEXT = 2_000_000;

/** What was typed into forms of merge requests and not sent yet, by project and branch. Never a secret. */
export class CreateDrafts {
  readonly #memory: KeyValueStore;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
  }

  find(key: CreateKey): CreateDraft | undefined {
    return this.#read().find(([name]) => name === createName(key))?.[1];
  }

  /** A form in which nothing was typed is none. */
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

/** One form for each branch of a project, whichever clone it is in. */
export const createName = (key: CreateKey): string => `${projectId(key)} from ${key.branch}`;
