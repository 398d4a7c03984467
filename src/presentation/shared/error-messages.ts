import { type ApiError, type ErrorKind, isApiError, isCanceled } from '../../api/errors';
import { t } from '../../base/localize';
import { ReadOnlyTokenError } from '../../domain/accounts/token-scopes';
import { RoleTooLowError } from '../../domain/projects/required-roles';
import { InvalidArgumentError } from '../../schemas/command-argument';
import { COMMAND, type CommandId } from './command-ids';
import { requiredRole, roleSentences } from './role-messages';
import { readOnlyTokenProblem, tokenProblem } from './scope-messages';
import { secretStorageFailure } from './secret-storage-messages';
import { meaningfulMessage, missingObject } from './server-messages';
import { duration } from './time-labels';

/** Next step of the user. The UI that shows the error adds the buttons. */
export type ErrorAction = 'sign-in' | 'another-token' | 'retry' | 'refresh' | 'show-output';

export interface Explained {
  /** The cause, in one or two sentences. The caller states what failed. */
  readonly why: string;
  readonly steps: readonly ErrorAction[];
  /** Makes the next attempt skip the check that failed, which may be wrong. */
  readonly doubt?: (() => void) | undefined;
  /** Base URL of the account to sign in to again. */
  readonly base?: string | undefined;
  /**
   * Only for a write whose outcome is unknown: the command that shows the result. Messages then must not
   * state that the write failed, or offer to repeat it.
   */
  readonly check?: CommandId | undefined;
}

type Explain = (error: ApiError) => Explained;

const again = (why: string): Explained => ({ why, steps: ['retry', 'show-output'] });
const final = (why: string): Explained => ({ why, steps: ['show-output'] });

const SENTENCES: Readonly<Record<ErrorKind, Explain>> = {
  network: ({ host, detail, status }) =>
    again(
      status === 407
        ? t('The proxy for {0} requires authentication. Check the proxy settings of VS Code.', host)
        : (NETWORK_REASONS.get(detail ?? '')?.(host) ??
            (detail === undefined
              ? t("Couldn't connect to {0}.", host)
              : t("Couldn't connect to {0} ({1}).", host, detail))),
    ),
  timeout: ({ host }) => again(t("{0} didn't respond in time.", host)),
  aborted: () => again(t('The operation was canceled.')),
  'bad-request': (error) =>
    final(
      // Without a status, the request wasn't sent because of a value.
      error.status === undefined && error.serverMessage === undefined
        ? error.detail === undefined
          ? t("Couldn't send the request.")
          : t("Couldn't send the request ({0}).", error.detail)
        : serverMessageOr(
            error,
            // Statuses of servers and proxies for bodies or headers that are too large.
            /413|431/.test(String(error.status))
              ? tooLong()
              : t('The server rejected the request as invalid.'),
          ),
    ),
  unauthorized: ({ base, host, serverMessage, status }) => ({
    base,
    why:
      status === undefined
        ? t("Couldn't find a usable token for {0}.", host)
        : meaningfulMessage(serverMessage) === undefined || serverMessage === undefined
          ? t('{0} rejected the token. The token may have expired or been revoked.', host)
          : t('{0} rejected the token: {1}', host, serverMessage),
    steps: ['sign-in', 'show-output'],
  }),
  forbidden: (error) =>
    final(
      serverMessageOr(
        error,
        // A refusal without a message can be from a proxy, so the role isn't necessarily the reason.
        error.serverMessage === undefined
          ? t('{0} refused the request without a reason. Your role or a proxy may not allow it.', error.host)
          : (requiredRole(error.endpoint) ?? t("You don't have permission to do this on {0}.", error.host)),
      ),
    ),
  'not-found': (error) =>
    final(
      missingObject(error.serverMessage, error.host) ??
        serverMessageOr(
          error,
          t("This item doesn't exist on {0}, or you don't have access to it.", error.host),
        ),
    ),
  'method-not-allowed': (error) =>
    final(
      serverMessageOr(error, t("The server doesn't currently allow this action. Refresh and try again.")),
    ),
  'not-acceptable': (error) =>
    final(
      serverMessageOr(error, t("The server can't currently accept this request. Refresh and try again.")),
    ),
  conflict: (error) =>
    final(serverMessageOr(error, t('This item was changed in the meantime. Refresh and try again.'))),
  gone: (error) => final(serverMessageOr(error, t('This item no longer exists on {0}.', error.host))),
  'uri-too-long': ({ status, detail }) => final(status === undefined ? tooLongToSend(detail) : tooLong()),
  unprocessable: (error) => final(serverMessageOr(error, t("The server couldn't process the request."))),
  'too-many-requests': ({ host, retryAfterMs }) =>
    again(
      retryAfterMs === undefined || retryAfterMs === 0
        ? t('{0} is rate limiting requests. Try again later.', host)
        : t(
            '{0} is rate limiting requests. Try again in {1}.',
            host,
            duration(Math.ceil(retryAfterMs / 1000), 'long') ?? '',
          ),
    ),
  server: (error) =>
    again(
      serverMessageOr(
        error,
        error.status === undefined
          ? t('{0} returned an error. Try again later.', error.host)
          : t('{0} returned an error ({1}). Try again later.', error.host, error.status),
      ),
    ),
  'not-json': (error) => final(noData(error)),
  schema: ({ host, detail }) =>
    final(
      detail === undefined
        ? t('{0} returned an unexpected response.', host)
        : t('{0} returned an unexpected response ({1}).', host, detail),
    ),
  moved: elsewhere,
  'secret-storage': ({ host, detail }) => again(secretStorageFailure(host, detail)),
};

/** Part of a URL after the server URL. */
const API = /\/api\/v4\/.*/;

/** Explains a redirect. Tokens aren't sent to other origins, so the user may have to sign in there. */
function elsewhere({ host, location, detail }: ApiError): Explained {
  if (location === undefined) return final(t('This item has moved to a different URL.'));
  if (detail?.endsWith('another origin') !== true || !API.test(location))
    return final(t('This item has moved to {0}.', location));
  // The proxy in front of the server doesn't pass on that https is used. Don't suggest signing in with http.
  if (location.startsWith(`http://${host}/`))
    return final(
      t('{0} uses http instead of https in its own URLs. Ask your administrator to fix this.', host),
    );
  const why = t(
    "{0} redirects to {1}. Your token wasn't sent there. If that URL is correct, use it to sign in.",
    host,
    location.replace(API, ''),
  );
  return { why, steps: ['sign-in', 'show-output'] };
}

function noData({ host, status, detail }: ApiError): string {
  switch (detail) {
    case 'text/html':
      return t(
        '{0} returned a web page instead of data. The server URL may be wrong, or a proxy may require you to sign in.',
        host,
      );
    case 'empty body':
      return status === undefined
        ? t('{0} returned an empty response.', host)
        : t('{0} returned an empty response ({1}).', host, status);
    case undefined:
      return t('{0} returned a malformed response. A proxy may have modified it.', host);
    default:
      return t('{0} returned a malformed response ({1}). A proxy may have modified it.', host, detail);
  }
}

const tooLong = (): string => t('The request is too large for the server.');

/** The request wasn't sent. The first word of `detail` is the longest parameter (`api/prepare.ts`). */
function tooLongToSend(detail: string | undefined): string {
  const parameter = /^[\w.[\]]+/.exec(detail ?? '')?.[0];
  return parameter === undefined
    ? t('The request is too long to send. Use fewer or shorter values.')
    : t('The request is too long to send because of "{0}". Use fewer or shorter values.', parameter);
}
const brokenOff = (host: string): string => t('{0} closed the connection.', host);
const untrustedIssuer = (host: string): string =>
  t(
    "The certificate of {0} was issued by an authority that isn't trusted on this computer. Make sure that VS Code trusts the certificate.",
    host,
  );
const noWebServer = (host: string): string =>
  t(
    "{0} didn't respond as a web server. Check the protocol (http or https) and the port in the server URL.",
    host,
  );

/** Messages for system error codes. */
const NETWORK_REASONS: ReadonlyMap<string, (host: string) => string> = new Map(
  Object.entries({
    ECONNREFUSED: (host) => t("Couldn't connect to {0}: connection refused.", host),
    ENOTFOUND: (host) =>
      t("Couldn't resolve the host name {0}. Check the server URL and your network connection.", host),
    EAI_AGAIN: (host) => t("Couldn't resolve the host name {0}. Try again later.", host),
    ECONNRESET: brokenOff,
    EPIPE: brokenOff,
    ERR_STREAM_PREMATURE_CLOSE: brokenOff,
    EPROTO: noWebServer,
    HPE_INVALID_CONSTANT: noWebServer,
    DEPTH_ZERO_SELF_SIGNED_CERT: (host) =>
      t('{0} uses a self-signed certificate. Make sure that VS Code trusts the certificate.', host),
    SELF_SIGNED_CERT_IN_CHAIN: untrustedIssuer,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedIssuer,
    CERT_HAS_EXPIRED: (host) => t('The certificate of {0} has expired.', host),
    ERR_TLS_CERT_ALTNAME_INVALID: (host) =>
      t('The certificate of {0} was issued for a different host name.', host),
  }),
);

/** Explains specific errors; undefined for others. `behind` explains the cause of an error. */
export type ErrorMessages = (error: unknown, behind: (cause: unknown) => Explained) => Explained | undefined;
const late = new Set<ErrorMessages>();

/** Adds explanations for errors of code that is loaded on demand; the errors can't occur earlier. */
export function registerErrorMessages(explainer: ErrorMessages): void {
  late.add(explainer);
}

/** Commands that show the result of a write, by path of the endpoint; the first match applies. */
const CHECKS: readonly (readonly [RegExp, CommandId])[] = [
  [/\/(?:error_tracking|envelope|store)\//, COMMAND.refreshErrors],
  [/\/(?:merge_requests|suggestions)\b/, COMMAND.refreshMergeRequests],
];

/** The ingestion endpoints, to which only test events are sent. */
const INGESTION = /\/(?:envelope|store)\/$/;

function unconfirmed({ host, endpoint }: ApiError): Explained {
  return {
    why: INGESTION.test(endpoint)
      ? t("{0} didn't confirm the test event. It may have been sent. Refresh to check.", host)
      : t("{0} didn't confirm the request. It may have succeeded. Refresh to check.", host),
    steps: ['refresh', 'show-output'],
    check: CHECKS.find(([path]) => path.test(endpoint))?.[1] ?? COMMAND.refreshPipelines,
  };
}

/** End of a sentence. */
const END = /[.!?…。！？]["'”’)\]]*$/;

/** Joins sentences. Omits empty ones and adds missing periods. */
export function sentences(...texts: readonly (string | undefined)[]): string {
  const known = texts.filter((text) => text !== undefined).filter((text) => text !== '');
  return known
    .map((text, index) => (index === known.length - 1 || END.test(text) ? text : `${text}.`))
    .join(' ');
}

/** Returns what failed and why. If the outcome of a write is unknown, returns only that. */
export function failureText(what: string, error: unknown): string {
  const { why, check } = explain(error);
  return check === undefined ? sentences(what, why) : why;
}

/**
 * Explains an error to the user. The text is never only a code, and contains no secrets because errors
 * contain none.
 */
export function explain(error: unknown): Explained {
  if (isApiError(error))
    return error.outcomeUnknown ? unconfirmed(error) : (aboutToken(error) ?? SENTENCES[error.kind](error));
  for (const explainer of late) {
    const explained = explainer(error, explain);
    if (explained !== undefined) return explained;
  }
  if (isCanceled(error)) return again(t('The operation was canceled.'));
  if (error instanceof RoleTooLowError)
    return {
      why: sentences(...roleSentences(error)),
      steps: [],
      ...(error.access === 'archived' ? {} : { doubt: error.doubt }),
    };
  if (error instanceof ReadOnlyTokenError)
    return {
      why: readOnlyTokenProblem(error.base),
      steps: ['another-token', 'show-output'],
      base: error.base,
    };
  if (error instanceof InvalidArgumentError)
    return final(t('The command was called with an invalid argument.'));
  return final(t('An unexpected error occurred. See the Switchyard output for details.'));
}

/** Explains a refusal that is about the token; undefined for other errors. */
function aboutToken(error: ApiError): Explained | undefined {
  const why = tokenProblem(error);
  return why === undefined ? undefined : { why, steps: ['another-token', 'show-output'], base: error.base };
}

/** True for cancellations by the user, which need no message. */
export function isSilent(error: unknown): boolean {
  return isCanceled(error) || (error instanceof Error && isCanceled(error.cause));
}

function serverMessageOr({ serverMessage }: ApiError, otherwise: string): string {
  const message = meaningfulMessage(serverMessage);
  return message === undefined ? otherwise : t('The server responded: {0}', message);
}
