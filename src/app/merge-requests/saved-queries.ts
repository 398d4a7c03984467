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

/** The setting with the saved queries, as it stands in each kind of settings, unread. */
export interface QuerySetting {
  read(home: QueryHome): unknown;
  write(home: QueryHome, value: readonly unknown[]): Promise<void>;
  /** True where settings of a workspace can be written: a folder or a workspace is open. */
  hasWorkspace(): boolean;
  readonly onDidChange: Event<void>;
}

/** The saved queries of the workspace and of the person. What does not fit is kept as it is. */
export class SavedQueries implements Disposable {
  readonly #setting: QuerySetting;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  /** The write before: two at once would take each other's away. */
  #writing: Promise<unknown> = Promise.resolve();

  readonly onDidChange = this.#changed.event;

  constructor(setting: QuerySetting) {
    this.#setting = setting;
    this.#subscription = setting.onDidChange(() => {
      this.#changed.fire();
    });
  }

  /** Those of the workspace first, each in the order of its setting. */
  list(): readonly SavedEntry[] {
    return QUERY_HOMES.flatMap((home) => readEntries(home, this.#setting.read(home)));
  }

  /** A query by its id, also one that needs mending. */
  find(id: string): SavedQuery | undefined {
    return this.list().find((entry) => idOf(entry) === id)?.query;
  }

  /** True where another entry of this home has the name. */
  isTaken(home: QueryHome, name: string, except?: string): boolean {
    return this.list().some(
      (entry) =>
        homeOf(entry) === home && savedQueryName(entry)?.trim() === name.trim() && idOf(entry) !== except,
    );
  }

  hasWorkspace(): boolean {
    return this.#setting.hasWorkspace();
  }

  /** Keeps a query; one that it replaces goes, wherever that was. */
  save(home: QueryHome, draft: QueryDraft, replaced?: string): Promise<SavedQuery> {
    return this.#alone(async () => {
      if (this.isTaken(home, draft.name, replaced)) throw new QueryNotSaved('name-taken');
      const held = this.#read(home);
      const entries = readEntries(home, held);
      const at = replaced === undefined ? -1 : entries.findIndex((entry) => idOf(entry) === replaced);
      const stored = storedOf(draft);
      await this.#setting.write(home, at === -1 ? [...held, stored] : held.with(at, stored));
      if (replaced !== undefined && at === -1) await this.#takeOut(replaced);
      return { ...draft, name: stored.name, home, id: nameId(home, stored.name) };
    });
  }

  /** Takes an entry out; the result puts it back where it was. */
  remove(id: string): Promise<() => Promise<void>> {
    return this.#alone(async () => {
      const taken = await this.#takeOut(id);
      if (taken === undefined) throw new QueryNotSaved('gone');
      const { home, at, value } = taken;
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
    // Writing would take away whatever somebody put there instead.
    if (!Array.isArray(held)) throw new QueryNotSaved('no-list');
    return held;
  }

  #alone<T>(write: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(write);
    this.#writing = done.catch(() => undefined);
    return done;
  }
}
