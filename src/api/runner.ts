import type { Clock } from '../base/clock';
import { type Log, SecretMask } from '../base/log';
import { errorOfAnswer, withoutSecret } from './answer-errors';
import { authorize, type Credential, isFor, isSendable } from './auth';
import type { BaseAddress } from './base-address';
import type { Endpoint } from './endpoint';
import { ApiError } from './errors';
import { leavesOutcomeOpen } from './outcome';
import { type Fail, failOf, labelOf } from './prepare';
import { discard } from './read-body';
import { redirectStep } from './redirect';
import { waitBeforeRetry } from './retry';
import { isRedirect, isSuccess } from './status-kinds';
import type { Priority, Transport, WireResponse } from './transport';

export interface RunnerDeps {
  readonly base: BaseAddress;
  /** Undefined: every request is anonymous. */
  readonly credential: Credential | undefined;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** Told of every redirect that led to a success. */
  readonly onFollowed: (endpoint: Endpoint, from: string, to: string) => void;
  readonly log: Log;
}

/** A JSON answer is here as a whole within this time, in milliseconds. */
const TOTAL_MS = 120_000;

/** One call as the runner needs it: what to send, and how to read the answer. */
export interface Exchange<T> {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** True for a request that changes nothing although its method says otherwise. */
  readonly asks?: boolean | undefined;
  /** True for a text, which may take as long as it goes on coming. */
  readonly endless?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly priority?: Priority | undefined;
  /** Statuses besides 2xx that `read` understands. */
  readonly accepts?: readonly number[] | undefined;
  /** True where the body is read after `read` has ended: whoever reads it then gives it up. */
  readonly staysOpen?: boolean | undefined;
  /** Runs once per attempt that got an answer; breaking off in the middle of a body counts as a network failure. */
  readonly read: (response: WireResponse, fail: Fail) => Promise<T>;
}

/** Every request of a client goes through here: token, redirects, errors, retries, log line. */
export type Runner = <T>(exchange: Exchange<T>) => Promise<T>;

/** A server, and what runs the calls to it. */
export interface Connection {
  readonly base: BaseAddress;
  readonly run: Runner;
}

export function createRunner(deps: RunnerDeps): Runner {
  return async (exchange) => {
    const started = deps.clock.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptOnce(deps, exchange, attempt);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { method } = exchange.endpoint;
        const elapsedMs = deps.clock.now() - started;
        const wait = waitBeforeRetry({ method, error, attempt, elapsedMs }, deps.random);
        if (wait === undefined) throw error;
        await pause(deps, exchange, wait);
      }
    }
  };
}

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
    const answer = await sendAndFollow(deps, exchange, token, fail);
    response = answer.response;
    outcome = String(response.status);
    if (!isSuccess(response.status) && exchange.accepts?.includes(response.status) !== true) {
      throw await errorOfAnswer(response, clock.now(), fail);
    }
    const result = await exchange.read(response, fail);
    if (answer.url !== exchange.url) deps.onFollowed(exchange.endpoint, exchange.url, answer.url);
    open = exchange.staysOpen === true;
    return result;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    outcome = [error.status ?? outcome, error.kind, error.kind === 'network' ? error.detail : undefined]
      .filter((part) => part !== undefined)
      .join(' ');
    const { asks = false, endpoint } = exchange;
    const ended = { method: endpoint.method, asks, error, status: response?.status };
    throw withoutSecret(error, mask, leavesOutcomeOpen(ended));
  } finally {
    if (!open) response?.cancel();
    log.debug(`${labelOf(exchange.endpoint)}: ${outcome}, ${clock.now() - started} ms, attempt ${attempt}`);
  }
}

/** Sends the request, and again where a redirect may be followed, each time with the token; gives the last address. */
async function sendAndFollow<T>(
  deps: RunnerDeps,
  exchange: Exchange<T>,
  token: string | undefined,
  fail: Fail,
): Promise<{ readonly response: WireResponse; readonly url: string }> {
  const { base, credential, transport } = deps;
  const { method } = exchange.endpoint;
  const json = exchange.body === undefined ? {} : { 'content-type': 'application/json' };
  let url = exchange.url;
  for (let followed = 0; ; followed += 1) {
    const plain = { url, headers: { ...exchange.headers, ...json } };
    const ready =
      credential === undefined || token === undefined ? plain : authorize(plain, base, credential, token);
    const { body, signal, priority } = exchange;
    const response = await transport.send({
      ...ready,
      method,
      body,
      signal,
      priority,
      label: labelOf(exchange.endpoint),
      secret: exchange.endpoint.secret,
      totalMs: exchange.endless === true ? undefined : TOTAL_MS,
    });
    if (!isRedirect(response.status)) return { response, url };

    const step = redirectStep(base, { method, from: url, location: response.header('location'), followed });
    await discard(response);
    if (step.kind === 'refuse') {
      throw fail({ kind: 'moved', status: response.status, location: step.location, detail: step.why });
    }
    url = step.url;
  }
}

/** The token for this request, or undefined where it goes without one. */
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
    // Who keeps the tokens may have its own way to say that there is none.
    if (error instanceof ApiError) throw error;
    // Any other reason is left out: what a secret storage says about a secret is nobody's business.
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
