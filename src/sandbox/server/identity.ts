import type { IncomingHttpHeaders } from 'node:http';
import type { Viewer } from '../http/call';
import { refuse } from '../http/reply';
import type { Route } from '../http/route';
import type { JobTokens } from '../world/job-tokens';
import { type Role, ROLES, type User } from '../world/model';
import { USERS } from '../world/people';
import type { GranularTokens } from './granular-tokens';

/** The properties of a route that determine which tokens are accepted. */
interface RouteAccess extends Pick<Route, 'access'> {
  /** Path of the endpoint. */
  readonly path: string;
}

export type Tokens = Readonly<Record<(typeof ROLES)[number], string>>;

/** Tokens that aren't printed: the guest's, and one of the developer with the scope `read_api`. */
export interface UnprintedTokens {
  readonly guest: string;
  readonly readOnly: string;
}

const ALL_SCOPES: readonly string[] = ['api'];
const READ_SCOPES: readonly string[] = ['read_api'];
const GRANULAR_SCOPES: readonly string[] = ['granular'];
/** Permissions of fine-grained tokens for Git. */
const DOWNLOAD = 'download_code';

/** Identifies users and jobs by their tokens (server-behavior.md#tokens). */
export class Identity {
  readonly #owners: ReadonlyMap<string, Role>;
  readonly #readOnly: string;
  readonly #jobTokens: JobTokens;
  readonly #granular: GranularTokens;

  constructor(
    tokens: Tokens,
    { guest, readOnly }: UnprintedTokens,
    jobTokens: JobTokens,
    granular: GranularTokens,
  ) {
    this.#owners = new Map([
      ...ROLES.map((role) => [tokens[role], role] as const),
      [guest, 'guest'],
      [readOnly, 'developer'],
    ]);
    this.#readOnly = readOnly;
    this.#jobTokens = jobTokens;
    this.#granular = granular;
  }

  personOf(token: string | undefined): User | undefined {
    const role = this.#owners.get(token ?? '') ?? this.#granular.find(token ?? '')?.role;
    return role === undefined ? undefined : USERS[role];
  }

  /** Returns the sender of a request. Unknown tokens are rejected even if no token is required. */
  viewerOf(
    { access, path }: RouteAccess,
    headers: IncomingHttpHeaders,
    query: readonly (readonly [string, string])[],
  ): Viewer {
    const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (access === 'job') {
      // `GET /job/allowed_agents` doesn't accept the token as a bearer token (server-behavior.md#tokens).
      const asBearer = path === '/job' ? bearer : undefined;
      const token = single(headers['job-token']) ?? inQuery(query, ['job_token']) ?? asBearer;
      const job = token === undefined ? undefined : this.#jobTokens.ownerOf(token);
      if (job !== undefined) return { kind: 'job', job };
    }
    const token =
      single(headers['private-token']) ?? bearer ?? inQuery(query, ['private_token', 'access_token']);
    const user = this.personOf(token);
    const permissions = this.#granular.find(token ?? '')?.permissions;
    if (user !== undefined && permissions !== undefined)
      return { kind: 'person', user, scopes: GRANULAR_SCOPES, permissions };
    if (user !== undefined)
      return { kind: 'person', user, scopes: token === this.#readOnly ? READ_SCOPES : ALL_SCOPES };
    if (token !== undefined || access !== 'anyone') throw refuse.unauthorized();
    return { kind: 'nobody' };
  }

  /**
   * Returns the user for the password in Basic authentication, as sent by git; undefined without
   * authentication.
   */
  gitUser({ authorization }: IncomingHttpHeaders): User | 'unknown' | undefined {
    const password = passwordIn(authorization);
    if (password === undefined) return undefined;
    const permissions = this.#granular.find(password)?.permissions;
    if (permissions?.includes(DOWNLOAD) === false) return 'unknown';
    return this.personOf(password) ?? 'unknown';
  }

  /** True if the password in Basic authentication is a token that only allows reading. */
  isReadOnly({ authorization }: IncomingHttpHeaders): boolean {
    return passwordIn(authorization) === this.#readOnly;
  }

  /** True if the projects of a group accept only fine-grained tokens. */
  requiresGranular(projectPath: string): boolean {
    return this.#granular.isRequiredFor(projectPath);
  }
}

/** Returns the password in Basic authentication. */
function passwordIn(authorization: string | undefined): string | undefined {
  const encoded = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

/**
 * Returns a token in the query. The real service also accepts personal access tokens there. An empty value
 * counts as missing.
 */
const inQuery = (
  query: readonly (readonly [string, string])[],
  names: readonly string[],
): string | undefined => query.find(([name, value]) => value !== '' && names.includes(name))?.[1];

/** Returns the value of a header. An empty value counts as missing. */
function single(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return first === '' ? undefined : first;
}
