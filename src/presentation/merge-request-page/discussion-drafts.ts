import { t } from '../../base/localize';
import { threadPlaceOf } from '../../domain/review/threads';
import { excerpt } from '../review/comment-markdown';
import { linePlaceLabel } from '../review/comment-messages';
import { type Content, type Html, html } from '../shared/html';
import { draftEditor } from './discussion-editors';
import type { DraftOf } from './discussion-model';
import type { OverviewModel } from './model';
import { draftActions } from './note-actions';
import { discussionButton } from './parts';

/** Returns the user's pending comments that reply to a thread. */
export const draftsIn = (model: OverviewModel, discussion: string): readonly Html[] =>
  draftsOf(model)
    .filter(({ discussion_id: repliesTo }) => repliesTo === discussion)
    .map((draft) => draftOf(model, draft));

/** Returns the user's pending comments that start threads, and the number of all pending comments. */
export function ownDrafts(model: OverviewModel): Content {
  const all = draftsOf(model);
  if (all.length === 0) return undefined;
  const newThreads = all.filter(({ discussion_id: repliesTo }) => !repliesTo);
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
    <p class="counts"><span>${text}</span> ${discussionButton('publishReview', { style: 'link' })}</p>`;
}

const draftsOf = ({ discussions: { known } }: OverviewModel): readonly DraftOf[] => known?.drafts ?? [];

function draftOf(model: OverviewModel, draft: DraftOf): Html {
  const { discussions } = model;
  const { id, note } = draft;
  const about = excerpt(note);
  const editor = discussions.editing?.drafts.get(id);
  const text = note.trim() === '' ? html`<p class="quiet">${t('(empty)')}</p>` : discussions.write(note);
  return html`${placeOf(draft)}
    <div class="note-head">
      <p class="by">
        <span class="badge">${t('pending')}</span>
        <span class="quiet">${t('visible only to you')}</span>
      </p>
      ${draftActions(model, draft, about)}
    </div>
    ${editor === undefined ? text : draftEditor(discussions, { id, about, editor })}`;
}

/** Returns a button with the path and line of a pending comment, which opens its diff. */
function placeOf({ id, position }: DraftOf): Content {
  const place = threadPlaceOf({ notes: [{ position }] });
  if (place === undefined) return undefined;
  const text = linePlaceLabel(place.path, place.span);
  const label = t('Open Diff at {0}', text);
  return html`<p class="place">
    ${discussionButton('openThread', { text, id: `open-draft-${id}`, value: `draft ${id}`, label })}
  </p>`;
}
