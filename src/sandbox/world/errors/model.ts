import type { Project } from '../model';

/** One line of a stack trace, with the code around it where the SDK sends it. */
export interface Frame {
  readonly file: string;
  readonly function: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** Code of the project itself, as opposed to its libraries. */
  readonly inApp: boolean;
  readonly context: readonly (readonly [line: number, code: string])[];
}

/** One event as an SDK sent it: an exception or a message (server-behavior.md#supported-languages). */
export interface ErrorEvent {
  readonly id: string;
  readonly at: number;
  readonly kind: 'exception' | 'message';
  readonly type: string;
  readonly message: string;
  readonly culprit: string;
  readonly level: string;
  readonly logger: string;
  readonly release: string;
  /** Names whoever met it; undefined where the SDK does not say. */
  readonly user: string | undefined;
  /** The oldest call first, as SDKs send them. */
  readonly frames: readonly Frame[];
  readonly fingerprint: readonly string[];
}

/** Events of the same origin. */
export interface TrackedError {
  readonly id: number;
  readonly project: Project;
  readonly key: string;
  readonly users: Set<string>;
  /** How many came in each hour, by the number of the hour. */
  readonly hours: Map<number, number>;
  count: number;
  first: number;
  last: number;
  firstRelease: string;
  latest: ErrorEvent;
}

/** What an SDK is configured with; a secret (server-behavior.md#keys-and-dsns). */
export interface ClientKey {
  readonly id: number;
  readonly project: Project;
  readonly publicKey: string;
  readonly active: boolean;
}

/** Project settings of error tracking (server-behavior.md#error-tracking-settings). */
export interface ErrorSettings {
  active: boolean;
  /** Kept by the service itself, as opposed to an external server. */
  integrated: boolean;
}

/** What sessions came to, as some SDKs tell (server-behavior.md#supported-languages). */
export interface SessionCounts {
  readonly started: number;
  readonly errored: number;
  readonly crashed: number;
}
