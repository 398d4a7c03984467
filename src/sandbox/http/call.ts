import type { Job, User } from '../world/model';
import type { World } from '../world/world';
import type { Release } from './releases';
import { refuse } from './reply';

/**
 * The sender of a request: anonymous, a user with a personal access token, or a running job with a job token.
 */
export type Viewer =
  | { readonly kind: 'nobody' }
  | {
      readonly kind: 'person';
      readonly user: User;
      readonly scopes: readonly string[];
      /** Only of fine-grained tokens. */
      readonly permissions?: readonly string[];
    }
  | { readonly kind: 'job'; readonly job: Job };

/** A request that is handled by a route. */
export interface Call {
  readonly world: World;
  readonly viewer: Viewer;
  /**
   * URL of the sandbox as used by the client, such as `http://127.0.0.1:8080/gitlab`. Links start with it.
   */
  readonly base: string;
  readonly method: string;
  /** Raw path below the base path. */
  readonly path: string;
  /** Query parameters in their original order. */
  readonly query: readonly (readonly [string, string])[];
  /** Returns a header of the request. Names are in lower case. */
  readonly header: (name: string) => string | undefined;
  /** True for a feature that the server ignores because of a fault or its release, such as a quick action. */
  readonly ignores: (name: string) => boolean;
  /** Behaves like the hosted service: lists have no total counts (server-behavior.md#pagination-headers). */
  readonly hosted: boolean;
  /** The release of the service that the server has. */
  readonly release: Release;
  /** Values of path parameters by name. */
  readonly pathValues: Readonly<Record<string, string>>;
}

/** Returns the signed-in user. Responds with 401 if there is none. */
export function signedIn({ viewer }: Call): User {
  if (viewer.kind !== 'person') throw refuse.unauthorized();
  return viewer.user;
}

/** Returns the scopes of the user's token. Responds with 401 if no user is signed in. */
export function scopesOf({ viewer }: Call): readonly string[] {
  if (viewer.kind !== 'person') throw refuse.unauthorized();
  return viewer.scopes;
}

/** Returns the permissions of a fine-grained token; undefined for other tokens. */
export function permissionsOf({ viewer }: Call): readonly string[] | undefined {
  return viewer.kind === 'person' ? viewer.permissions : undefined;
}

export function userOf({ viewer }: Call): User | undefined {
  return viewer.kind === 'person' ? viewer.user : undefined;
}
