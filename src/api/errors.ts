import { isAbort } from '../base/abort';

/** Every way in which a call can end other than with data. The list is closed: a new kind needs its sentence. */
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
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

export interface ApiErrorFacts {
  readonly kind: ErrorKind;
  /** Method and path pattern, such as `GET /projects/:id/jobs`: never the values in it. */
  readonly endpoint: string;
  /** Host (and port) that was asked. */
  readonly host: string;
  readonly status?: number | undefined;
  /** What the server said, as plain text of at most 1,000 characters; undefined where it said nothing. */
  readonly serverWords?: string | undefined;
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** For `moved`: where the server says the resource is now. */
  readonly location?: string | undefined;
  /** For `network`: the system's code such as ECONNREFUSED. For `schema`: the JSON path and what was expected. */
  readonly detail?: string | undefined;
}

/** The one error of this room. Its message is for the log; what a person reads is made in `presentation/`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ErrorKind;
  readonly endpoint: string;
  readonly host: string;
  readonly status: number | undefined;
  readonly serverWords: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly location: string | undefined;
  readonly detail: string | undefined;

  constructor(facts: ApiErrorFacts) {
    const said = facts.serverWords ?? facts.detail;
    super(
      `${facts.endpoint}: ${facts.kind}${facts.status === undefined ? '' : ` (${facts.status})`}${said === undefined ? '' : `: ${said}`}`,
    );
    this.kind = facts.kind;
    this.endpoint = facts.endpoint;
    this.host = facts.host;
    this.status = facts.status;
    this.serverWords = facts.serverWords;
    this.retryAfterMs = facts.retryAfterMs;
    this.location = facts.location;
    this.detail = facts.detail;
  }
}

export function isApiError(error: unknown, kind?: ErrorKind): error is ApiError {
  return error instanceof ApiError && (kind === undefined || error.kind === kind);
}

/** True where something ended because somebody gave it up, in whichever room that was noticed. */
export function isCancelled(error: unknown): boolean {
  return isAbort(error) || isApiError(error, 'aborted');
}
