/** An answer before it is written to the wire. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  /** Bytes where the answer is a file. */
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, type: 'application/json', body: JSON.stringify(value), headers };
}

export function plainText(body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 200, type: 'text/plain; charset=utf-8', body, headers };
}

export function html(status: number, body: string): Reply {
  return { status, type: 'text/html; charset=utf-8', body };
}

/** Done, and nothing to say about it. */
/** What was asked for is so already (server-behavior.md#already-done). */
export const NOT_MODIFIED: Reply = { status: 304, type: 'application/json', body: '' };

export const NO_CONTENT: Reply = { status: 204, type: 'application/json', body: '' };

/**
 * The bare sentence with which the real service sends readers of a moved project on
 * (server-behavior.md#moved-projects).
 */
const movedTo = (location: string): Reply => ({
  status: 301,
  type: 'text/plain; charset=utf-8',
  body: `This resource has been moved permanently to ${location}`,
  headers: { Location: location },
});

/** Thrown wherever a request turns out to end in an error answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`answers ${reply.status}`);
    this.reply = reply;
  }
}

const message = (status: number, text: string): Refusal => new Refusal(json(status, { message: text }));
const error = (status: number, text: string, headers?: Readonly<Record<string, string>>): Refusal =>
  new Refusal(json(status, { error: text }, headers));

/**
 * The error answers of real servers (server-behavior.md#error-bodies). Note the two keys: `message` is said by the
 * service's own code, `error` by its framework, and the spelling of "not found" differs likewise.
 */
export const refuse = {
  /** No route: among others, a path parameter that was not encoded (server-behavior.md#path-parameters). */
  noRoute: () => error(404, '404 Not Found'),
  noMethod: (allow: string) => error(405, '405 Not Allowed', { Allow: allow }),
  /** Parameters that do not fit, as `page is invalid, scope does not have a valid value`. */
  invalid: (what: string) => error(400, what),
  notAllowed: (what: string) => error(405, what),
  /** The thing is another by now than `If-Unmodified-Since` asks for. */
  changed: () => message(412, '412 Precondition Failed'),
  tooLarge: () => error(413, 'Request Entity Too Large', { Connection: 'close' }),
  wrongType: (type: string) => error(415, `The provided content-type '${type}' is not supported.`),
  moved: (location: string) => new Refusal(movedTo(location)),
  movedMethod: () => message(405, 'Non GET methods are not allowed for moved projects'),
  gone: () => error(410, 'API V3 is no longer supported. Use API V4 instead.'),
  unauthorized: () => message(401, '401 Unauthorized'),
  forbidden: (why?: string) => message(403, why === undefined ? '403 Forbidden' : `403 Forbidden - ${why}`),
  /** The token lacks a scope (server-behavior.md#token-errors). */
  insufficientScope: (scope: string) =>
    new Refusal(
      json(403, {
        error: 'insufficient_scope',
        error_description: 'The request requires higher privileges than provided by the access token.',
        scope,
      }),
    ),
  badRequest: (why: string) => message(400, `400 Bad request - ${why}`),
  /** A thing by its name (`404 Project Not Found`), or a record that is missing. */
  missing: (what?: string) => message(404, what === undefined ? '404 Not found' : `404 ${what} Not Found`),
} as const;
