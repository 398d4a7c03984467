import type { Clock } from '../base/clock';
import { type Log, SecretMask } from '../base/log';
import { errorOfResponse, withoutSecret } from './answer-errors';
import { authorize, type Credential, isFor, isSendable } from './auth';
import type { BaseAddress } from './base-address';
import type { RequestBody } from './encode';
import type { Endpoint } from './endpoint';
import { ApiError } from './errors';
import { leavesOutcomeOpen } from './outcome';
import { type Fail, failOf, labelOf } from './prepare';
import { discard } from './read-body';
import { redirectStep } from './redirect';
import { waitBeforeRetry } from './retry';
import { isRedirect, isSuccess } from './status-kinds';
import type { Priority, Transport, WireRequest, WireResponse } from './transport';
import type { WriteNumbers } from './write-numbers';

export interface RunnerDeps {
  readonly base: BaseAddress;
  /** Undefined: all requests are anonymous. */
  readonly credential: Credential | undefined;
  readonly transport: Transport;
  readonly writes: WriteNumbers;
  readonly clock: Clock;
  /** Returns a number between 0 and 1. */
  readonly random: () => number;
  /** Called for each redirect that led to a success. */
  readonly onFollowed: (endpoint: Endpoint, from: string, to: string) => void;
  readonly log: Log;
}

/** Timeout for a complete JSON response, in milliseconds. */
const TOTAL_MS = 120_000;
/** Timeout for requests that send a file, in milliseconds. */
const UPLOAD_MS = 900_000;

/** A call as the runner needs it: what to send, and how to read the response. */
export interface Exchange<T> {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody | undefined;
  /** True for a request that changes nothing, regardless of its method. */
  readonly isReadOnly?: boolean | undefined;
  /** True to request only the headers of the response to `GET`. */
  readonly headersOnly?: boolean | undefined;
  /** True for a text, which has no timeout as long as data arrives. */
  readonly endless?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly priority?: Priority | undefined;
  /** Statuses besides 2xx that `read` handles. */
  readonly accepts?: readonly number[] | undefined;
  /** True if the body is read after `read` has returned; then the reader has to cancel it. */
  readonly staysOpen?: boolean | undefined;
  /** Called once per attempt that got a response; interruptions of the body count as network failures. */
  readonly read: (response: WireResponse, fail: Fail) => Promise<T>;
}

/** Processes all requests of a client: token, redirects, errors, retries, logging. */
export type Runner = <T>(exchange: Exchange<T>) => Promise<T>;

/** A server, and how its calls are run. */
export interface Connection {
  readonly base: BaseAddress;
  readonly run: Runner;
}

export function createRunner(deps: RunnerDeps): Runner {
  return async <T>(exchange: Exchange<T>) => {
    const started = deps.clock.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const send = (): Promise<T> => attemptOnce(deps, exchange, attempt);
        return await (isWrite(exchange) ? deps.writes.around(deps.base.base, send) : send());
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const method = methodOf(exchange);
        const elapsedMs = deps.clock.now() - started;
        const wait = waitBeforeRetry({ method, error, attempt, elapsedMs }, deps.random);
        if (wait === undefined) throw error;
        await pause(deps, exchange, wait);
      }
    }
  };
}

const methodOf = ({ endpoint, headersOnly = false }: Exchange<unknown>): WireRequest['method'] =>
  headersOnly ? 'HEAD' : endpoint.method;

const isWrite = ({ endpoint, isReadOnly = false }: Pick<Exchange<unknown>, 'endpoint' | 'isReadOnly'>) =>
  endpoint.method !== 'GET' && !isReadOnly;

async function attemptOnce<T>(deps: RunnerDeps, exchange: Exchange<T>, attempt: number): Promise<T> {
  const { clock, log } = deps;
  const fail = failOf(exchange.endpoint, deps.base);
  const mask = new SecretMask();
  const started = clock.now();
  let outcome = 'no answer';
  let response: WireResponse | undefined;
  let open = false;
  try {
    const token = await tokenOf(deps, exchange, fail);
    if (token !== undefined) mask.add(token);
    const received = await sendAndFollow(deps, exchange, token, fail);
    response = received.response;
    outcome = String(response.status);
    if (!isSuccess(response.status) && exchange.accepts?.includes(response.status) !== true) {
      throw isAt(deps.base, received.url)
        ? await errorOfResponse(response, clock.now(), fail)
        : storageError(exchange.endpoint, deps.base, received);
    }
    const result = await exchange.read(response, fail);
    if (received.url !== exchange.url) deps.onFollowed(exchange.endpoint, exchange.url, received.url);
    open = exchange.staysOpen === true;
    return result;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    outcome = [error.status ?? outcome, error.kind, error.kind === 'network' ? error.detail : undefined]
      .filter((part) => part !== undefined)
      .join(' ');
    const { isReadOnly = false, endpoint } = exchange;
    const ended = { method: endpoint.method, isReadOnly, error, status: response?.status };
    throw withoutSecret(error, mask, leavesOutcomeOpen(ended));
  } finally {
    if (!open) response?.cancel();
    log.debug(
      `${labelOf({ ...exchange.endpoint, method: methodOf(exchange) })}: ${outcome}, ${clock.now() - started} ms, attempt ${attempt}`,
    );
  }
}

const isAt = ({ origin }: BaseAddress, url: string): boolean => new URL(url).origin === origin;

/**
 * The error of a host that stores files. Its status is unrelated to the account: a 401 isn't an invalid token. Its
 * body is omitted, because it can contain the signed URL.
 */
function storageError(
  endpoint: Endpoint,
  { base }: BaseAddress,
  { response, url }: { readonly response: WireResponse; readonly url: string },
): ApiError {
  const { host } = new URL(url);
  return new ApiError({ kind: 'server', endpoint: labelOf(endpoint), host, base, status: response.status });
}

/**
 * Sends the request and follows permitted redirects, each time with the token if it is the
 * account's server; returns the last URL.
 */
async function sendAndFollow<T>(
  deps: RunnerDeps,
  exchange: Exchange<T>,
  token: string | undefined,
  fail: Fail,
): Promise<{ readonly response: WireResponse; readonly url: string }> {
  const { base, credential, transport, writes } = deps;
  const { method } = exchange.endpoint;
  // node-fetch sets the type of a form.
  const json = typeof exchange.body === 'string' ? { 'content-type': 'application/json' } : {};
  let url = exchange.url;
  for (let followed = 0; ; followed += 1) {
    const plain = { url, headers: { ...exchange.headers, ...json } };
    const ready =
      credential === undefined || token === undefined ? plain : authorize(plain, base, credential, token);
    const { body, signal, priority } = exchange;
    const response = await transport.send({
      ...ready,
      method: methodOf(exchange),
      body,
      signal,
      priority,
      label: labelOf(exchange.endpoint),
      writeNumber: writes.of(base.base),
      secret: exchange.endpoint.secret,
      totalMs: exchange.endless === true ? undefined : typeof body === 'object' ? UPLOAD_MS : TOTAL_MS,
    });
    if (!isRedirect(response.status)) return { response, url };

    const location = response.header('location');
    const { storage } = exchange.endpoint;
    const step = redirectStep(base, { method, from: url, location, followed, storage });
    await discard(response);
    if (step.kind === 'refuse') {
      throw fail({ kind: 'moved', status: response.status, location: step.location, detail: step.why });
    }
    url = step.url;
  }
}

/** The token for this request, or undefined if it is sent without one. */
async function tokenOf<T>(deps: RunnerDeps, exchange: Exchange<T>, fail: Fail): Promise<string | undefined> {
  const { credential } = deps;
  const refuseAborted = (): void => {
    if (exchange.signal?.aborted === true) throw fail({ kind: 'aborted' });
  };
  refuseAborted();
  if (credential === undefined || !isFor(credential, exchange.endpoint)) return undefined;
  let token: string | undefined;
  try {
    token = await credential.token();
  } catch (error) {
    // The token provider may have its own error for a missing token.
    if (error instanceof ApiError) throw error;
    // Other causes are omitted, because errors of a secret storage could contain secrets.
    throw fail({ kind: 'unauthorized', detail: 'the token could not be read' });
  }
  refuseAborted();
  if (token === undefined || token === '') return undefined;
  if (!isSendable(token))
    throw fail({ kind: 'unauthorized', detail: 'the token holds characters that no header can' });
  return token;
}

async function pause<T>(deps: RunnerDeps, exchange: Exchange<T>, ms: number): Promise<void> {
  try {
    await deps.clock.wait(ms, exchange.signal);
  } catch {
    // A wait ends early only by its signal.
    throw failOf(exchange.endpoint, deps.base)({ kind: 'aborted' });
  }
}
