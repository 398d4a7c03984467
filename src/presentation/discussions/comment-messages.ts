import type { ErrorKind } from '../../api/errors';
import { ERROR_KINDS } from '../../api/errors';
import { t } from '../../base/localize';
import type { ImagePlace } from '../../domain/changes/positions';
import type { ThreadPlace } from '../../domain/discussions/threads';
import { readOnlyTokenProblem } from '../shared/scope-messages';

/** Returns why comments aren't available. The rest of the review works without them. */
export function commentsMissing(why: 'not-found' | 'forbidden', base: string): string {
  const { host } = new URL(base);
  return why === 'forbidden'
    ? t("{0} doesn't allow you to view the comments on this merge request.", host)
    : t("{0} has no comments for this merge request, or you don't have access to them.", host);
}

/** Returns why a comment of a link isn't shown. */
export function commentNotFound(
  iid: number,
  base: string,
  known: { readonly cut: boolean; readonly missing?: 'not-found' | 'forbidden' | undefined } | undefined,
): string {
  if (known?.missing !== undefined) return commentsMissing(known.missing, base);
  return known?.cut === true
    ? t("Couldn't find the comment in !{0}. The server has more comments, which aren't loaded.", iid)
    : t("Couldn't find the comment in !{0}. It may have been deleted, or you don't have access to it.", iid);
}

/** Returns why diffs have no comment boxes. */
export const commentsReadOnly = (
  reason: 'archived' | 'token',
  { base, iid }: { readonly base: string; readonly iid: number },
): string =>
  reason === 'token'
    ? readOnlyTokenProblem(base)
    : t('Comments on !{0} are read-only because its project is archived.', iid);

export const pendingComments = (count: number): string =>
  t('{0, plural, one {# pending comment} other {# pending comments}}', count);

/** For replies to a comment that isn't a thread. */
export const turnsIntoThread = (): string => t('Your reply turns this comment into a thread.');

/** Returns why a suggestion can't be applied; undefined if it can. */
export function suggestionLabel(
  state: 'open' | 'applied' | 'unchanged' | 'outdated' | 'changed-here' | 'unknown' | undefined,
): string | undefined {
  switch (state) {
    case 'applied':
      return t('Applied');
    case 'unchanged':
      return t('No change');
    case 'outdated':
      return t('Outdated suggestion');
    case 'changed-here':
      return t('Changed in your workspace');
    case 'unknown':
      return t('Original lines unavailable');
    case 'open':
    case undefined:
      return undefined;
  }
}

export const suggestionCount = (count: number): string =>
  t('{0, plural, one {# suggestion} other {# suggestions}}', count);

/** Label of a comment whose suggestion is in a batch. */
export const batchLabel = (count: number): string => t('In batch of {0}', count);

/** `src/app/pay.ts:12`, or `src/app/pay.ts:10-12`. */
function linePlaceLabel(
  path: string,
  span: { readonly start: number; readonly end: number } | undefined,
): string {
  if (span === undefined) return path;
  return `${path}:${span.start === span.end ? span.end : `${span.start}-${span.end}`}`;
}

/** The location of a thread: a path with its lines, or with the place in an image. */
export function threadPlaceLabel({ path, span, image }: ThreadPlace): string {
  return image === undefined ? linePlaceLabel(path, span) : t('{0} at {1}', path, imagePlaceLabel(image));
}

/** `120, 80 of 640 × 480` */
export const imagePlaceLabel = ({ x, y, width, height }: ImagePlace): string =>
  t('{0}, {1} of {2} × {3}', x, y, width, height);

const NOT_SENT: Readonly<Partial<Record<ErrorKind | 'changed', () => string>>> = {
  changed: () => t('Not sent: the comment was changed on the server'),
  network: () => t('Not sent: connection failed'),
  unauthorized: () => t('Not sent: not signed in'),
  forbidden: () => t('Not sent: permission denied'),
  'bad-request': () => t('Not sent: rejected by the server'),
  'not-found': () => t('Not sent: thread or line no longer exists'),
};

/**
 * State of an unsent comment. `why` is a kind of error, from this session or a previous one, or `changed` if the
 * comment to edit was changed on the server.
 */
export interface OutboxState {
  readonly state: 'sending' | 'failed';
  readonly why?: string | undefined;
  readonly unconfirmed?: boolean | undefined;
}

/** Returns the label of an unsent comment's state. */
export function outboxMessage({ state, why, unconfirmed }: OutboxState): string {
  if (state === 'sending') return t('Sending…');
  if (unconfirmed === true) return t('May have been sent. Refresh to check.');
  const kind = why === 'changed' ? why : ERROR_KINDS.find((each) => each === why);
  return (kind === undefined ? undefined : NOT_SENT[kind]?.()) ?? t('Not sent');
}
