import type { Job, User } from '../world/model';
import type { World } from '../world/world';
import { refuse } from './reply';

/** Who asks: nobody, a person with a personal access token, or a running job with its own. */
export type Viewer =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'person'; readonly user: User; readonly scopes: readonly string[] }
  | { readonly kind: 'job'; readonly job: Job };

/** One request on its way through a route. */
export interface Call {
  readonly world: World;
  readonly viewer: Viewer;
  /** Where the sandbox is for whoever asked, such as `http://127.0.0.1:8080/gitlab`: what links begin with. */
  readonly base: string;
  readonly method: string;
  /** Path below the base, as it was sent. */
  readonly path: string;
  /** Query pairs as they were sent. */
  readonly query: readonly (readonly [string, string])[];
  /** A header of the request, by its name in small letters. */
  readonly header: (name: string) => string | undefined;
  /** Answers as the hosted offering does: without totals (server-behavior.md#pagination-headers). */
  readonly hosted: boolean;
  /** What the path gave, by the names of its parameters. */
  readonly pathValues: Readonly<Record<string, string>>;
}

/** The person who asks; 401 for anybody else. */
export function signedIn({ viewer }: Call): User {
  if (viewer.kind !== 'person') throw refuse.unauthorized();
  return viewer.user;
}

/** What the token of the person who asks may be used for; 401 for anybody else. */
export function scopesOf({ viewer }: Call): readonly string[] {
  if (viewer.kind !== 'person') throw refuse.unauthorized();
  return viewer.scopes;
}

export function userOf({ viewer }: Call): User | undefined {
  return viewer.kind === 'person' ? viewer.user : undefined;
}
