import { orUndefined } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import {
  configurationTargetOf,
  idOf,
  QUERY_CONFIGURATION_TARGETS,
  type QueryConfigurationTarget,
  type QueryDraft,
  QueryNotSavedError,
  type SavedEntry,
  type SavedQuery,
  savedQueryName,
} from '../../domain/merge-requests/saved-query';
import { nameId, readEntries, storedOf } from './saved-query-entries';

export type { QueryConfigurationTarget };

/** The setting with the saved queries: its unparsed value per configuration target. */
export interface QuerySetting {
  read(target: QueryConfigurationTarget): unknown;
  write(target: QueryConfigurationTarget, value: readonly unknown[]): Promise<void>;
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
    return QUERY_CONFIGURATION_TARGETS.flatMap((target) => readEntries(target, this.#setting.read(target)));
  }

  /** Returns a query by its ID, including invalid ones. */
  find(id: string): SavedQuery | undefined {
    return this.list().find((entry) => idOf(entry) === id)?.query;
  }

  /** True if another entry of the same settings has the name. */
  isNameUsed(target: QueryConfigurationTarget, name: string, except?: string): boolean {
    return this.list().some(
      (entry) =>
        configurationTargetOf(entry) === target &&
        savedQueryName(entry)?.trim() === name.trim() &&
        idOf(entry) !== except,
    );
  }

  hasWorkspace(): boolean {
    return this.#setting.hasWorkspace();
  }

  /** Saves a query. Removes the one that it replaces, even from the other settings. */
  save(target: QueryConfigurationTarget, draft: QueryDraft, replaced?: string): Promise<SavedQuery> {
    return this.#alone(async () => {
      if (this.isNameUsed(target, draft.name, replaced)) throw new QueryNotSavedError('name-taken');
      const held = this.#read(target);
      const entries = readEntries(target, held);
      const at = replaced === undefined ? -1 : entries.findIndex((entry) => idOf(entry) === replaced);
      const stored = storedOf(draft);
      await this.#setting.write(target, at === -1 ? [...held, stored] : held.with(at, stored));
      if (replaced !== undefined && at === -1) await this.#takeOut(replaced);
      return { ...draft, name: stored.name, target, id: nameId(target, stored.name) };
    });
  }

  /** Removes an entry. The result restores it at its previous position. */
  remove(id: string): Promise<() => Promise<void>> {
    return this.#alone(async () => {
      const removed = await this.#takeOut(id);
      if (removed === undefined) throw new QueryNotSavedError('gone');
      const { target, at, value } = removed;
      return () =>
        this.#alone(async () => {
          await this.#setting.write(target, this.#read(target).toSpliced(at, 0, value));
        });
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #takeOut(id: string) {
    for (const target of QUERY_CONFIGURATION_TARGETS) {
      const at = readEntries(target, this.#setting.read(target)).findIndex((entry) => idOf(entry) === id);
      if (at === -1) continue;
      const held = this.#read(target);
      await this.#setting.write(target, held.toSpliced(at, 1));
      return { target, at, value: held[at] };
    }
    return undefined;
  }

  #read(target: QueryConfigurationTarget): readonly unknown[] {
    const held = this.#setting.read(target);
    if (held === undefined) return [];
    // Writing would overwrite the invalid value.
    if (!Array.isArray(held)) throw new QueryNotSavedError('no-list');
    return held;
  }

  #alone<T>(write: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(write);
    this.#writing = orUndefined(done);
    return done;
  }
}
