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
  readonly serverMessage?: string | undefined;
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** For `moved`: where the server says the resource is now. */
  readonly location?: string | undefined;
  /** For `network`: the system's code such as ECONNREFUSED. For `schema`: the JSON path and what was expected. */
  readonly detail?: string | undefined;
  /** True where the request may have reached the server although no answer came. */
  readonly sent?: boolean | undefined;
  /** True for a write that was sent and whose answer is missing or can't be read: it may have been carried out. */
  readonly outcomeUnknown?: boolean | undefined;
}

/** The one error of this layer. Its message is for the log; user-visible text is made in `presentation/`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ErrorKind;
  readonly endpoint: string;
  readonly host: string;
  readonly status: number | undefined;
  readonly serverMessage: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly location: string | undefined;
  readonly detail: string | undefined;
  readonly sent: boolean;
  readonly outcomeUnknown: boolean;

  constructor(facts: ApiErrorFacts) {
    const said = facts.serverMessage ?? facts.detail;
    super(
      `${facts.endpoint}: ${facts.kind}${facts.status === undefined ? '' : ` (${facts.status})`}${said === undefined ? '' : `: ${said}`}`,
    );
    this.kind = facts.kind;
    this.endpoint = facts.endpoint;
    this.host = facts.host;
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
 * True if an operation was canceled, whichever layer noticed it. A write that was canceled after it was sent doesn't
 * count: it may have been carried out, and that has to be reported.
 */
export function isCancelled(error: unknown): boolean {
  return isAbort(error) || (isApiError(error, 'aborted') && !error.outcomeUnknown);
}

/** True for a write that may have been carried out although no usable answer came, or for an error caused by one. */
export function isOutcomeUnknown(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (isApiError(at)) return at.outcomeUnknown;
  return false;
}
