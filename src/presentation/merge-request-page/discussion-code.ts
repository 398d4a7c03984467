import { t } from '../../base/localize';
import type { ReportedPosition } from '../../domain/changes/positions';
import { hasUserComments, threadPlaceOf, threadSearch, threadState } from '../../domain/discussions/threads';
import { threadPlaceLabel } from '../discussions/comment-messages';
import { type Content, type Html, html } from '../shared/html';
import { MAX_THREADS } from './activity-shown';
import type { CodeLineOf, DiscussionModel, DiscussionThread } from './discussion-model';
import { positionOf } from './discussion-shown';
import { itemButton } from './parts';

/** The threads whose code is shown. */
export interface ShownThreads {
  /** Maximum number of the latest threads. */
  readonly count: number;
  /** The text of the search field. */
  readonly search: string;
  /** ID of a comment whose thread is shown, even if it is older. */
  readonly revealed?: number | undefined;
}

/**
 * Returns the positions of the latest threads that match the search, whose code the page shows. Resolved threads are shown
 * without code.
 */
export function codePositions(
  threads: readonly DiscussionThread[],
  { count, search, revealed }: ShownThreads = { count: MAX_THREADS, search: '' },
): readonly ReportedPosition[] {
  const searched = threadSearch(search);
  const found = threads.filter((thread) => hasUserComments(thread) && searched?.matches(thread) !== false);
  const from = count === 0 ? found.length : Math.max(0, found.length - count);
  const older = found.slice(0, from).filter(({ notes }) => notes.some(({ id }) => id === revealed));
  return [...older, ...found.slice(from)].flatMap((thread) =>
    threadState(thread) === 'resolved' ? [] : (positionOf(thread) ?? []),
  );
}

/** Returns the path and line of a thread; undefined for a general thread. */
export function codePlace(thread: DiscussionThread): string | undefined {
  const place = threadPlaceOf(thread);
  return place && threadPlaceLabel(place);
}

/** Returns the element ID of a thread's path and line. `note` is the ID of its first comment. */
export const placeElement = (note: number): string => `at-${note}`;

/**
 * Returns the lines that a thread is on, with a button that shows them in the diff. `note` is the ID of its
 * first comment.
 */
export function codeOf({ codeAt }: DiscussionModel, thread: DiscussionThread, note: number): Content {
  const label = codePlace(thread);
  const position = positionOf(thread);
  if (label === undefined || position === undefined) return undefined;
  const open = itemButton('openThread', {
    text: html`<span id="${placeElement(note)}">${label}</span>`,
    id: `open-${note}`,
    item: { kind: 'thread', discussion: thread.id },
    label: t('Open Thread on {0}', label),
  });
  const lines = threadState(thread) === 'resolved' ? [] : (codeAt?.(position) ?? []);
  return html`<p class="place">${open}</p>
    ${lines.length === 0 ? undefined : html`<pre class="code">${lines.map(lineOf)}</pre>`}`;
}

const SIGNS: Readonly<Record<CodeLineOf['kind'], string>> = { added: '+', removed: '-', same: ' ' };

/** Without spaces between the elements, because they are shown. */
const lineOf = ({ number, text, kind }: CodeLineOf): Html =>
  html`<span class="line ${kind}"><span class="number">${number}</span><span class="sign">${SIGNS[kind]}</span><span class="text">${text}</span></span>`;
