import type { ProjectKey } from './keys';

/** A project whose errors are asked for: the question names it by its full path. Plain data. */
export interface ErrorPlace extends ProjectKey {
  readonly path: string;
}

/** An error that a server keeps, by its `sentryId`. */
export interface TrackedErrorKey extends ErrorPlace {
  readonly error: string;
}

/** A client key, by the id that deletes it. Never the key itself. */
export interface ClientKeyKey extends ErrorPlace {
  readonly key: number;
}

/** Where a stack trace comes from: the latest event of an error, or what a person pasted. */
export type TraceSource =
  | { readonly kind: 'latest'; readonly error: TrackedErrorKey }
  | { readonly kind: 'pasted'; readonly id: string };

/** One call of a stack trace: `trace` counts causes from what was met, `frame` counts from the newest call; both from 0. */
export interface FrameKey {
  readonly source: TraceSource;
  readonly trace: number;
  readonly frame: number;
}

export const errorPlaceId = ({ base, path }: ErrorPlace): string => `${base} ${path}`;
export const trackedErrorId = (key: TrackedErrorKey): string => `${errorPlaceId(key)} error ${key.error}`;
export const clientKeyId = (key: ClientKeyKey): string => `${errorPlaceId(key)} client key ${key.key}`;
