import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Snooze } from '../../domain/merge-requests/snooze';
import { pinnedMergeRequestsSchema, snoozedMergeRequestsSchema } from '../../schemas/stored/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { KeyValueStore } from '../shared/stores';

/** Storage keys. The data is stored per workspace and not on the server. */
const PINS = 'pinned-merge-requests';
const SNOOZES = 'snoozed-merge-requests';

/** Maximum number of each; the oldest are removed first. */
const MAX = 200;

interface Snoozed {
  readonly key: MergeRequestKey;
  readonly snooze: Snooze;
}

/** Pinned and snoozed merge requests. */
export class Pins implements Disposable {
  readonly #memory: KeyValueStore;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #changed = new Emitter<MergeRequestKey>();
  #known: { readonly held: unknown; readonly ids: ReadonlySet<string> } | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(memory: KeyValueStore, clock: Pick<Clock, 'now'>) {
    this.#memory = memory;
    this.#clock = clock;
  }

  /** In the order in which they were pinned. */
  pinned(): readonly MergeRequestKey[] {
    return pinnedMergeRequestsSchema.parse(this.#memory.get(PINS));
  }

  isPinned(key: MergeRequestKey): boolean {
    const held = this.#memory.get(PINS);
    // Every row calls this, so the stored value is parsed only when it changed.
    if (this.#known === undefined || this.#known.held !== held)
      this.#known = { held, ids: new Set(this.pinned().map(mergeRequestId)) };
    return this.#known.ids.has(mergeRequestId(key));
  }

  /** Pins a merge request and ends its snooze. */
  async pin(key: MergeRequestKey): Promise<void> {
    await this.#keepPins([...this.#othersThan(key), key]);
    await this.#keepSnoozes(this.#snoozed().filter((each) => !same(each.key, key)));
    this.#changed.fire(key);
  }

  async unpin(key: MergeRequestKey): Promise<void> {
    await this.#keepPins(this.#othersThan(key));
    this.#changed.fire(key);
  }

  /** True while a merge request is snoozed. `updatedAt` is its current `updated_at`. */
  isSnoozed(key: MergeRequestKey, updatedAt: string | null | undefined): boolean {
    const snooze = this.snoozeOf(key);
    if (snooze === undefined) return false;
    // Without a known time, assume that it didn't change.
    return 'until' in snooze || updatedAt === undefined || updatedAt === null || updatedAt === snooze.changes;
  }

  /** Returns when the snooze ends; undefined if the merge request isn't snoozed or the snooze has ended. */
  snoozeOf(key: MergeRequestKey): Snooze | undefined {
    return this.#snoozed().find((each) => same(each.key, key))?.snooze;
  }

  /** The next time at which a snooze ends, in Unix milliseconds. */
  nextWake(): number | undefined {
    const times = this.#snoozed().flatMap(({ snooze }) => ('until' in snooze ? [snooze.until] : []));
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Snoozes a merge request and unpins it. */
  async snooze(key: MergeRequestKey, snooze: Snooze): Promise<void> {
    const others = this.#snoozed().filter((each) => !same(each.key, key));
    await this.#keepSnoozes([...others, { key, snooze }]);
    await this.#keepPins(this.#othersThan(key));
    this.#changed.fire(key);
  }

  async wake(key: MergeRequestKey): Promise<void> {
    await this.#keepSnoozes(this.#snoozed().filter((each) => !same(each.key, key)));
    this.#changed.fire(key);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Snoozes that haven't ended. */
  #snoozed(): readonly Snoozed[] {
    const now = this.#clock.now();
    return snoozedMergeRequestsSchema
      .parse(this.#memory.get(SNOOZES))
      .flatMap(({ until, changes, ...key }): Snoozed[] => {
        if (until !== undefined) return [{ key, snooze: { until } }];
        return changes === undefined ? [] : [{ key, snooze: { changes } }];
      })
      .filter(({ snooze }) => !('until' in snooze) || snooze.until > now);
  }

  #othersThan(key: MergeRequestKey): readonly MergeRequestKey[] {
    return this.pinned().filter((each) => !same(each, key));
  }

  #keepPins(pins: readonly MergeRequestKey[]): Promise<void> {
    return this.#memory.set(PINS, pins.slice(-MAX).map(plainKey));
  }

  #keepSnoozes(snoozes: readonly Snoozed[]): Promise<void> {
    return this.#memory.set(
      SNOOZES,
      snoozes.slice(-MAX).map(({ key, snooze }) => ({ ...plainKey(key), ...snooze })),
    );
  }
}

const same = (a: MergeRequestKey, b: MergeRequestKey): boolean => mergeRequestId(a) === mergeRequestId(b);
const plainKey = ({ base, project, iid }: MergeRequestKey): MergeRequestKey => ({ base, project, iid });
