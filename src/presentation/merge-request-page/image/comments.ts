import { t } from '../../../base/localize';
import {
  type CommentableFile,
  type ImagePlace,
  imagePlaceOf,
  isOfFile,
  isOfVersion,
  type ReportedPosition,
} from '../../../domain/changes/positions';
import { hasUserComments, threadState } from '../../../domain/discussions/threads';
import { excerpt } from '../../discussions/comment-markdown';
import { imagePlaceLabel } from '../../discussions/comment-messages';
import { avatar } from '../../shared/avatar';
import { attributes, type Content, type Html, html } from '../../shared/html';
import { ACT_OF_STATE, RESOLVE_LABELS, threadBadge, unsentComments } from '../discussion';
import { draftEditor } from '../discussion-editors';
import type { DiscussionThread, DraftOf, NoteOf } from '../discussion-model';
import { aboutNote, positionOf, shortThread } from '../discussion-shown';
import { draftButtons } from '../note-actions';
import { age, itemButton, section } from '../parts';
import type { ImagePageModel } from './model';

/** A thread, or a pending comment, on a place in the image. */
type ImageComment = {
  /** Starts at 1. */
  readonly number: number;
  readonly place: ImagePlace;
  readonly isOutdated: boolean;
} & (
  | { readonly kind: 'thread'; readonly thread: DiscussionThread }
  | { readonly kind: 'draft'; readonly draft: DraftOf }
);

/** Returns the element ID of the heading of a comment in the list. */
const headingOf = (number: number): string => `image-comment-${number}`;

/** Returns the comments on the image, numbered in the order of the threads, and then the pending comments. */
export function commentsOnImage(
  { discussions: { known } }: Pick<ImagePageModel, 'discussions'>,
  file: CommentableFile,
): readonly ImageComment[] {
  const threads = (known?.threads ?? []).flatMap((thread) => {
    const on = hasUserComments(thread) ? placeOn(file, positionOf(thread)) : undefined;
    return on === undefined ? [] : [{ kind: 'thread' as const, thread, ...on }];
  });
  const drafts = (known?.drafts ?? []).flatMap((draft) => {
    const on = placeOn(file, draft.position);
    return on === undefined ? [] : [{ kind: 'draft' as const, draft, ...on }];
  });
  return [...threads, ...drafts].map((each, index) => ({ ...each, number: index + 1 }));
}

function placeOn({ diff, refs }: CommentableFile, position: ReportedPosition | null | undefined) {
  const place = position ? imagePlaceOf(position) : undefined;
  if (!position || place === undefined || !isOfFile(diff, position)) return undefined;
  return { place, isOutdated: !isOfVersion(refs, position) };
}

/** Returns the marker of a comment in the image. It leads to the comment in the list. */
export function commentMarker({ number, place, ...comment }: ImageComment): Html {
  const author = comment.kind === 'thread' ? authorOf(firstOf(comment.thread)) : undefined;
  const at = imagePlaceLabel(place);
  const given = attributes({
    type: 'button',
    id: `image-marker-${number}`,
    class: comment.kind === 'draft' ? 'image-marker pending' : 'image-marker',
    'data-act': 'showImageComment',
    'data-keeps': true,
    value: headingOf(number),
    ...markerAttributes(place),
    'aria-label':
      author === undefined
        ? t('Comment {0}: pending, at {1}', number, at)
        : t('Comment {0} by {1}, at {2}', number, author, at),
  });
  return html`<button ${given}>${number}</button>`;
}

/** Attributes with which the script positions a marker. */
export const markerAttributes = ({ x, y, width, height }: ImagePlace) => ({
  'data-x': x,
  'data-y': y,
  'data-width': width,
  'data-height': height,
});

/** Returns the list of all comments on the image. */
export function imageComments(model: ImagePageModel, comments: readonly ImageComment[]): Html {
  const { known, errorMessage } = model.discussions;
  const count = comments.length;
  return section('image-comments', t('Comments'), {
    ...(count === 0 ? {} : { count: String(count) }),
    body: html`${
      errorMessage === undefined
        ? undefined
        : html`<p class="notice bad" role="alert"><span>${errorMessage}</span></p>
              <div class="toolbar">
                <button type="button" class="secondary" data-act="refreshImage" data-keeps>${t('Try Again')}</button>
              </div>`
    }
      ${emptyNote(known !== undefined, { errorMessage, count })}
      ${
        count === 0
          ? undefined
          : html`<ol class="comment-list">
              ${comments.map((comment) => html`<li>${commentItem(model, comment)}</li>`)}
            </ol>`
      }
      ${unsentComments(model)}
      ${
        comments.some(({ kind }) => kind === 'draft')
          ? itemButton('submitReview', { style: 'link', id: 'submit-pending-comments' })
          : undefined
      }`,
  });
}

function emptyNote(
  isLoaded: boolean,
  { errorMessage, count }: { readonly errorMessage: string | undefined; readonly count: number },
): Content {
  if (count > 0 || errorMessage !== undefined) return undefined;
  return isLoaded
    ? html`<p class="quiet">${t('No comments on this image')}</p>`
    : html`<p class="quiet" role="status">${t('Loading…')}</p>`;
}

const commentItem = (model: ImagePageModel, comment: ImageComment): Content =>
  comment.kind === 'thread'
    ? threadItem(model, comment, comment.thread)
    : draftItem(model, comment, comment.draft);

type ItemOf = Pick<ImageComment, 'number' | 'place' | 'isOutdated'>;

/** Returns the number and the place of a comment. The marker moves the focus here. */
function itemHead({ number, place, isOutdated }: ItemOf): Html {
  return html`<h3 class="image-comment-head" id="${headingOf(number)}" tabindex="-1">
    <span class="image-number">${number}</span>
    <span>${t('At {0}', imagePlaceLabel(place))}</span>
    ${isOutdated ? html`<span class="badge">${t('outdated')}</span>` : undefined}
  </h3>`;
}

function threadItem(model: ImagePageModel, item: ItemOf, thread: DiscussionThread): Content {
  const { notes, left } = shortThread(thread);
  const [first, ...replies] = notes;
  if (first === undefined) return undefined;
  const state = threadState(thread);
  const about = aboutNote(first);
  const act = model.readOnlyReason !== undefined ? undefined : ACT_OF_STATE[state];
  const reply = attributes({
    type: 'button',
    class: 'link',
    id: `reply-${first.id}`,
    'data-act': 'replyOnPage',
    'data-keeps': true,
    value: String(first.id),
    'aria-label': t('Reply to {0}', about),
  });
  return html`<article aria-labelledby="${headingOf(item.number)}">
    ${itemHead(item)} ${noteItem(model, thread, first, threadBadge(model, thread, state))}
    ${
      left === 0
        ? undefined
        : html`<p class="quiet">
            ${t("{0, plural, one {# earlier reply isn't shown.} other {# earlier replies aren't shown.}}", left)}
          </p>`
    }
    ${
      replies.length === 0
        ? undefined
        : html`<ol class="replies" aria-label="${t('Replies')}">
            ${replies.map((note) => html`<li>${noteItem(model, thread, note)}</li>`)}
          </ol>`
    }
    <div class="toolbar">
      <button ${reply}>${t('Reply...')}</button>
      ${act && itemButton(act, { id: `settle-${first.id}`, item: { kind: 'thread', discussion: thread.id }, label: RESOLVE_LABELS[act](about) })}
    </div>
  </article>`;
}

function noteItem(model: ImagePageModel, thread: DiscussionThread, note: NoteOf, state?: Content): Html {
  return html`<p class="by">
      ${note.author && avatar(note.author, model.base)} <bdi>${authorOf(note)}</bdi>
      <span class="quiet">${age(note.created_at, model.now)}</span>
      ${note.internal === true ? html`<span class="badge">${t('internal')}</span>` : undefined} ${state}
    </p>
    ${
      note.body.trim() === ''
        ? html`<p class="quiet">${t('(empty)')}</p>`
        : model.discussions.write(note.body, { ...note, discussion: thread.id })
    }`;
}

function draftItem(model: ImagePageModel, item: ItemOf, { id, note }: DraftOf): Content {
  const about = excerpt(note);
  const editor = model.discussions.editing?.drafts.get(id);
  return html`<article aria-labelledby="${headingOf(item.number)}">
    ${itemHead(item)}
    <div class="note-head">
      <p class="by">
        <span class="badge">${t('pending')}</span> <span class="quiet">${t('visible only to you')}</span>
      </p>
      ${model.readOnlyReason !== undefined ? undefined : draftButtons(id, about)}
    </div>
    ${editor === undefined ? model.discussions.write(note) : draftEditor(model.discussions, { id, about, editor })}
  </article>`;
}

const firstOf = ({ notes }: DiscussionThread): NoteOf | undefined => notes.find(({ system }) => !system);

const authorOf = (note: NoteOf | undefined): string => note?.author?.name ?? t('Unknown user');
