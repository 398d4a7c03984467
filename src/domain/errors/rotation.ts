import { ReasonError } from '../../base/reason-error';
import { rotationStepSchema } from '../../schemas/stored/errors';
import type { ClientKey } from './client-keys';

/** The steps of a rotation, in order (server-behavior.md#key-rotation). */
export const ROTATION_STEPS = rotationStepSchema.options;
export type RotationStep = (typeof ROTATION_STEPS)[number];

/** A client key that is being replaced. Contains only IDs, because it is stored between sessions. */
export interface Rotation {
  /** The key that is replaced. */
  readonly old: number;
  /** The new key, once it is known. */
  readonly fresh: number | undefined;
  /** The next step. */
  readonly step: RotationStep;
  /**
   * The keys that existed before a new one was requested; only while the outcome of that request is unknown.
   */
  readonly before: readonly number[] | undefined;
}

/**
 * Why a step isn't possible: the old key no longer exists, the new key doesn't exist or isn't active, several
 * keys may be the new one, another step is next, or the list can't be read completely.
 */
export type RotationObstacle =
  | 'old-gone'
  | 'fresh-gone'
  | 'fresh-inactive'
  | 'several'
  | 'out-of-turn'
  | 'unlisted';

type Listed = readonly Pick<ClientKey, 'id' | 'active'>[];

export const beginRotation = (old: number, keys: Listed): Rotation | RotationObstacle =>
  has(keys, old) ? { old, fresh: undefined, step: 'create', before: undefined } : 'old-gone';

/** `send`: create a key and store `rotation` before; `found`: the key was already created. */
export type Creation =
  | { readonly kind: 'send'; readonly rotation: Rotation }
  | { readonly kind: 'found'; readonly rotation: Rotation }
  | { readonly kind: 'stop'; readonly obstacle: RotationObstacle; readonly candidates?: readonly number[] };

/**
 * Next action of the step "create". If a response was lost, the key that didn't exist before is the new one;
 * if there are several, the user has to choose.
 */
export function nextCreateAction(rotation: Rotation, keys: Listed): Creation {
  if (rotation.step !== 'create') return { kind: 'stop', obstacle: 'out-of-turn' };
  const candidates = candidatesIn(rotation, keys);
  const [candidate] = candidates;
  if (candidates.length > 1) return { kind: 'stop', obstacle: 'several', candidates };
  if (candidate !== undefined) return { kind: 'found', rotation: withCreatedKey(rotation, candidate) };
  if (!has(keys, rotation.old)) return { kind: 'stop', obstacle: 'old-gone' };
  return { kind: 'send', rotation: { ...rotation, before: keys.map(({ id }) => id) } };
}

/** The keys that were added since a new one was requested and the response was lost. */
export const candidatesIn = ({ before }: Rotation, keys: Listed): readonly number[] =>
  before === undefined ? [] : keys.map(({ id }) => id).filter((id) => !before.includes(id));

export const withCreatedKey = (rotation: Rotation, fresh: number): Rotation => ({
  ...rotation,
  fresh,
  step: 'place',
  before: undefined,
});

/** The server confirmed that it didn't create one. */
export const withoutUnconfirmedRequest = (rotation: Rotation): Rotation => ({
  ...rotation,
  before: undefined,
});

/** The user confirms that all senders of events use the new key. */
export const withKeyInUse = (rotation: Rotation): Rotation | RotationObstacle =>
  rotation.step === 'place' ? { ...rotation, step: 'confirm' } : 'out-of-turn';

/** Requests another new key: the previous one was deleted or isn't active. */
export const startOver = (rotation: Rotation): Rotation => ({
  ...rotation,
  fresh: undefined,
  step: 'create',
  before: undefined,
});

/** The list contains the new key, and it is active. */
export function withConfirmedKey(rotation: Rotation, keys: Listed): Rotation | RotationObstacle {
  if (rotation.step !== 'confirm') return 'out-of-turn';
  const obstacle = freshObstacle(rotation, keys);
  if (obstacle !== undefined) return obstacle;
  return has(keys, rotation.old) ? { ...rotation, step: 'delete' } : 'old-gone';
}

/**
 * Whether the old key may be deleted, according to a list that was just loaded: `delete`, or why not.
 * `old-gone` ends the rotation, because the new key existed at confirmation and exists now.
 */
export function nextDeleteAction(rotation: Rotation, keys: Listed): 'delete' | RotationObstacle {
  if (rotation.step !== 'delete') return 'out-of-turn';
  const obstacle = freshObstacle(rotation, keys);
  if (obstacle !== undefined) return obstacle;
  return has(keys, rotation.old) ? 'delete' : 'old-gone';
}

function freshObstacle({ fresh }: Rotation, keys: Listed): RotationObstacle | undefined {
  const key = keys.find(({ id }) => id === fresh);
  if (key === undefined) return 'fresh-gone';
  return key.active ? undefined : 'fresh-inactive';
}

const has = (keys: Listed, id: number): boolean => keys.some((key) => key.id === id);

/** A step failed. Keys are only gone if the server confirmed their deletion. */
export class RotationStoppedError extends ReasonError<RotationObstacle | undefined> {
  override readonly name = 'RotationStoppedError';
  readonly rotation: Rotation;
  /** For `several`: the keys that may be the new one. */
  readonly candidates: readonly number[];

  constructor(
    rotation: Rotation,
    reason: RotationObstacle | undefined,
    { cause, candidates = [] }: { readonly cause?: Error; readonly candidates?: readonly number[] } = {},
  ) {
    super(
      reason,
      `rotation stopped at ${rotation.step}: ${reason ?? cause?.message ?? 'unknown'}`,
      cause === undefined ? undefined : { cause },
    );
    this.rotation = rotation;
    this.candidates = candidates;
  }
}
