import { rotationStepSchema } from '../../schemas/stored-errors';
import type { ClientKey } from './client-keys';

/** The steps of a rotation, in their order (server-behavior.md#key-rotation). */
export const ROTATION_STEPS = rotationStepSchema.options;
export type RotationStep = (typeof ROTATION_STEPS)[number];

/** A client key that is being replaced by another one. Ids only: it is remembered between sessions. */
export interface Rotation {
  /** The key that goes. */
  readonly old: number;
  /** The key that comes, once it is known. */
  readonly fresh: number | undefined;
  /** What is to be done next. */
  readonly step: RotationStep;
  /** The keys that there were before a new one was asked for; only while no answer told what became of that. */
  readonly before: readonly number[] | undefined;
}

/**
 * Why a step cannot be done: the old key is gone, the new key is gone or does not work, several keys may be the new
 * one, it is another step's turn, or the list cannot be read or is not read whole.
 */
export type RotationObstacle =
  'old-gone' | 'fresh-gone' | 'fresh-inactive' | 'several' | 'out-of-turn' | 'unlisted';

type Listed = readonly Pick<ClientKey, 'id' | 'active'>[];

export const beginRotation = (old: number, keys: Listed): Rotation | RotationObstacle =>
  has(keys, old) ? { old, fresh: undefined, step: 'create', before: undefined } : 'old-gone';

/** `send`: a key is to be created, and `rotation` is to be remembered before; `found`: it was created already. */
export type Creation =
  | { readonly kind: 'send'; readonly rotation: Rotation }
  | { readonly kind: 'found'; readonly rotation: Rotation }
  | { readonly kind: 'stop'; readonly obstacle: RotationObstacle; readonly candidates?: readonly number[] };

/**
 * What the step "create" comes to. Where an answer was lost, the key that was not there before is the new one; where
 * several came, nobody but the person knows.
 */
export function creation(rotation: Rotation, keys: Listed): Creation {
  if (rotation.step !== 'create') return { kind: 'stop', obstacle: 'out-of-turn' };
  const candidates = candidatesIn(rotation, keys);
  const [candidate] = candidates;
  if (candidates.length > 1) return { kind: 'stop', obstacle: 'several', candidates };
  if (candidate !== undefined) return { kind: 'found', rotation: created(rotation, candidate) };
  if (!has(keys, rotation.old)) return { kind: 'stop', obstacle: 'old-gone' };
  return { kind: 'send', rotation: { ...rotation, before: keys.map(({ id }) => id) } };
}

/** The keys that came since a new one was asked for, where its answer is missing. */
export const candidatesIn = ({ before }: Rotation, keys: Listed): readonly number[] =>
  before === undefined ? [] : keys.map(({ id }) => id).filter((id) => !before.includes(id));

export const created = (rotation: Rotation, fresh: number): Rotation => ({
  ...rotation,
  fresh,
  step: 'place',
  before: undefined,
});

/** The server has said that it created none. */
export const notCreated = (rotation: Rotation): Rotation => ({ ...rotation, before: undefined });

/** A person says that whatever sends events has the new key. */
export const placed = (rotation: Rotation): Rotation | RotationObstacle =>
  rotation.step === 'place' ? { ...rotation, step: 'confirm' } : 'out-of-turn';

/** Another new key: the one before was deleted, or does not work. */
export const startOver = (rotation: Rotation): Rotation => ({
  ...rotation,
  fresh: undefined,
  step: 'create',
  before: undefined,
});

/** The list holds the new key, and it works. */
export function confirmed(rotation: Rotation, keys: Listed): Rotation | RotationObstacle {
  if (rotation.step !== 'confirm') return 'out-of-turn';
  const obstacle = freshObstacle(rotation, keys);
  if (obstacle !== undefined) return obstacle;
  return has(keys, rotation.old) ? { ...rotation, step: 'delete' } : 'old-gone';
}

/**
 * Whether the old key may be deleted, by a list that was read for this: `delete`, or why not. `old-gone` is the end of
 * the rotation, for the new key was there when it was confirmed and is there now.
 */
export function deletion(rotation: Rotation, keys: Listed): 'delete' | RotationObstacle {
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

/** A step was not done. Whatever the reason: no key is gone by it but one whose deletion the server confirmed. */
export class RotationStopped extends Error {
  override readonly name = 'RotationStopped';
  readonly rotation: Rotation;
  readonly obstacle: RotationObstacle | undefined;
  /** For `several`: the keys that may be the new one. */
  readonly candidates: readonly number[];

  constructor(
    rotation: Rotation,
    obstacle: RotationObstacle | undefined,
    { cause, candidates = [] }: { readonly cause?: Error; readonly candidates?: readonly number[] } = {},
  ) {
    super(
      `rotation stopped at ${rotation.step}: ${obstacle ?? cause?.message ?? 'unknown'}`,
      cause === undefined ? undefined : { cause },
    );
    this.rotation = rotation;
    this.obstacle = obstacle;
    this.candidates = candidates;
  }
}
