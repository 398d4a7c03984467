import { type ApiError, type ErrorKind, isApiError, isCancelled } from '../../api/errors';
import { t } from '../../base/localize';
import { InvalidArgument } from '../../schemas/command-argument';
import { COMMAND, type CommandId } from './command-ids';
import { requiredRole } from './role-messages';
import { meaningfulMessage, missingObject } from './server-messages';

/** What a person can do next; the surface that shows the error turns it into a button. */
export type ErrorAction = 'sign-in' | 'retry' | 'refresh' | 'show-output';

export interface Explained {
  /** Why, in a sentence or two; what did not happen is said by whoever tried. */
  readonly why: string;
  readonly steps: readonly ErrorAction[];
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
        ? t('A proxy on the way to {0} asks to sign in first.', host)
        : (NETWORK_REASONS.get(detail ?? '')?.(host) ??
            t('{0} cannot be reached ({1}).', host, detail ?? t('no answer'))),
    ),
  timeout: ({ host }) => again(t('{0} did not answer in time.', host)),
  aborted: () => again(t('It was canceled.')),
  'bad-request': (error) =>
    final(
      // Without a status it never left: a value can't be sent.
      error.status === undefined && error.serverMessage === undefined
        ? t("The request can't be sent ({0}).", error.detail ?? t('unknown'))
        : said(
            error,
            // What servers and proxies say of a body or of headers that are too large for them.
            /413|431/.test(String(error.status))
              ? tooLong()
              : t('The server did not understand the request.'),
          ),
    ),
  unauthorized: ({ host, serverMessage, status }) => ({
    why:
      status === undefined
        ? t('There is no usable token for {0}.', host)
        : meaningfulMessage(serverMessage) === undefined || serverMessage === undefined
          ? t('{0} does not accept the token. It may have expired or been revoked.', host)
          : t('{0} does not accept the token: {1}', host, serverMessage),
    steps: ['sign-in', 'show-output'],
  }),
  forbidden: (error) =>
    lacksScope(error) ??
    final(
      said(
        error,
        requiredRole(error.endpoint) ?? t('You do not have the permission for it on {0}.', error.host),
      ),
    ),
  'not-found': (error) =>
    final(
      missingObject(error.serverMessage, error.host) ??
        said(error, t('{0} does not have it, or you may not see it.', error.host)),
    ),
  'method-not-allowed': (error) => final(said(error, t('The server does not allow this now.'))),
  'not-acceptable': (error) => final(said(error, t('The server does not accept this now.'))),
  conflict: (error) => final(said(error, t('Somebody or something else changed it in the meantime.'))),
  gone: (error) => final(said(error, t('{0} does not have this any more.', error.host))),
  'uri-too-long': ({ status, detail }) => final(status === undefined ? tooLongToSend(detail) : tooLong()),
  unprocessable: (error) => final(said(error, t('The server could not do it.'))),
  'too-many-requests': ({ host, retryAfterMs }) =>
    again(
      retryAfterMs === undefined || retryAfterMs === 0
        ? t('{0} asks for a pause between requests.', host)
        : t('{0} asks to wait {1} s before the next request.', host, Math.ceil(retryAfterMs / 1000)),
    ),
  server: (error) =>
    again(
      said(
        error,
        t('{0} returned an error ({1}). Try again later.', error.host, error.status ?? t('no status')),
      ),
    ),
  'not-json': (error) => final(noData(error)),
  schema: ({ host, detail }) =>
    final(t('{0} answered in an unexpected form ({1}).', host, detail ?? t('unknown'))),
  moved: elsewhere,
};

/** As the words of such a refusal end (`api/server-message.ts`). Any one of several scopes is enough. */
const SCOPES = /\(scope: ([^()]+)\)$/;

/** The person may do it; the token may not. */
function lacksScope({ host, serverMessage }: ApiError): Explained | undefined {
  if (serverMessage === 'insufficient_scope') {
    const why = t(
      'The token for {0} lacks a scope that this requires. Sign in with a token that has it.',
      host,
    );
    return { why, steps: ['sign-in', 'show-output'] };
  }
  const scopes = SCOPES.exec(serverMessage ?? '')?.[1]
    ?.split(/[\s,]+/)
    .join(' / ');
  if (scopes === undefined) return undefined;
  const why = t('The token for {0} lacks the scope {1}. Sign in with one that has it.', host, scopes);
  return { why, steps: ['sign-in', 'show-output'] };
}

/** What follows the address that a person signs in with. */
const API = /\/api\/v4\/.*/;

/** Where an answer leads to. A token follows nowhere by itself, so a person may have to sign in there. */
function elsewhere({ host, location, detail }: ApiError): Explained {
  if (location === undefined) return final(t('It has moved to another address.'));
  if (detail?.endsWith('another origin') !== true || !API.test(location))
    return final(t('It has moved to {0}.', location));
  // A server behind a proxy that does not tell it of https. Nobody should sign in without it.
  if (location.startsWith(`http://${host}/`))
    return final(
      t('{0} gives its own addresses with http in place of https: its administrator can mend that.', host),
    );
  const why = t(
    '{0} leads on to {1}, where no token follows: sign in with that address if it is the right one.',
    host,
    location.replace(API, ''),
  );
  return { why, steps: ['sign-in', 'show-output'] };
}

function noData({ host, status, detail }: ApiError): string {
  switch (detail) {
    case 'text/html':
      return t(
        '{0} answered with a web page instead of data: the address may be wrong, or a proxy asks to sign in first.',
        host,
      );
    case 'empty body':
      return t('{0} sent an empty answer ({1}).', host, status ?? t('no status'));
    default:
      return t(
        '{0} sent what cannot be read as data ({1}). A proxy may have changed it.',
        host,
        detail ?? t('unknown'),
      );
  }
}

const tooLong = (): string => t('The request was too long for the server.');

/** It was never sent: the parameter that takes most of it is the first word (`api/prepare.ts`). */
function tooLongToSend(detail: string | undefined): string {
  const parameter = /^[\w.[\]]+/.exec(detail ?? '')?.[0];
  return parameter === undefined
    ? t('The request is too long to be sent. Use fewer or shorter values.')
    : t('The request is too long to be sent because of "{0}". Use fewer or shorter values.', parameter);
}
const brokenOff = (host: string): string => t('{0} broke the connection off.', host);
const noWebServer = (host: string): string =>
  t('{0} does not answer as a web server: check http or https and the port of its address.', host);

/** System codes that have a plain reason. */
const NETWORK_REASONS: ReadonlyMap<string, (host: string) => string> = new Map(
  Object.entries({
    ECONNREFUSED: (host) => t('Nothing answers at {0}.', host),
    ENOTFOUND: (host) => t('There is no host named {0}, or the name cannot be looked up now.', host),
    EAI_AGAIN: (host) => t('The name {0} cannot be looked up now.', host),
    ECONNRESET: brokenOff,
    EPIPE: brokenOff,
    ERR_STREAM_PREMATURE_CLOSE: brokenOff,
    EPROTO: noWebServer,
    HPE_INVALID_CONSTANT: noWebServer,
    DEPTH_ZERO_SELF_SIGNED_CERT: (host) => t('{0} shows a certificate that it signed itself.', host),
    SELF_SIGNED_CERT_IN_CHAIN: (host) =>
      t('{0} shows a certificate from an authority that is not known here.', host),
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: (host) =>
      t('{0} shows a certificate whose issuer is not known here.', host),
    CERT_HAS_EXPIRED: (host) => t('The certificate of {0} has expired.', host),
    ERR_TLS_CERT_ALTNAME_INVALID: (host) => t('The certificate of {0} is for another name.', host),
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

/**
 * What is told of a failure: what did not happen, and why. Of a write that may have been carried out all the same, only
 * that is told.
 */
export function failureText(what: string, error: unknown): string {
  const { why, check } = explain(error);
  return check === undefined ? t('{0} {1}', what, why) : why;
}

/** Why something failed, as a person reads it. Never a code alone, never a secret: the error holds none. */
export function explain(error: unknown): Explained {
  if (isApiError(error)) return error.outcomeUnknown ? unconfirmed(error) : SENTENCES[error.kind](error);
  for (const explainer of late) {
    const explained = explainer(error, explain);
    if (explained !== undefined) return explained;
  }
  if (isCancelled(error)) return again(t('It was canceled.'));
  if (error instanceof InvalidArgument)
    return final(t('The command was called with an argument that it does not take.'));
  return final(t('Something unexpected happened inside the extension.'));
}

/** True for what nobody needs to be told: they cancelled it themselves. */
export function isSilent(error: unknown): boolean {
  return isCancelled(error) || (error instanceof Error && isCancelled(error.cause));
}

function said({ serverMessage }: ApiError, otherwise: string): string {
  const words = meaningfulMessage(serverMessage);
  return words === undefined ? otherwise : t('The server says: {0}', words);
}
