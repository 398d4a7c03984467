import { t } from '../../base/localize';
import { type Content, type Html, html } from '../shared/html';
import type { DraftOf } from './discussion-model';
import type { OverviewModel } from './model';
import { discussionButton } from './parts';

/** Returns the user's pending comments that reply to a thread. */
export const draftsIn = (model: OverviewModel, discussion: string): readonly Html[] =>
  draftsOf(model)
    .filter(({ discussion_id: repliesTo }) => repliesTo === discussion)
    .map((draft) => draftOf(model, draft));

/**
 * Returns the user's pending comments that start a general thread, and the number of all pending comments.
 */
export function ownDrafts(model: OverviewModel): Content {
  const all = draftsOf(model);
  if (all.length === 0) return undefined;
  const newThreads = all.filter(({ discussion_id: repliesTo, position }) => !repliesTo && !position);
  const text = t(
    '{0, plural, one {# pending comment. Only you can see it until you submit your review.} other {# pending comments. Only you can see them until you submit your review.}}',
    all.length,
  );
  return html`${
    newThreads.length === 0
      ? undefined
      : html`<ul class="talk" aria-label="${t('Pending comments')}">
          ${newThreads.map((draft) => html`<li>${draftOf(model, draft)}</li>`)}
        </ul>`
  }
    <p class="counts">
      <span>${text}</span> ${atLines(all)} ${discussionButton('publishReview', { style: 'link' })}
    </p>`;
}

/** Returns the number of pending comments that start threads on lines. Their text is shown in the diff. */
function atLines(drafts: readonly DraftOf[]): Content {
  const count = drafts.filter(({ position, discussion_id: repliesTo }) => position && !repliesTo).length;
  if (count === 0) return undefined;
  const text = t(
    '{0, plural, one {# pending comment is on the diff.} other {# pending comments are on the diff.}}',
    count,
  );
  return html`<span class="quiet">${text}</span>`;
}

const draftsOf = ({ discussions: { known } }: OverviewModel): readonly DraftOf[] => known?.drafts ?? [];

const draftOf = ({ discussions }: OverviewModel, { note }: DraftOf): Html => html`<p class="by">
    <span class="badge">${t('pending')}</span>
    <span class="quiet">${t('visible only to you')}</span>
  </p>
  ${note.trim() === '' ? html`<p class="quiet">${t('(empty)')}</p>` : discussions.write(note)}`;
