import { ReasonError } from '../../base/reason-error';

/** Public details of a client key: never the key itself or its DSN. */
export interface ClientKey {
  readonly id: number;
  readonly active: boolean;
  /** The end of the key, so that users can distinguish keys. */
  readonly masked: string;
}

/**
 * Why a project's keys aren't available: the user's role, the token's scope, or the server doesn't have any
 * (server-behavior.md#access).
 */
export type KeysMissingReason = 'role' | 'scope' | 'not-found';

/** The client keys of a project, in the server's order. */
export interface KeyList {
  readonly keys: readonly ClientKey[];
  /** True if there are more than were read. */
  readonly cut: boolean;
  readonly missing: KeysMissingReason | undefined;
}

export type KeyAct = 'create' | 'delete';

/** Creating or deleting a key failed. The cause indicates whether the server may have carried it out. */
export class ClientKeyFailedError extends Error {
  override readonly name = 'ClientKeyFailedError';
  readonly act: KeyAct;

  constructor(act: KeyAct, cause: Error) {
    super(`${act} of a client key failed: ${cause.message}`, { cause });
    this.act = act;
  }
}

/** Another operation on the project's keys is in progress. */
export class ClientKeysBusyError extends Error {
  override readonly name = 'ClientKeysBusyError';

  constructor() {
    super('keys of the project are being changed');
  }
}

/** The keys of a project can't be read or don't exist. */
export class ClientKeysMissingError extends ReasonError<KeysMissingReason> {
  override readonly name = 'ClientKeysMissingError';

  constructor(reason: KeysMissingReason) {
    super(reason, `client keys: ${reason}`);
  }
}

/** A key is no longer in the list, or the list doesn't contain its DSN. */
export class NoDsnError extends Error {
  override readonly name = 'NoDsnError';
  readonly key: number;
  readonly listed: boolean;

  constructor(key: number, listed: boolean) {
    super(`client key ${key} ${listed ? 'has no DSN' : 'is not in the list'}`);
    this.key = key;
    this.listed = listed;
  }
}
