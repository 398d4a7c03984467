import { type ApiError, type ErrorKind, isApiError, isCancelled } from '../../api/errors';
import { t } from '../../base/localize';
import { RoleTooLow } from '../../domain/projects/required-roles';
import { InvalidArgument } from '../../schemas/command-argument';
import { COMMAND, type CommandId } from './command-ids';
import { requiredRole, roleSentences } from './role-messages';
import { lacksScope, missingScope } from './scope-messages';
import { meaningfulMessage, missingObject } from './server-messages';

/** What a person can do next; the surface that shows the error turns it into a button. */
export type ErrorAction = 'sign-in' | 'more-scopes' | 'retry' | 'refresh' | 'show-output';

export interface Explained {
  /** Why, in a sentence or two; what did not happen is said by whoever tried. */
  readonly why: string;
  readonly steps: readonly ErrorAction[];
  /** Makes the next attempt skip the check that failed, which may be wrong. */
  readonly doubt?: (() => void) | undefined;
  /** The server to sign in to again. */
  readonly host?: string | undefined;
  /**
   * Only for a write that may have been carried out: the command that shows what became of it. Then nobody may say that
   * it was not done, and nothing offers to do it again.
   */
  readonly check?: CommandId | undefined;
}

type Explain = (error: ApiError) => Explained;

/** The bare name of a refusal's status, with or without its number, is no reason. */
export const BARE_STATUS = /^(?:40[13] )?(?:unauthorized|forbidden)$/i;

const again = (why: string): Explained => ({ why, steps: ['retry', 'show-output'] });
const final = (why: string): Explained => ({ why, steps: ['show-output'] });

const SENTENCES: Readonly<Record<ErrorKind, Explain>> = {
  network: ({ host, detail, status }) =>
    again(
      status === 407
        ? t('The proxy for {0} requires authentication.', host)
        : (NETWORK_REASONS.get(detail ?? '')?.(host) ??
            (detail === undefined
              ? t("Couldn't connect to {0}.", host)
              : t("Couldn't connect to {0} ({1}).", host, detail))),
    ),
  timeout: ({ host }) => again(t("{0} didn't respond in time.", host)),
  aborted: () => again(t('The operation was canceled.')),
  'bad-request': (error) =>
    final(
      // Without a status it never left: a value can't be sent.
      error.status === undefined && error.serverMessage === undefined
        ? error.detail === undefined
          ? t("Couldn't send the request.")
          : t("Couldn't send the request ({0}).", error.detail)
        : said(
            error,
            // What servers and proxies say of a body or of headers that are too large for them.
            /413|431/.test(String(error.status))
              ? tooLong()
              : t('The server rejected the request as invalid.'),
          ),
    ),
  unauthorized: ({ host, serverMessage, status }) => ({
    host,
    why:
      status === undefined
        ? t("Couldn't find a usable token for {0}.", host)
        : meaningfulMessage(serverMessage) === undefined || serverMessage === undefined
          ? t('{0} rejected the token. The token may have expired or been revoked.', host)
          : t('{0} rejected the token: {1}', host, serverMessage),
    steps: ['sign-in', 'show-output'],
  }),
  forbidden: (error) =>
    lacksScope(error)
      ? { why: missingScope(error), steps: ['more-scopes', 'show-output'], host: error.host }
      : final(
          said(
            error,
            requiredRole(error.endpoint) ?? t("You don't have permission to do this on {0}.", error.host),
          ),
        ),
  'not-found': (error) =>
    final(
      missingObject(error.serverMessage, error.host) ??
        said(error, t("Not found on {0}, or you don't have access.", error.host)),
    ),
  'method-not-allowed': (error) => final(said(error, t("The server doesn't currently allow this action."))),
  'not-acceptable': (error) => final(said(error, t("The server can't currently accept this request."))),
  conflict: (error) => final(said(error, t('This item was changed in the meantime. Refresh and try again.'))),
  gone: (error) => final(said(error, t('This item no longer exists on {0}.', error.host))),
  'uri-too-long': ({ status, detail }) => final(status === undefined ? tooLongToSend(detail) : tooLong()),
  unprocessable: (error) => final(said(error, t("The server couldn't process the request."))),
  'too-many-requests': ({ host, retryAfterMs }) =>
    again(
      retryAfterMs === undefined || retryAfterMs === 0
        ? t('{0} is rate limiting requests.', host)
        : t('{0} is rate limiting requests. Try again in {1} s.', host, Math.ceil(retryAfterMs / 1000)),
    ),
  server: (error) =>
    again(
      said(
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
};

/** What follows the address that a person signs in with. */
const API = /\/api\/v4\/.*/;

/** Where an answer leads to. A token follows nowhere by itself, so a person may have to sign in there. */
function elsewhere({ host, location, detail }: ApiError): Explained {
  if (location === undefined) return final(t('This item has moved to a different URL.'));
  if (detail?.endsWith('another origin') !== true || !API.test(location))
    return final(t('This item has moved to {0}.', location));
  // A server behind a proxy that does not tell it of https. Nobody should sign in without it.
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

/** It was never sent: the parameter that takes most of it is the first word (`api/prepare.ts`). */
function tooLongToSend(detail: string | undefined): string {
  const parameter = /^[\w.[\]]+/.exec(detail ?? '')?.[0];
  return parameter === undefined
    ? t('The request is too long to send. Use fewer or shorter values.')
    : t('The request is too long to send because of "{0}". Use fewer or shorter values.', parameter);
}
const brokenOff = (host: string): string => t('{0} closed the connection.', host);
const untrustedIssuer = (host: string): string =>
  t("The certificate of {0} was issued by an authority that isn't trusted on this computer.", host);
const noWebServer = (host: string): string =>
  t(
    "{0} didn't respond as a web server. Check the protocol (http or https) and the port in the server URL.",
    host,
  );

/** System codes that have a plain reason. */
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
    DEPTH_ZERO_SELF_SIGNED_CERT: (host) => t('{0} uses a self-signed certificate.', host),
    SELF_SIGNED_CERT_IN_CHAIN: untrustedIssuer,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedIssuer,
    CERT_HAS_EXPIRED: (host) => t('The certificate of {0} has expired.', host),
    ERR_TLS_CERT_ALTNAME_INVALID: (host) =>
      t('The certificate of {0} was issued for a different host name.', host),
  }),
);

/** Explains errors of its own, and undefined for others; `behind` explains what caused one. */
export type ErrorMessages = (error: unknown, behind: (cause: unknown) => Explained) => Explained | undefined;
const late = new Set<ErrorMessages>();

/** Parts that are loaded late bring the sentences of their errors along: nobody meets those errors before. */
export function registerErrorMessages(explainer: ErrorMessages): void {
  late.add(explainer);
}

/** What shows the result of a write, by the path of its endpoint; the first that fits counts. */
const CHECKS: readonly (readonly [RegExp, CommandId])[] = [
  [/\/(?:error_tracking|envelope|store)\//, COMMAND.refreshErrors],
  [/\/merge_requests\b/, COMMAND.refreshMergeRequests],
];

function unconfirmed({ host, endpoint }: ApiError): Explained {
  return {
    why: t("{0} didn't confirm the request. It may have succeeded. Refresh to check.", host),
    steps: ['refresh', 'show-output'],
    check: CHECKS.find(([path]) => path.test(endpoint))?.[1] ?? COMMAND.refreshPipelines,
  };
}

/** How a sentence ends. */
const END = /[.!?…。！？]["'”’)\]]*$/;

/** Whole sentences, one after the other: without those that are empty, and with the periods that a server left out. */
export function sentences(...texts: readonly (string | undefined)[]): string {
  const known = texts.filter((text) => text !== undefined).filter((text) => text !== '');
  return known
    .map((text, index) => (index === known.length - 1 || END.test(text) ? text : `${text}.`))
    .join(' ');
}

/**
 * What is told of a failure: what did not happen, and why. Of a write that may have been carried out all the same, only
 * that is told.
 */
export function failureText(what: string, error: unknown): string {
  const { why, check } = explain(error);
  return check === undefined ? sentences(what, why) : why;
}

/** Why something failed, as a person reads it. Never a code alone, never a secret: the error holds none. */
export function explain(error: unknown): Explained {
  if (isApiError(error)) return error.outcomeUnknown ? unconfirmed(error) : SENTENCES[error.kind](error);
  for (const explainer of late) {
    const explained = explainer(error, explain);
    if (explained !== undefined) return explained;
  }
  if (isCancelled(error)) return again(t('The operation was canceled.'));
  if (error instanceof RoleTooLow)
    return { why: sentences(...roleSentences(error)), steps: [], doubt: error.doubt };
  if (error instanceof InvalidArgument) return final(t('The command was called with an invalid argument.'));
  return final(t('An unexpected error occurred. See the Switchyard output for details.'));
}

/** True for what nobody needs to be told: they cancelled it themselves. */
export function isSilent(error: unknown): boolean {
  return isCancelled(error) || (error instanceof Error && isCancelled(error.cause));
}

function said({ serverMessage }: ApiError, otherwise: string): string {
  const words = meaningfulMessage(serverMessage);
  return words === undefined ? otherwise : t('The server says: {0}', words);
}
