import { t } from '../../base/localize';
import type { ItemType, SdkSupport } from '../../domain/errors/languages';
import { type Refusal, TestEventRefusedError } from '../../domain/errors/test-event';
import type { ErrorMessages, Explained } from '../shared/error-messages';
import { listText } from '../shared/format';
import { duration } from '../shared/time-labels';

const ITEMS: Readonly<Record<ItemType, () => string>> = {
  exception: () => t('exceptions'),
  message: () => t('messages'),
  session: () => t('sessions'),
};

/** Lists the events that a server accepts from an SDK: "exceptions, messages". */
export function supportMessage({ items }: Pick<SdkSupport, 'items'>): string {
  return listText(
    items.map((item) => ITEMS[item]()),
    'commas',
  );
}

const pause = (ms: number): string => duration(Math.ceil(ms / 1000), 'long') ?? '';
const final = (why: string): Explained => ({ why, steps: ['show-output'] });
const REFUSED: Readonly<Record<Refusal, (facts: TestEventRefusedError['facts']) => Explained>> = {
  'no-dsn': () => final(t('The client key has no valid DSN to send events to.')),
  local: ({ host }) =>
    final(
      t(
        'The DSN points to {0}, a loopback or link-local address. This is allowed only if the server also uses such an address.',
        host,
      ),
    ),
  key: ({ host, serverMessage }) =>
    final(
      serverMessage === undefined
        ? t('{0} rejected the client key. It may have been deleted.', host)
        : t('{0} rejected the client key: {1}', host, serverMessage),
    ),
  off: ({ host }) =>
    final(
      t(
        "{0} doesn't accept events for the project. Error tracking is off, or the project uses an external backend.",
        host,
      ),
    ),
  busy: ({ host, retryAfterMs }) => ({
    why:
      retryAfterMs === undefined
        ? t('{0} is rate limiting events. Try again later.', host)
        : t('{0} is rate limiting events. Try again in {1}.', host, pause(retryAfterMs)),
    steps: ['retry', 'show-output'],
  }),
  moved: ({ host }) =>
    final(t("{0} redirects events to another address. The client key wasn't sent there.", host)),
  other: ({ host, status, serverMessage }) =>
    final(
      serverMessage !== undefined
        ? t('{0} rejected the event: {1}', host, serverMessage)
        : status === undefined
          ? t('{0} rejected the event.', host)
          : t('{0} rejected the event ({1}).', host, status),
    ),
};

/** Explains errors of sending a test event. */
export const explainTestEvent: ErrorMessages = (error) =>
  error instanceof TestEventRefusedError ? REFUSED[error.reason](error.facts) : undefined;
