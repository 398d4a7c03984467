/** A response before it is sent. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  /** Bytes for files. */
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

/** The requested state already exists (server-behavior.md#already-done). */
export const NOT_MODIFIED: Reply = { status: 304, type: 'application/json', body: '' };

export const NO_CONTENT: Reply = { status: 204, type: 'application/json', body: '' };

/** The redirect of the real service for moved projects (server-behavior.md#moved-projects). */
const movedTo = (location: string): Reply => ({
  status: 301,
  type: 'text/plain; charset=utf-8',
  body: `This resource has been moved permanently to ${location}`,
  headers: { Location: location },
});

/** Thrown to send an error response. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`answers ${reply.status}`);
    this.reply = reply;
  }
}

const message = (status: number, text: string): RefusalError =>
  new RefusalError(json(status, { message: text }));
const granular = (why: string): RefusalError =>
  new RefusalError(
    json(403, { error: 'insufficient_granular_scope', error_description: `Access denied: ${why}` }),
  );
const error = (status: number, text: string, headers?: Readonly<Record<string, string>>): RefusalError =>
  new RefusalError(json(status, { error: text }, headers));

/**
 * The error responses of real servers (server-behavior.md#error-bodies). The service's own code uses the key
 * `message`, its framework uses `error`, and the spelling of "not found" also differs.
 */
export const refuse = {
  /** No route, for example because a path parameter isn't encoded (server-behavior.md#path-parameters). */
  noRoute: () => error(404, '404 Not Found'),
  noMethod: (allow: string) => error(405, '405 Not Allowed', { Allow: allow }),
  /** Invalid parameters, such as `page is invalid, scope does not have a valid value`. */
  invalid: (what: string) => error(400, what),
  notAllowed: (what: string) => error(405, what),
  /** The resource was changed after the time in `If-Unmodified-Since`. */
  changed: () => message(412, '412 Precondition Failed'),
  tooLarge: () => error(413, 'Request Entity Too Large', { Connection: 'close' }),
  wrongType: (type: string) => error(415, `The provided content-type '${type}' is not supported.`),
  moved: (location: string) => new RefusalError(movedTo(location)),
  movedMethod: () => message(405, 'Non GET methods are not allowed for moved projects'),
  gone: () => error(410, 'API V3 is no longer supported. Use API V4 instead.'),
  unauthorized: () => message(401, '401 Unauthorized'),
  forbidden: (why?: string) => message(403, why === undefined ? '403 Forbidden' : `403 Forbidden - ${why}`),
  /** The token lacks a scope (server-behavior.md#token-errors). */
  insufficientScope: (scope: string) =>
    new RefusalError(
      json(403, {
        error: 'insufficient_scope',
        error_description: 'The request requires higher privileges than provided by the access token.',
        scope,
      }),
    ),
  /** A fine-grained token lacks a permission, or another token isn't accepted. */
  missingPermission: (boundary: string, permission: string) =>
    granular(
      `This operation requires a fine-grained personal access token with the following ${boundary} permissions: [${permission}].`,
    ),
  noGranularTokens: () => granular("This operation doesn't support fine-grained personal access tokens."),
  badRequest: (why: string) => message(400, `400 Bad request - ${why}`),
  /** A missing resource with its name (`404 Project Not Found`), or a missing record. */
  missing: (what?: string) => message(404, what === undefined ? '404 Not found' : `404 ${what} Not Found`),
} as const;
