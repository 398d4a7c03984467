import { isOutcomeUnknown } from '../../api/errors';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type ClientKey, ClientKeyFailed } from '../../domain/errors/client-keys';
import {
  beginRotation,
  candidatesIn,
  confirmed,
  created,
  creation,
  deletion,
  notCreated,
  placed,
  type Rotation,
  type RotationObstacle,
  RotationStopped,
  startOver,
} from '../../domain/errors/rotation';
import { keyRotationsSchema } from '../../schemas/stored-errors';
import { type ClientKeyKey, type ErrorPlace, errorPlaceId } from '../shared/error-keys';
import type { KeyValueStore } from '../shared/stores';
import type { ClientKeys } from './client-keys';

/** Under this name rotations are remembered, for each workspace its own: ids and steps, never a key. */
const MEMORY_KEY = 'key-rotations';

/** A rotation that is under way, and where. */
export interface RotationAt {
  readonly place: ErrorPlace;
  readonly rotation: Rotation;
}

export interface KeyRotationsDeps {
  readonly clientKeys: Pick<ClientKeys, 'listed' | 'peek' | 'create' | 'remove'>;
  readonly memory: KeyValueStore;
}

/**
 * Rotations of client keys (server-behavior.md#key-rotation): create a new one, place it, confirm it in the list,
 * delete the old one. Each step can be done again: what its answer did not tell is read in the list. Every failure is a
 * `RotationStopped`, and leaves both keys.
 */
export class KeyRotations implements Disposable {
  readonly #deps: KeyRotationsDeps;
  readonly #running = new Set<string>();
  readonly #changed = new Emitter<ErrorPlace>();

  readonly onDidChange = this.#changed.event;

  constructor(deps: KeyRotationsDeps) {
    this.#deps = deps;
  }

  list(): readonly RotationAt[] {
    const stored = keyRotationsSchema.parse(this.#deps.memory.get(MEMORY_KEY));
    return stored.map(({ place, rotation: { old, fresh, step, before } }) => ({
      place,
      rotation: { old, fresh, step, before },
    }));
  }

  of(place: ErrorPlace): Rotation | undefined {
    return this.list().find((each) => errorPlaceId(each.place) === errorPlaceId(place))?.rotation;
  }

  /** Nothing is sent but a look at the list. One that is under way in the project goes on as it is. */
  async begin({ base, project, path, key }: ClientKeyKey, signal?: AbortSignal): Promise<Rotation> {
    const place = { base, project, path };
    const known = this.of(place);
    if (known !== undefined) return known;
    const begun = beginRotation(key, await this.#deps.clientKeys.listed(place, { signal }));
    const rotation: Rotation = { old: key, fresh: undefined, step: 'create', before: undefined };
    if (typeof begun === 'string') throw new RotationStopped(rotation, begun);
    await this.#remember(place, begun);
    return begun;
  }

  /**
   * Creates the new key, and remembers before that it is asked for. Where an answer was lost, now or in an earlier
   * session, the key is found in the list; it is not asked for again by itself.
   */
  create(place: ErrorPlace): Promise<Rotation> {
    return this.#step(place, async (rotation) => {
      const plan = creation(rotation, await this.#listed(place));
      if (plan.kind === 'stop')
        throw new RotationStopped(rotation, plan.obstacle, { candidates: plan.candidates ?? [] });
      await this.#remember(place, plan.rotation);
      if (plan.kind === 'found') return plan.rotation;
      try {
        const { id } = await this.#deps.clientKeys.create(place);
        return await this.#remember(place, created(plan.rotation, id));
      } catch (error) {
        return await this.#afterLost(place, plan.rotation, error);
      }
    });
  }

  /** Takes a key of the list for the new one: where several came, only the person knows. */
  choose(place: ErrorPlace, fresh: number): Promise<Rotation> {
    return this.#step(place, async (rotation) => {
      const candidates = candidatesIn(rotation, await this.#listed(place));
      if (rotation.step !== 'create' || !candidates.includes(fresh))
        throw new RotationStopped(rotation, 'out-of-turn');
      return this.#remember(place, created(rotation, fresh));
    });
  }

  /** The person says that whatever sends events has the new key. */
  placed(place: ErrorPlace): Promise<Rotation> {
    return this.#step(place, (rotation) => this.#go(place, rotation, placed(rotation)));
  }

  confirm(place: ErrorPlace): Promise<Rotation> {
    return this.#step(place, async (rotation) =>
      this.#go(place, rotation, confirmed(rotation, await this.#listed(place))),
    );
  }

  /** Deletes the old key where a list of this moment holds the new one. `gone`: somebody else has deleted it. */
  delete(place: ErrorPlace): Promise<'deleted' | 'gone'> {
    return this.#step(place, async (rotation) => {
      const verdict = deletion(rotation, await this.#listed(place));
      if (verdict === 'old-gone') {
        await this.#forget(place);
        return 'gone';
      }
      if (verdict !== 'delete') throw new RotationStopped(rotation, verdict);
      try {
        await this.#deps.clientKeys.remove({ ...place, key: rotation.old });
      } catch (error) {
        const isGone = await this.#listed(place).then(
          (keys) => deletion(rotation, keys) === 'old-gone',
          () => false,
        );
        if (!isGone) throw error;
      }
      await this.#forget(place);
      return 'deleted';
    });
  }

  /** Another new key, where the one before was deleted or does not work. The old one stays. */
  startOver(place: ErrorPlace): Promise<Rotation> {
    return this.#step(place, (rotation) => this.#remember(place, startOver(rotation)));
  }

  /** Ends the rotation; both keys stay as they are. */
  async abandon(place: ErrorPlace): Promise<Rotation | undefined> {
    const rotation = this.of(place);
    if (rotation !== undefined) await this.#forget(place);
    return rotation;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** The answer to the creation is missing, or says no: the list tells which. */
  async #afterLost(place: ErrorPlace, rotation: Rotation, error: unknown): Promise<Rotation> {
    if (!(error instanceof ClientKeyFailed)) throw error;
    if (!isOutcomeUnknown(error)) {
      await this.#remember(place, notCreated(rotation));
      throw error;
    }
    const keys = await this.#listed(place).catch(() => undefined);
    if (keys === undefined) throw error;
    const plan = creation(rotation, keys);
    if (plan.kind === 'found') return this.#remember(place, plan.rotation);
    if (plan.kind === 'stop')
      throw new RotationStopped(rotation, plan.obstacle, {
        cause: error,
        candidates: plan.candidates ?? [],
      });
    throw error;
  }

  async #listed(place: ErrorPlace): Promise<readonly ClientKey[]> {
    const keys = await this.#deps.clientKeys.listed(place);
    // In a list that was not read to its end, what is missing may be there all the same.
    if (this.#deps.clientKeys.peek(place)?.cut === true) {
      const rotation = this.of(place);
      if (rotation !== undefined) throw new RotationStopped(rotation, 'unlisted');
    }
    return keys;
  }

  #go(place: ErrorPlace, rotation: Rotation, next: Rotation | RotationObstacle): Promise<Rotation> {
    if (typeof next === 'string') return Promise.reject(new RotationStopped(rotation, next));
    return this.#remember(place, next);
  }

  /** One step at a time to a project; whatever it fails by is told with where the rotation stands. */
  async #step<T>(place: ErrorPlace, run: (rotation: Rotation) => Promise<T>): Promise<T> {
    const id = errorPlaceId(place);
    const rotation = this.of(place);
    const none: Rotation = { old: 0, fresh: undefined, step: 'create', before: undefined };
    if (rotation === undefined || this.#running.has(id))
      throw new RotationStopped(rotation ?? none, 'out-of-turn');
    this.#running.add(id);
    try {
      return await run(rotation);
    } catch (error) {
      if (error instanceof RotationStopped || !(error instanceof Error)) throw error;
      throw new RotationStopped(this.of(place) ?? rotation, undefined, { cause: error });
    } finally {
      this.#running.delete(id);
    }
  }

  async #remember(place: ErrorPlace, rotation: Rotation): Promise<Rotation> {
    await this.#write(place, [{ place: plain(place), rotation }]);
    return rotation;
  }

  #forget(place: ErrorPlace): Promise<void> {
    return this.#write(place, []);
  }

  async #write(place: ErrorPlace, instead: readonly RotationAt[]): Promise<void> {
    const others = this.list().filter((each) => errorPlaceId(each.place) !== errorPlaceId(place));
    await this.#deps.memory.set(MEMORY_KEY, [...others, ...instead]);
    this.#changed.fire(place);
  }
}

/** Nothing but what names the project: whatever else came along is not remembered. */
const plain = ({ base, project, path }: ErrorPlace): ErrorPlace => ({ base, project, path });
