import { orUndefined } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import {
  homeOf,
  idOf,
  QUERY_HOMES,
  type QueryDraft,
  type QueryHome,
  QueryNotSaved,
  type SavedEntry,
  type SavedQuery,
  savedQueryName,
} from '../../domain/merge-requests/saved-query';
import { nameId, readEntries, storedOf } from './saved-query-entries';

export type { QueryHome };

/** The setting with the saved queries: its unparsed value per configuration target. */
export interface QuerySetting {
  read(home: QueryHome): unknown;
  write(home: QueryHome, value: readonly unknown[]): Promise<void>;
  /** True if workspace settings can be written, that is, if a folder or a workspace is open. */
  hasWorkspace(): boolean;
  readonly onDidChange: Event<void>;
}

/** The saved queries of the workspace and the user. Invalid entries are preserved. */
export class SavedQueries implements Disposable {
  readonly #setting: QuerySetting;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  /** The previous write. Concurrent writes would overwrite each other. */
  #writing: Promise<unknown> = Promise.resolve();

  readonly onDidChange = this.#changed.event;

  constructor(setting: QuerySetting) {
    this.#setting = setting;
    this.#subscription = setting.onDidChange(() => {
      this.#changed.fire();
    });
  }

  /** Queries of the workspace first, each in the order of its setting. */
  list(): readonly SavedEntry[] {
    return QUERY_HOMES.flatMap((home) => readEntries(home, this.#setting.read(home)));
  }

  /** Returns a query by its ID, including invalid ones. */
  find(id: string): SavedQuery | undefined {
    return this.list().find((entry) => idOf(entry) === id)?.query;
  }

  /** True if another entry of the same settings has the name. */
  isNameUsed(home: QueryHome, name: string, except?: string): boolean {
    return this.list().some(
      (entry) =>
        homeOf(entry) === home && savedQueryName(entry)?.trim() === name.trim() && idOf(entry) !== except,
    );
  }

  hasWorkspace(): boolean {
    return this.#setting.hasWorkspace();
  }

  /** Saves a query. Removes the one that it replaces, even from the other settings. */
  save(home: QueryHome, draft: QueryDraft, replaced?: string): Promise<SavedQuery> {
    return this.#alone(async () => {
      if (this.isNameUsed(home, draft.name, replaced)) throw new QueryNotSaved('name-taken');
      const held = this.#read(home);
      const entries = readEntries(home, held);
      const at = replaced === undefined ? -1 : entries.findIndex((entry) => idOf(entry) === replaced);
      const stored = storedOf(draft);
      await this.#setting.write(home, at === -1 ? [...held, stored] : held.with(at, stored));
      if (replaced !== undefined && at === -1) await this.#takeOut(replaced);
      return { ...draft, name: stored.name, home, id: nameId(home, stored.name) };
    });
  }

  /** Removes an entry. The result restores it at its previous position. */
  remove(id: string): Promise<() => Promise<void>> {
    return this.#alone(async () => {
      const removed = await this.#takeOut(id);
      if (removed === undefined) throw new QueryNotSaved('gone');
      const { home, at, value } = removed;
      return () =>
        this.#alone(async () => {
          await this.#setting.write(home, this.#read(home).toSpliced(at, 0, value));
        });
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #takeOut(id: string) {
    for (const home of QUERY_HOMES) {
      const at = readEntries(home, this.#setting.read(home)).findIndex((entry) => idOf(entry) === id);
      if (at === -1) continue;
      const held = this.#read(home);
      await this.#setting.write(home, held.toSpliced(at, 1));
      return { home, at, value: held[at] };
    }
    return undefined;
  }

  #read(home: QueryHome): readonly unknown[] {
    const held = this.#setting.read(home);
    if (held === undefined) return [];
    // Writing would overwrite the invalid value.
    if (!Array.isArray(held)) throw new QueryNotSaved('no-list');
    return held;
  }

  #alone<T>(write: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(write);
    this.#writing = orUndefined(done);
    return done;
  }
}
