import { t } from '../../base/localize';
import { threadPlaceOf } from '../../domain/discussions/threads';
import { excerpt } from '../discussions/comment-markdown';
import { threadPlaceLabel } from '../discussions/comment-messages';
import { type Content, type Html, html } from '../shared/html';
import { draftEditor } from './discussion-editors';
import type { DiscussionThread, DraftOf } from './discussion-model';
import { aboutNote } from './discussion-shown';
import type { MergeRequestPageModel } from './model';
import { draftActions } from './note-actions';
import { itemButton } from './parts';

/** Returns the user's pending comments that reply to a thread. */
export const draftsIn = (model: MergeRequestPageModel, discussion: string): readonly Html[] =>
  draftsOf(model)
    .filter(({ discussion_id: repliesTo }) => repliesTo === discussion)
    .map((draft) => draftOf(model, draft));

/** Returns the user's pending comments that start threads, and the number of all pending comments. */
export function ownDrafts(model: MergeRequestPageModel): Content {
  const all = draftsOf(model);
  if (all.length === 0) return undefined;
  const newThreads = isListed(model) ? [] : all.filter(({ discussion_id: repliesTo }) => !repliesTo);
  const text = pendingLabel(all.length);
  return html`${
    newThreads.length === 0
      ? undefined
      : html`<ul class="comment-list" aria-label="${t('Pending comments')}">
          ${newThreads.map((draft) => html`<li>${draftOf(model, draft)}</li>`)}
        </ul>`
  }
    <p class="counts">
      <span>${text}</span> ${itemButton('submitReview', { style: 'link', id: 'submit-pending-comments' })}
    </p>`;
}

/** Returns the number of pending comments, and who can see them. */
export const pendingLabel = (count: number): string =>
  t(
    '{0, plural, one {# pending comment. Only you can see it until you submit your review.} other {# pending comments. Only you can see them until you submit your review.}}',
    count,
  );

/** Returns a pending comment with its place and its buttons, for the form of the review. */
export function listedDraft(model: MergeRequestPageModel, draft: DraftOf): Html {
  const repliesTo = model.discussions.known?.threads.find(({ id }) => id === draft.discussion_id);
  const place = placeOf(draft, repliesTo) ?? html`<p class="place quiet">${t('Entire merge request')}</p>`;
  return editableDraft(model, draft, place);
}

const draftsOf = ({ discussions: { known } }: MergeRequestPageModel): readonly DraftOf[] =>
  known?.drafts ?? [];

/** True if the form of the review lists the pending comments, where they can be edited. */
const isListed = ({ discussions: { editing } }: MergeRequestPageModel): boolean =>
  editing?.review !== undefined;

const draftOf = (model: MergeRequestPageModel, draft: DraftOf): Html =>
  isListed(model)
    ? html`<div class="note-head">${draftBadge()}</div>
        ${draftText(model, draft)}`
    : html`${placeOf(draft)} ${editableDraft(model, draft, draftBadge())}`;

/** `head`: what is next to the buttons. */
function editableDraft(model: MergeRequestPageModel, draft: DraftOf, head: Content): Html {
  const { discussions } = model;
  const { id, note } = draft;
  const about = excerpt(note);
  const editor = discussions.editing?.drafts.get(id);
  return html`<div class="note-head">${head} ${draftActions(model, draft, about)}</div>
    ${editor === undefined ? draftText(model, draft) : draftEditor(discussions, { id, about, editor })}`;
}

const draftBadge = (): Html =>
  html`<p class="by">
    <span class="badge">${t('pending')}</span>
    <span class="quiet">${t('visible only to you')}</span>
  </p>`;

const draftText = ({ discussions }: MergeRequestPageModel, { note }: DraftOf): Html =>
  note.trim() === '' ? html`<p class="quiet">${t('(empty)')}</p>` : discussions.write(note);

/**
 * Returns a button with the path and line of a pending comment, which opens its diff. `repliesTo`: the thread of a
 * reply, if its place isn't shown elsewhere.
 */
function placeOf({ id, position }: DraftOf, repliesTo?: DiscussionThread): Content {
  const place = threadPlaceOf({ notes: [{ position }, ...(repliesTo?.notes ?? [])] });
  if (place === undefined) return repliesTo && html`<p class="place">${replyPlace(id, repliesTo)}</p>`;
  const text = threadPlaceLabel(place);
  const label = t('Open Diff at {0}', text);
  return html`<p class="place">
    ${itemButton('openThread', { text, id: `open-draft-${id}`, item: { kind: 'draft', draft: id }, label })}
  </p>`;
}

/** Returns a button that shows the thread of a reply. */
function replyPlace(id: number, { notes }: DiscussionThread): Content {
  const first = notes.find(({ system }) => !system);
  const text = first === undefined ? t('Reply') : t('Reply to {0}', aboutNote(first));
  return itemButton('openThread', { text, id: `open-draft-${id}`, item: { kind: 'draft', draft: id } });
}
