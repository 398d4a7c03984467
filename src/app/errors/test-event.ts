import { randomBytes } from 'node:crypto';
import type { Client } from '../../api/client';
import { ApiError, type ApiErrorFacts, isApiError } from '../../api/errors';
import { retryAfter } from '../../api/http-policy/retry-after';
import { leavesOutcomeOpen } from '../../api/outcome';
import { listSentryErrors } from '../../api/queries/sentry-errors';
import { decode, readBytes } from '../../api/read-body';
import { serverMessage } from '../../api/server-message';
import { isSuccess } from '../../api/status-kinds';
import type { Transport, WireResponse } from '../../api/transport';
import type { Clock } from '../../base/clock';
import { parseJson } from '../../base/parse-json';
import { type Dsn, ingestionAddress, readDsn } from '../../domain/errors/dsn';
import { type Language, SDK_SUPPORT } from '../../domain/errors/languages';
import { type Refusal, TestEventRefusedError } from '../../domain/errors/test-event';
import { sentEventSchema } from '../../schemas/sdk-event';
import { type AddressesOf, checkEventTarget } from './event-target';

export interface TestEvent {
  /** The DSN, which is a secret. */
  readonly dsn: string;
  /** The language of the simulated SDK; determines the endpoint (server-behavior.md#supported-languages). */
  readonly language: Language;
  readonly wire: Transport;
  /** The account's server, from which the DSN was read. */
  readonly base: string;
  readonly addressesOf: AddressesOf;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

export interface SentTestEvent {
  /** As returned by the server. */
  readonly eventId: string;
  /** Unique text in the event's message, with which the error can be found in the list. */
  readonly mark: string;
}

/** Platform names of the public protocol that differ from those of the table. */
const PLATFORMS: Partial<Record<Language, string>> = { nodejs: 'node', rust: 'native' };
const MAX_RESPONSE_BYTES = 65_536;
const MAX_REASON_LENGTH = 300;

/**
 * Sends one exception with the public SDK protocol, without the account's token; only the header
 * `X-Sentry-Auth` contains the key. The request isn't repeated.
 * @throws TestEventRefusedError if the server refuses it, ApiError if it isn't reachable or doesn't confirm it.
 */
export async function sendTestEvent({
  dsn,
  language,
  wire,
  base,
  addressesOf,
  clock,
  signal,
}: TestEvent): Promise<SentTestEvent> {
  const read = readDsn(dsn);
  if (read === undefined) throw new TestEventRefusedError('no-dsn', { host: '' });
  await checkEventTarget(read, base, addressesOf);
  const { kind } = SDK_SUPPORT[language];
  const eventId = randomBytes(16).toString('hex');
  const mark = `switchyard-${randomBytes(6).toString('hex')}`;
  const event = eventOf(eventId, mark, language, clock.now());
  const label = `POST /api/:project/${kind}/`;
  const host = new URL(read.address).host;
  let response: WireResponse | undefined;
  try {
    response = await wire.send({
      method: 'POST',
      url: ingestionAddress(read, kind),
      label,
      headers: {
        'content-type': kind === 'store' ? 'application/json' : 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=switchyard/1, sentry_key=${read.key}`,
      },
      body: kind === 'store' ? JSON.stringify(event) : envelopeOf(event, eventId, clock.now()),
      signal,
    });
    return { eventId: await idOf(response, read, clock.now()), mark };
  } catch (error) {
    throw unconfirmed(error, { endpoint: label, host, status: response?.status }) ?? error;
  }
}

function eventOf(id: string, mark: string, language: Language, now: number): object {
  const frame = {
    filename: 'switchyard/test-event',
    function: 'sendTestEvent',
    lineno: 1,
    in_app: true,
  };
  const value = `Test event sent from VS Code (${mark})`;
  return {
    event_id: id,
    timestamp: now / 1000,
    platform: PLATFORMS[language] ?? language,
    level: 'error',
    environment: 'test',
    // Unique, because an event in a group of similar ones couldn't be found in the list.
    fingerprint: ['switchyard-test-event', mark],
    exception: { values: [{ type: 'SwitchyardTestEvent', value, stacktrace: { frames: [frame] } }] },
  };
}

/** The envelope header contains no DSN, so that the key isn't stored with the body. */
function envelopeOf(event: object, eventId: string, now: number): string {
  const lines = [{ event_id: eventId, sent_at: new Date(now).toISOString() }, { type: 'event' }, event];
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** Returns an error with an unknown outcome if the event may have been accepted. */
function unconfirmed(
  error: unknown,
  facts: Pick<ApiErrorFacts, 'endpoint' | 'host' | 'status'>,
): ApiError | undefined {
  // Without an ID, other statuses are treated like an incomplete body.
  const kind = error instanceof TestEventRefusedError && error.reason === 'other' ? 'server' : 'network';
  const ended = isApiError(error) ? error : new ApiError({ ...facts, kind });
  if (error instanceof TestEventRefusedError && error.reason !== 'other') return undefined;
  const { status } = facts;
  if (!leavesOutcomeOpen({ method: 'POST', isReadOnly: false, error: ended, status })) return undefined;
  return new ApiError({ ...facts, kind: ended.kind, detail: ended.detail, outcomeUnknown: true });
}

const REFUSALS: Readonly<Record<number, Refusal>> = { 401: 'key', 403: 'key', 404: 'off', 429: 'busy' };

async function idOf(response: WireResponse, dsn: Dsn, now: number): Promise<string> {
  const { status } = response;
  const text = decode((await readBytes(response, MAX_RESPONSE_BYTES)).bytes);
  const { id, detail } = sentEventSchema.parse(parseJson(text));
  const host = new URL(dsn.address).host;
  if (isSuccess(status) && id !== undefined) return id;
  const reason = REFUSALS[status] ?? (status >= 300 && status < 400 ? 'moved' : 'other');
  const message =
    detail ?? response.header('x-sentry-error') ?? serverMessage(text, response.header('content-type'));
  const shown = message?.replaceAll(dsn.key, '…').slice(0, MAX_REASON_LENGTH);
  throw new TestEventRefusedError(reason, {
    host,
    status,
    serverMessage: shown,
    retryAfterMs: retryAfter(response, now),
  });
}

/** `mark`: part of the title or message of the test event. */
export interface WatchForErrorOptions {
  readonly client: Client;
  readonly fullPath: string;
  readonly mark: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

const POLL_MS = 1_500;
const MAX_MS = 30_000;
const ENOUGH = 5;

/**
 * Polls the list of errors for up to 30 seconds until it contains the mark. Returns the `sentryId`; undefined
 * if the error didn't appear. Returns immediately if there is no list, because a server may accept events
 * without listing them.
 */
export async function watchForError(options: WatchForErrorOptions): Promise<string | undefined> {
  const { client, fullPath, mark, clock, signal } = options;
  const end = clock.now() + MAX_MS;
  for (;;) {
    const args = { fullPath, searchTerm: mark, first: ENOUGH };
    const { project } = await client.query(listSentryErrors, args, { signal });
    const list = project?.sentryErrors ?? undefined;
    if (list === undefined) return undefined;
    const found = list.errors?.nodes?.find((error) =>
      [error?.title, error?.message].some((text) => text?.includes(mark) === true),
    );
    if (found) return found.sentryId;
    if (clock.now() + POLL_MS > end) return undefined;
    await clock.wait(POLL_MS, signal);
  }
}
