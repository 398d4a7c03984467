import { isOutcomeUnknown } from '../../api/errors';
import { orUndefined } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type ClientKey, ClientKeyFailedError } from '../../domain/errors/client-keys';
import {
  beginRotation,
  candidatesIn,
  nextCreateAction,
  nextDeleteAction,
  type Rotation,
  type RotationObstacle,
  type RotationStep,
  RotationStoppedError,
  startOver,
  withConfirmedKey,
  withCreatedKey,
  withKeyInUse,
  withoutUnconfirmedRequest,
} from '../../domain/errors/rotation';
import { keyRotationsSchema } from '../../schemas/stored/errors';
import { BusyMap } from '../shared/busy-map';
import { type ClientKeyKey, type ErrorPlace, errorPlaceId } from '../shared/error-keys';
import type { KeyValueStore } from '../shared/stores';
import type { ClientKeys } from './client-keys';

/** Rotations are stored for each workspace: IDs and steps, never a key. */
const MEMORY_KEY = 'key-rotations';

/** A rotation in progress, and its project. */
export interface RotationAt {
  readonly place: ErrorPlace;
  readonly rotation: Rotation;
}

export interface KeyRotationsDeps {
  readonly clientKeys: Pick<ClientKeys, 'listed' | 'peek' | 'create' | 'remove'>;
  readonly memory: KeyValueStore;
}

/**
 * Rotations of client keys (server-behavior.md#key-rotation): create a key, place it, confirm it in the list,
 * delete the old one. Each step can be repeated: if a response was lost, the list shows the outcome. All
 * failures are reported as `RotationStoppedError`, and preserve both keys.
 */
export class KeyRotations implements Disposable {
  readonly #deps: KeyRotationsDeps;
  readonly #running = new BusyMap<RotationStep>();
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

  /**
   * Starts a rotation by reading the list. Returns the current rotation if one is in progress in the project.
   */
  async begin({ base, project, path, key }: ClientKeyKey, signal?: AbortSignal): Promise<Rotation> {
    const place = { base, project, path };
    const known = this.of(place);
    if (known !== undefined) return known;
    const started = beginRotation(key, await this.#deps.clientKeys.listed(place, { signal }));
    const rotation: Rotation = { old: key, fresh: undefined, step: 'create', before: undefined };
    if (typeof started === 'string') throw new RotationStoppedError(rotation, started);
    await this.#remember(place, started);
    return started;
  }

  /**
   * Creates the new key. The request is recorded before it is sent. If a response was lost, now or in an
   * earlier session, the key is found in the list instead of being created again.
   */
  create(place: ErrorPlace): Promise<Rotation> {
    return this.#step(place, async (rotation) => {
      const plan = nextCreateAction(rotation, await this.#listed(place));
      if (plan.kind === 'stop')
        throw new RotationStoppedError(rotation, plan.obstacle, { candidates: plan.candidates ?? [] });
      await this.#remember(place, plan.rotation);
      if (plan.kind === 'found') return plan.rotation;
      try {
        const { id } = await this.#deps.clientKeys.create(place);
        return await this.#remember(place, withCreatedKey(plan.rotation, id));
      } catch (error) {
        return await this.#afterLost(place, plan.rotation, error);
      }
    });
  }

  /** Selects a key of the list as the new one, because only the user knows which of several keys it is. */
  choose(place: ErrorPlace, fresh: number): Promise<Rotation> {
    return this.#step(place, async (rotation) => {
      const candidates = candidatesIn(rotation, await this.#listed(place));
      if (rotation.step !== 'create' || !candidates.includes(fresh))
        throw new RotationStoppedError(rotation, 'out-of-turn');
      return this.#remember(place, withCreatedKey(rotation, fresh));
    });
  }

  /** The user has confirmed that the programs that send events use the new key. */
  placed(place: ErrorPlace): Promise<Rotation> {
    return this.#step(place, (rotation) => this.#go(place, rotation, withKeyInUse(rotation)));
  }

  confirm(place: ErrorPlace): Promise<Rotation> {
    return this.#step(place, async (rotation) =>
      this.#go(place, rotation, withConfirmedKey(rotation, await this.#listed(place))),
    );
  }

  /**
   * Deletes the old key if the current list contains the new one. `gone`: the old key was already deleted.
   */
  delete(place: ErrorPlace): Promise<'deleted' | 'gone'> {
    return this.#step(place, async (rotation) => {
      const verdict = nextDeleteAction(rotation, await this.#listed(place));
      if (verdict === 'old-gone') {
        await this.#forget(place);
        return 'gone';
      }
      if (verdict !== 'delete') throw new RotationStoppedError(rotation, verdict);
      try {
        await this.#deps.clientKeys.remove({ ...place, key: rotation.old });
      } catch (error) {
        const isGone = await this.#listed(place).then(
          (keys) => nextDeleteAction(rotation, keys) === 'old-gone',
          () => false,
        );
        if (!isGone) throw error;
      }
      await this.#forget(place);
      return 'deleted';
    });
  }

  /** Requests another new key if the previous one was deleted or doesn't work. Preserves the old key. */
  startOver(place: ErrorPlace): Promise<Rotation> {
    return this.#step(place, (rotation) => this.#remember(place, startOver(rotation)));
  }

  /** Ends the rotation without changing the keys. */
  async abandon(place: ErrorPlace): Promise<Rotation | undefined> {
    const rotation = this.of(place);
    if (rotation !== undefined) await this.#forget(place);
    return rotation;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Checks the list after creating a key failed, because the outcome may be unknown. */
  async #afterLost(place: ErrorPlace, rotation: Rotation, error: unknown): Promise<Rotation> {
    if (!(error instanceof ClientKeyFailedError)) throw error;
    if (!isOutcomeUnknown(error)) {
      await this.#remember(place, withoutUnconfirmedRequest(rotation));
      throw error;
    }
    const keys = await orUndefined(this.#listed(place));
    if (keys === undefined) throw error;
    const plan = nextCreateAction(rotation, keys);
    if (plan.kind === 'found') return this.#remember(place, plan.rotation);
    if (plan.kind === 'stop')
      throw new RotationStoppedError(rotation, plan.obstacle, {
        cause: error,
        candidates: plan.candidates ?? [],
      });
    throw error;
  }

  async #listed(place: ErrorPlace): Promise<readonly ClientKey[]> {
    const keys = await this.#deps.clientKeys.listed(place);
    // A key that isn't in an incomplete list may still exist.
    if (this.#deps.clientKeys.peek(place)?.cut === true) {
      const rotation = this.of(place);
      if (rotation !== undefined) throw new RotationStoppedError(rotation, 'unlisted');
    }
    return keys;
  }

  #go(place: ErrorPlace, rotation: Rotation, next: Rotation | RotationObstacle): Promise<Rotation> {
    if (typeof next === 'string') return Promise.reject(new RotationStoppedError(rotation, next));
    return this.#remember(place, next);
  }

  /** Runs one step at a time per project. Errors are reported with the state of the rotation. */
  async #step<T>(place: ErrorPlace, run: (rotation: Rotation) => Promise<T>): Promise<T> {
    const rotation = this.of(place);
    const none: Rotation = { old: 0, fresh: undefined, step: 'create', before: undefined };
    if (rotation === undefined) throw new RotationStoppedError(none, 'out-of-turn');
    return this.#running.run(errorPlaceId(place), rotation.step, {
      busy: () => new RotationStoppedError(rotation, 'out-of-turn'),
      act: async () => {
        try {
          return await run(rotation);
        } catch (error) {
          if (error instanceof RotationStoppedError || !(error instanceof Error)) throw error;
          throw new RotationStoppedError(this.of(place) ?? rotation, undefined, { cause: error });
        }
      },
    });
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

/** Only the properties that identify the project are stored. */
const plain = ({ base, project, path }: ErrorPlace): ErrorPlace => ({ base, project, path });
