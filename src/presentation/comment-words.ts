import type { ErrorKind } from '../api/errors';
import { t } from '../base/localize';
import { ERROR_KINDS } from '../api/errors';

/** Why comments are not there; the rest of the review works without them. */
export function commentsMissing(why: 'not-found' | 'forbidden', base: string): string {
  const { host } = new URL(base);
  return why === 'forbidden'
    ? t('{0} does not let you read the comments of this merge request.', host)
    : t('{0} has no comments for this merge request, or does not show them to you.', host);
}

/** `src/app/pay.ts:12`, or `src/app/pay.ts:10-12`. */
export function placeWords(
  path: string,
  span: { readonly start: number; readonly end: number } | undefined,
): string {
  if (span === undefined) return path;
  return `${path}:${span.start === span.end ? span.end : `${span.start}-${span.end}`}`;
}

const NOT_SENT: Readonly<Partial<Record<ErrorKind, () => string>>> = {
  network: () => t('Perhaps not sent: connection failed'),
  timeout: () => t('Perhaps not sent: no answer in time'),
  unauthorized: () => t('Not sent: not signed in'),
  forbidden: () => t('Not sent: not permitted'),
  'bad-request': () => t('Not sent: refused by the server'),
  'not-found': () => t('Not sent: the thread or line is gone'),
};

/** What became of something that is in the outbox. `why` is a kind of error, of this session or of one before. */
export function outboxWords(state: 'sending' | 'failed', why: string | undefined): string {
  if (state === 'sending') return t('Sending…');
  const kind = ERROR_KINDS.find((each) => each === why);
  if (kind === undefined) return t('Perhaps not sent');
  return NOT_SENT[kind]?.() ?? t('Not sent');
}
