import type { ProjectKey } from './keys';

/** A project whose errors are requested. GraphQL identifies it by its full path. Plain data. */
export interface ErrorPlace extends ProjectKey {
  readonly path: string;
}

/** A tracked error on a server, by its `sentryId`. */
export interface TrackedErrorKey extends ErrorPlace {
  readonly error: string;
}

/** A client key, by the ID with which it is deleted. Never the key itself. */
export interface ClientKeyKey extends ErrorPlace {
  readonly key: number;
}

/** The source of a stack trace: the latest event of an error, or text that the user pasted. */
export type TraceSource =
  | { readonly kind: 'latest'; readonly error: TrackedErrorKey }
  | { readonly kind: 'pasted'; readonly id: string };

/**
 * A frame of a stack trace. `trace` counts causes from the caught error, `frame` from the latest call; both
 * start at 0.
 */
export interface FrameKey {
  readonly source: TraceSource;
  readonly trace: number;
  readonly frame: number;
}

export const errorPlaceId = ({ base, path }: ErrorPlace): string => `${base} ${path}`;
export const trackedErrorId = (key: TrackedErrorKey): string => `${errorPlaceId(key)} error ${key.error}`;
export const clientKeyId = (key: ClientKeyKey): string => `${errorPlaceId(key)} client key ${key.key}`;
