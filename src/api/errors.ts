import { isAbort } from '../base/abort';

/** All ways in which a call can fail. `presentation` has a message for each kind. */
export const ERROR_KINDS = [
  'network',
  'timeout',
  'aborted',
  'bad-request',
  'unauthorized',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'not-acceptable',
  'conflict',
  'gone',
  'uri-too-long',
  'unprocessable',
  'too-many-requests',
  'server',
  'not-json',
  'schema',
  'moved',
  'secret-storage',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

export interface ApiErrorFacts {
  readonly kind: ErrorKind;
  /** Method and path pattern, for example `GET /projects/:id/jobs`, without values. */
  readonly endpoint: string;
  /** Host (and port) of the request. */
  readonly host: string;
  /** Base URL of the account whose request failed. */
  readonly base?: string | undefined;
  readonly status?: number | undefined;
  /** The server's message, as plain text of at most 1,000 characters; undefined if there is none. */
  readonly serverMessage?: string | undefined;
  /** The wait that the server requests, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** For `moved`: the new URL of the resource, according to the server. */
  readonly location?: string | undefined;
  /**
   * For `network`: the system's error code, for example ECONNREFUSED. For `schema`: the JSON path and the
   * expected type. For `secret-storage`: what failed (`read`, `store`, or `delete`).
   */
  readonly detail?: string | undefined;
  /** True if the request may have reached the server, although there was no response. */
  readonly sent?: boolean | undefined;
  /** True for a write that was sent and whose response is missing or can't be read: it may have succeeded. */
  readonly outcomeUnknown?: boolean | undefined;
}

/**
 * The only error type of this layer. Its message is for the log; `presentation` creates the user-visible
 * text.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ErrorKind;
  readonly endpoint: string;
  readonly host: string;
  readonly base: string | undefined;
  readonly status: number | undefined;
  readonly serverMessage: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly location: string | undefined;
  readonly detail: string | undefined;
  readonly sent: boolean;
  readonly outcomeUnknown: boolean;

  constructor(facts: ApiErrorFacts) {
    const reason = facts.serverMessage ?? facts.detail;
    super(
      `${facts.endpoint}: ${facts.kind}${facts.status === undefined ? '' : ` (${facts.status})`}${reason === undefined ? '' : `: ${reason}`}`,
    );
    this.kind = facts.kind;
    this.endpoint = facts.endpoint;
    this.host = facts.host;
    this.base = facts.base;
    this.status = facts.status;
    this.serverMessage = facts.serverMessage;
    this.retryAfterMs = facts.retryAfterMs;
    this.location = facts.location;
    this.detail = facts.detail;
    this.sent = facts.sent ?? false;
    this.outcomeUnknown = facts.outcomeUnknown ?? false;
  }
}

export function isApiError(error: unknown, kind?: ErrorKind): error is ApiError {
  return error instanceof ApiError && (kind === undefined || error.kind === kind);
}

/**
 * True if an operation was canceled, in any layer. A write that was canceled after it was sent doesn't count,
 * because it may have succeeded, which must be reported.
 */
export function isCanceled(error: unknown): boolean {
  return isAbort(error) || (isApiError(error, 'aborted') && !error.outcomeUnknown);
}

/**
 * True for a write that may have succeeded although there was no usable response, or for an error caused by
 * one.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (isApiError(at)) return at.outcomeUnknown;
  return false;
}

/** Missing rights of a token: scopes, or permissions of a fine-grained token. `names` is empty if they aren't known. */
export interface MissingTokenRights {
  readonly kind: 'scope' | 'permission' | 'no-fine-grained-tokens';
  readonly names: readonly string[];
}

interface LackPattern {
  readonly kind: MissingTokenRights['kind'];
  readonly errors: readonly ErrorKind[];
  readonly text: RegExp;
  /** Finds the list of names; any of several scopes is enough. */
  readonly names?: RegExp;
}

/** Refusals of GraphQL queries aren't 403. */
const REFUSALS = ['forbidden', 'bad-request'] as const;

/** Messages of servers about tokens (server-behavior.md#token-errors); the first match applies. */
const LACKS: readonly LackPattern[] = [
  { kind: 'no-fine-grained-tokens', errors: REFUSALS, text: /doesn't support fine-grained/i },
  {
    kind: 'permission',
    errors: REFUSALS,
    text: /insufficient_granular_scope|requires a fine-grained personal access token/i,
    names: /permissions?: \[([^\]]+)\]/i,
  },
  {
    kind: 'scope',
    errors: ['forbidden'],
    text: /\(scope: [^()]+\)$|^insufficient_scope$|higher privileges than provided/i,
    names: /\(scope: ([^()]+)\)$/,
  },
];

/**
 * Returns what the token lacks according to the server's refusal; undefined if the refusal isn't about the
 * token. The user may still have the permission.
 */
export function missingTokenRights({ kind, serverMessage = '' }: ApiError): MissingTokenRights | undefined {
  const found = LACKS.find(({ errors, text }) => errors.includes(kind) && text.test(serverMessage));
  if (found === undefined) return undefined;
  const names = found.names?.exec(serverMessage)?.[1]?.split(found.kind === 'scope' ? /[\s,]+/ : /\s*,\s*/);
  return { kind: found.kind, names: names?.filter((name) => name !== '') ?? [] };
}

/** Status names without a reason, with or without the number. */
const STATUS_ONLY = /^(?:40[13] )?(?:unauthorized|forbidden)$/i;

/**
 * True if the server refused a request with its status and no reason, as servers do for missing roles. Proxies
 * return other messages or none.
 */
export const isReasonless = ({ serverMessage = '' }: ApiError): boolean => STATUS_ONLY.test(serverMessage);
