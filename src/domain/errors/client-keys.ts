/** What may be known of a client key: never the key itself, and never its DSN. */
export interface ClientKey {
  readonly id: number;
  readonly active: boolean;
  /** The end of the key, for a person to tell it from others. */
  readonly masked: string;
}

/**
 * Why a project's keys are not known: the caller's role, the token's scope, or the server has none
 * (server-behavior.md#access).
 */
export type KeysMissing = 'role' | 'scope' | 'not-found';

/** The client keys of a project, in the server's order. */
export interface KeyList {
  readonly keys: readonly ClientKey[];
  /** True where there are more than are read. */
  readonly cut: boolean;
  readonly missing: KeysMissing | undefined;
}

export type KeyAct = 'create' | 'delete';

/** Creating or deleting a key ended in an error; whether it was done all the same is told by its cause. */
export class ClientKeyFailed extends Error {
  override readonly name = 'ClientKeyFailed';
  readonly act: KeyAct;

  constructor(act: KeyAct, cause: Error) {
    super(`${act} of a client key failed: ${cause.message}`, { cause });
    this.act = act;
  }
}

/** Something is being done to the keys of the project already. */
export class ClientKeysBusy extends Error {
  override readonly name = 'ClientKeysBusy';

  constructor() {
    super('keys of the project are being changed');
  }
}

/** The keys of a project may not be read, or are not there. */
export class ClientKeysMissing extends Error {
  override readonly name = 'ClientKeysMissing';
  readonly missing: KeysMissing;

  constructor(missing: KeysMissing) {
    super(`client keys: ${missing}`);
    this.missing = missing;
  }
}

/** A key is not in the list any more, or the list does not tell its DSN. */
export class NoDsn extends Error {
  override readonly name = 'NoDsn';
  readonly key: number;
  readonly listed: boolean;

  constructor(key: number, listed: boolean) {
    super(`client key ${key} ${listed ? 'has no DSN' : 'is not in the list'}`);
    this.key = key;
    this.listed = listed;
  }
}
