import { t } from '../../../base/localize';
import { encodeAny } from '../../../base/well-formed';
import type { ReviewFile } from '../../../domain/changes/review-file';
import { shownChange } from '../../../domain/changes/shown-change';
import { hasUserComments, threadPlaceOf, threadState } from '../../../domain/discussions/threads';
import {
  accessibleLineCounts,
  COMPARISON_LABELS,
  linesOfFile,
  unusualLabels,
} from '../../changes/change-labels';
import { CHANGE_MARKS } from '../../changes/change-marks';
import { numberText } from '../../shared/format';
import { attributes, type Content, type Html, html } from '../../shared/html';
import { accessibleLabel } from '../../shared/row';
import type { DiscussionModel } from '../discussion-model';
import { commandAttributes } from '../page-command';

/** Threads on a file. */
interface ThreadCounts {
  readonly all: number;
  readonly unresolved: number;
}

/** Returns the number of threads by path. */
export function threadsByFile({ known }: DiscussionModel): ReadonlyMap<string, ThreadCounts> {
  const counts = new Map<string, ThreadCounts>();
  for (const thread of known?.threads ?? []) {
    const path = hasUserComments(thread) ? threadPlaceOf(thread)?.path : undefined;
    if (path === undefined) continue;
    const { all, unresolved } = counts.get(path) ?? { all: 0, unresolved: 0 };
    counts.set(path, {
      all: all + 1,
      unresolved: unresolved + (threadState(thread) === 'open' ? 1 : 0),
    });
  }
  return counts;
}

const threadsWord = ({ all, unresolved }: ThreadCounts): string =>
  unresolved > 0
    ? t('{0, plural, one {# unresolved thread} other {# unresolved threads}}', unresolved)
    : t('{0, plural, one {# thread} other {# threads}}', all);

/** Returns the row of a changed file: a check box for its viewed state, and a button that opens its diff. */
export function changedFile(
  file: ReviewFile,
  { viewed, threads }: { readonly viewed: boolean; readonly threads: ThreadCounts | undefined },
): Html {
  const { path, comparison } = file;
  const change = shownChange(file);
  const { letter, word } = CHANGE_MARKS[change];
  const lines = linesOfFile(file);
  const since =
    comparison === undefined || comparison === 'rebased' ? undefined : COMPARISON_LABELS[comparison].brief();
  const unusual = unusualLabels(file);
  const comments = threads && threadsWord(threads);
  const label = accessibleLabel(
    path,
    word(),
    ...unusual,
    ...(lines === undefined ? [] : accessibleLineCounts(lines)),
    since,
    comments,
  );
  const id = encodeAny(path);
  const box = attributes({
    type: 'checkbox',
    id: `viewed-${id}`,
    ...commandAttributes(viewed ? 'markNotViewed' : 'markViewed', { kind: 'change', path }),
    checked: viewed,
    title: viewed ? t('Mark as Unviewed') : t('Mark as Viewed'),
    'aria-label': t('Viewed: {0}', path),
  });
  const button = attributes({
    type: 'button',
    class: 'link path',
    id: `file-${id}`,
    ...commandAttributes('openFile', { kind: 'change', path }),
    'data-keeps': true,
    title: t('Open File Diff'),
    'aria-label': label,
  });
  const notes = [...unusual, since].filter((note) => note !== undefined);
  return html`<li class="${viewed ? 'file viewed' : 'file'}">
    <input ${box} />
    <span class="mark ${change}" title="${word()}" aria-hidden="true">${letter}</span>
    <span class="file-name"><button ${button}><bdi>${path}</bdi></button>
    <span class="file-facts" aria-hidden="true">
      ${lineCounts(lines)} ${notes.map((note) => html`<span class="quiet">${note}</span>`)}
      ${comments === undefined ? undefined : html`<span class="${threads?.unresolved === 0 ? 'quiet' : 'warn'}">${comments}</span>`}
    </span></span>
  </li>`;
}

function lineCounts(lines: { readonly added: number; readonly removed: number } | undefined): Content {
  const { added = 0, removed = 0 } = lines ?? {};
  return [
    added === 0 ? undefined : html`<span class="good">+${numberText(added)}</span> `,
    removed === 0 ? undefined : html`<span class="bad">−${numberText(removed)}</span> `,
  ];
}
