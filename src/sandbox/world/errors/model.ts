import type { Project } from '../model';

/** A frame of a stack trace, with the surrounding code if the SDK sends it. */
export interface Frame {
  readonly file: string;
  readonly function: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** True for the project's own code, false for libraries. */
  readonly inApp: boolean;
  readonly context: readonly (readonly [line: number, code: string])[];
}

/** An event from an SDK: an exception or a message (server-behavior.md#supported-languages). */
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
  /** Identifies the affected user; undefined if the SDK doesn't send it. */
  readonly user: string | undefined;
  /** The outermost call first, as SDKs send them. */
  readonly frames: readonly Frame[];
  readonly fingerprint: readonly string[];
}

/** A group of events with the same cause. */
export interface TrackedError {
  readonly id: number;
  readonly project: Project;
  readonly key: string;
  readonly users: Set<string>;
  /** Number of events per hour; the key is the Unix time in hours. */
  readonly hours: Map<number, number>;
  count: number;
  first: number;
  last: number;
  firstRelease: string;
  latest: ErrorEvent;
}

/** The key that an SDK is configured with. It is a secret (server-behavior.md#keys-and-dsns). */
export interface ClientKey {
  readonly id: number;
  readonly project: Project;
  readonly publicKey: string;
  readonly active: boolean;
}

/** Project settings of error tracking (server-behavior.md#error-tracking-settings). */
export interface ErrorSettings {
  active: boolean;
  /** True if the service itself stores the errors, false for an external server. */
  integrated: boolean;
}

/** Session counts, which some SDKs report (server-behavior.md#supported-languages). */
export interface SessionCounts {
  readonly started: number;
  readonly errored: number;
  readonly crashed: number;
}
