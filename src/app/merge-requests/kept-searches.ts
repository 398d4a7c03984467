import { placeId, type QueryPlace } from '../../domain/merge-requests/query';
import { keptSearchesSchema } from '../../schemas/stored/merge-requests';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';

/** A search for merge requests that is shown as a row in this workspace. */
export interface KeptSearch {
  readonly place: QueryPlace;
  readonly text: string;
}

/** Maximum number of searches; the oldest are removed first. */
const MAX = 20;

/** The searches that the user keeps as rows, oldest first. */
export class KeptSearches extends StoredValue<readonly KeptSearch[]> {
  constructor(memory: KeyValueStore) {
    super(memory, 'merge-request-searches', (stored) => keptSearchesSchema.parse(stored));
  }

  list(): readonly KeptSearch[] {
    return this.current;
  }

  async keep(search: KeptSearch): Promise<void> {
    if (this.list().some((each) => isSame(each, search))) return;
    await this.set([...this.list(), search].slice(-MAX));
  }

  /** Returns a function that restores the searches. */
  async remove(search: KeptSearch): Promise<() => Promise<void>> {
    const before = this.list();
    await this.set(before.filter((each) => !isSame(each, search)));
    return () => this.set(before);
  }
}

const isSame = (a: KeptSearch, b: KeptSearch): boolean =>
  a.text === b.text && placeId(a.place) === placeId(b.place);
