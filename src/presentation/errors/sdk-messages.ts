import { t } from '../../base/localize';
import type { ItemType, SdkSupport } from '../../domain/errors/languages';
import { type Refusal, TestEventRefused } from '../../domain/errors/test-event';
import type { ErrorMessages, Explained } from '../shared/error-messages';

const ITEMS: Readonly<Record<ItemType, () => string>> = {
  exception: () => t('exceptions'),
  message: () => t('messages'),
  session: () => t('sessions'),
};

/** What a server takes of an SDK, for the row of a language: "envelope · exceptions, messages". */
export function supportMessage({ kind, items }: SdkSupport): string {
  return `${kind} · ${items.map((item) => ITEMS[item]()).join(', ')}`;
}

const final = (why: string): Explained => ({ why, steps: ['show-output'] });
const REFUSED: Readonly<Record<Refusal, (facts: TestEventRefused['facts']) => Explained>> = {
  'no-dsn': () => final(t('The client key has no DSN that events could be sent to.')),
  local: ({ host }) =>
    final(
      t(
        'The client key sends events to {0}, an address of this machine or its network link. Only a server at such an address may do that.',
        host,
      ),
    ),
  key: ({ host, reason: words }) =>
    final(
      words === undefined
        ? t('{0} does not accept the client key. It may have been deleted.', host)
        : t('{0} does not accept the client key: {1}', host, words),
    ),
  off: ({ host }) =>
    final(
      t(
        '{0} takes no events of the project: error tracking is not active there, or another server keeps its errors.',
        host,
      ),
    ),
  busy: ({ host, retryAfterMs }) => ({
    why:
      retryAfterMs === undefined
        ? t('{0} takes no more events for now.', host)
        : t('{0} takes no more events for {1} s.', host, Math.ceil(retryAfterMs / 1000)),
    steps: ['retry', 'show-output'],
  }),
  moved: ({ host }) =>
    final(t('{0} says that it takes events at another address. The key was not sent there.', host)),
  other: ({ host, status, reason: words }) =>
    final(
      words === undefined
        ? t('{0} did not confirm the event ({1}).', host, status ?? t('no status'))
        : t('{0} did not take the event: {1}', host, words),
    ),
};

/** What errors of sending a test event mean. */
export const explainTestEvent: ErrorMessages = (error) =>
  error instanceof TestEventRefused ? REFUSED[error.refusal](error.facts) : undefined;
