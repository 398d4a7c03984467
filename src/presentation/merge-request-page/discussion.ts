import { t } from '../../base/localize';
import { threadSearch, type ThreadState, threadState } from '../../domain/discussions/threads';
import { excerpt } from '../discussions/comment-markdown';
import { commentsMissing, outboxMessage } from '../discussions/comment-messages';
import { avatar } from '../shared/avatar';
import { attributes, type Content, type Html, html } from '../shared/html';
import { parts } from '../shared/row';
import { activityChoices, activityError, activityList, newBadge, openInBrowserLink } from './activity';
import { NO_ACTIVITY } from './activity-model';
import { isPageReadOnly } from './comment-rules';
import { codeOf, codePlace, placeElement } from './discussion-code';
import { draftsIn, ownDrafts } from './discussion-drafts';
import { newCommentEditor, noteBody, replyButton, replyEditor } from './discussion-editors';
import type { DiscussionThread, NoteOf, UnsentOf } from './discussion-model';
import { threadSearchField } from './discussion-search';
import { aboutNote, type ShortenedThread, threadElement, unresolvedThreads } from './discussion-shown';
import type { MergeRequestPageModel } from './model';
import { noteActions } from './note-actions';
import { reactionsOf } from './note-reactions';
import { actButton, age, itemButton, section } from './parts';

/** Returns the section of activity: comments, threads on code, and changes, by time. */
export function discussionsSection(model: MergeRequestPageModel): Html {
  const { known } = model.discussions;
  const open = unresolvedThreads(model.discussions);
  const { discussion_locked: locked } = model.mergeRequest;
  const list = known === undefined ? undefined : activityList(model, threadOf);
  return section('discussion', t('Activity'), {
    edit: html`${actButton(model, 'lockDiscussion', { style: 'link' })} ${actButton(model, 'unlockDiscussion', { style: 'link' })}`,
    body: html`<p class="counts">
        <span>${parts(countLabel(model), unresolvedLabel(model, open), locked ? t('locked, only project members can comment') : undefined)}</span>
        ${open === 0 ? undefined : itemButton('nextThread', { style: 'link' })}
      </p>
      ${threadSearchField(model)} ${activityChoices(model)} ${errorNotice(model)} ${activityError(model)}
      ${
        known?.missing === undefined
          ? undefined
          : html`<p class="quiet">${commentsMissing(known.missing, model.base)}</p>`
      }
      ${list} ${ownDrafts(model)} ${unsentComments(model)}
      ${newCommentEditor(model)}`,
  });
}

/** Counts all comments, including those on lines. Loaded threads are newer than the merge request's count. */
function countLabel({
  discussions: { known },
  mergeRequest: { user_notes_count: reportedCount },
}: MergeRequestPageModel): string {
  const counted =
    known === undefined || known.cut || known.missing !== undefined
      ? (reportedCount ?? 0)
      : known.threads.flatMap(({ notes }) => notes.filter(({ system }) => !system)).length;
  return counted === 0 ? t('No comments') : t('{0, plural, one {# comment} other {# comments}}', counted);
}

function unresolvedLabel(
  { discussions: { known } }: MergeRequestPageModel,
  count: number,
): string | undefined {
  if (count === 0) return undefined;
  return known?.cut === true
    ? t('{0, plural, one {at least # unresolved thread} other {at least # unresolved threads}}', count)
    : t('{0, plural, one {# unresolved thread} other {# unresolved threads}}', count);
}

function errorNotice({ discussions }: MergeRequestPageModel): Content {
  if (discussions.errorMessage === undefined)
    return discussions.known === undefined
      ? html`<p class="quiet" role="status">${t('Loading…')}</p>`
      : undefined;
  return html`<p class="notice bad" role="alert"><span>${discussions.errorMessage}</span></p>
    <div class="toolbar">
      <button type="button" class="secondary" data-act="refresh" data-keeps>${t('Try Again')}</button>
    </div>`;
}

function threadOf(model: MergeRequestPageModel, { thread, notes, left }: ShortenedThread): Content {
  const [first, ...replies] = notes;
  if (first === undefined) return undefined;
  const state = threadState(thread);
  const name = threadElement(first.id);
  const about = aboutNote(first);
  const act = isPageReadOnly(model) ? undefined : ACT_OF_STATE[state];
  const drafts = draftsIn(model, thread.id);
  const rest = t(
    "{0, plural, one {# earlier reply isn't shown.} other {# earlier replies aren't shown.}}",
    left,
  );
  const place = codePlace(thread);
  const names = place === undefined ? name : `${name} ${placeElement(first.id)}`;
  const article = html`<article aria-labelledby="${names}">
    ${codeOf(model.discussions, thread, first.id)} ${noteOf(model, thread, first, { id: name, state: threadBadge(model, thread, state) })}
    ${left === 0 ? undefined : html`<p class="quiet replies">${rest} ${openInBrowserLink(model)}</p>`}
    ${
      replies.length + drafts.length === 0
        ? undefined
        : html`<ol class="replies" aria-label="${t('Replies')}">
            ${[...replies.map((note) => noteOf(model, thread, note, { id: threadElement(note.id), state: newBadge(model, note) })), ...drafts].map((each) => html`<li>${each}</li>`)}
          </ol>`
    }
    ${replyEditor(model, thread, { first: first.id, about })}
    <div class="toolbar">
      ${replyButton(model, thread, { first: first.id, about })} ${act && itemButton(act, { id: `settle-${first.id}`, item: { kind: 'thread', discussion: thread.id }, label: RESOLVE_LABELS[act](about) })}
    </div>
  </article>`;
  // A thread that was found isn't collapsed, so that its comments can be read.
  return place === undefined || state !== 'resolved' || isSearching(model)
    ? article
    : html`<details id="resolved-${first.id}">
        <summary>${RESOLVED_SIGN} ${place} <span class="quiet">${about}</span></summary>
        ${article}
      </details>`;
}

const isSearching = ({ activity = NO_ACTIVITY }: MergeRequestPageModel): boolean =>
  threadSearch(activity.search) !== undefined;

/** The action that a thread in this state allows. */
export const ACT_OF_STATE: Readonly<Record<ThreadState, 'resolveThread' | 'unresolveThread' | undefined>> = {
  open: 'resolveThread',
  resolved: 'unresolveThread',
  plain: undefined,
};

/** Labels of the buttons that resolve or unresolve a thread. */
export const RESOLVE_LABELS = {
  resolveThread: (about: string) => t('Resolve Thread by {0}', about),
  unresolveThread: (about: string) => t('Unresolve Thread by {0}', about),
} as const;

function noteOf(
  model: MergeRequestPageModel,
  thread: DiscussionThread,
  note: NoteOf,
  { id, state }: { readonly id?: string; readonly state?: Content } = {},
): Html {
  // Focusable, because the page can be opened at a comment.
  return html`<div class="note-head">
      <p class="by" ${attributes({ id, tabindex: id === undefined ? undefined : '-1' })}>
        ${note.author && avatar(note.author, model.base)} <bdi>${note.author?.name ?? t('Unknown user')}</bdi>
        <span class="quiet">${age(note.created_at, model.now)}</span>
        ${note.internal === true ? html`<span class="badge">${t('internal')}</span>` : undefined} ${state}
      </p>
      ${noteActions(model, note, aboutNote(note))}
    </div>
    ${noteBody(model, { ...note, discussion: thread.id }, aboutNote(note))} ${reactionsOf(model, note)}`;
}

/** Returns the state of a thread. */
export function threadBadge(
  { discussions }: Pick<MergeRequestPageModel, 'discussions'>,
  thread: DiscussionThread,
  state: ThreadState,
): Content {
  if (discussions.settling.includes(thread.id))
    return html`<span class="badge" role="status"
      >${state === 'open' ? t('resolving…') : t('unresolving…')}<span class="spinner" aria-hidden="true"></span
    ></span>`;
  switch (state) {
    case 'open':
      return html`<span class="badge warn">${OPEN_SIGN} ${t('unresolved')}</span>`;
    case 'resolved':
      return html`<span class="badge good">${RESOLVED_SIGN} ${t('resolved')}</span>`;
    case 'plain':
      return undefined;
  }
}

const OPEN_SIGN = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M2.5 3.5h11v7.5h-6l-3 2.5v-2.5h-2z"></path>
</svg>`;
const RESOLVED_SIGN = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  <circle cx="8" cy="8" r="5.5"></circle>
  <path d="M5.5 8.2l1.8 1.8 3.2-3.8"></path>
</svg>`;

/** Returns the user's unsent comments, which aren't listed in the threads. */
export function unsentComments(model: Pick<MergeRequestPageModel, 'discussions' | 'now'>): Content {
  const { unsent: items } = model.discussions;
  if (items.length === 0) return undefined;
  // Comments that are being sent are usually sent soon; a heading would appear only briefly.
  const failed = items.some(({ state }) => state === 'failed');
  const heading = items.some(({ unconfirmed }) => unconfirmed)
    ? t('Unconfirmed Comments')
    : failed
      ? t('Unsent Comments')
      : t('Comments Being Sent');
  return html`${failed ? html`<h3>${heading}</h3>` : undefined}
    <ul class="comment-list" aria-label="${heading}">
      ${items.map((item) => html`<li>${unsentOf(model, item)}</li>`)}
    </ul>`;
}

const UNSENT_LABELS = {
  sendCommentAgain: (label: string) => t('Send Again: {0}', label),
  discardComment: (label: string) => t('Discard: {0}', label),
} as const;

function unsentOf(model: Pick<MergeRequestPageModel, 'discussions' | 'now'>, item: UnsentOf): Html {
  const { id, body, state, at } = item;
  const status = outboxMessage(item);
  const label = excerpt(body, 40) || t('(empty)');
  const acts = state === 'sending' ? [] : (['sendCommentAgain', 'discardComment'] as const);
  return html`<p class="by">
      <span class="badge ${state === 'sending' ? '' : 'warn'}"
        >${status}${state === 'sending' ? html`<span class="spinner" aria-hidden="true"></span>` : undefined}</span
      >
      <span class="quiet">${kindOf(model, item)} · ${age(new Date(at).toISOString(), model.now)}</span>
    </p>
    ${model.discussions.write(body)}
    ${
      acts.length === 0
        ? undefined
        : html`<div class="toolbar">
            ${acts.map((act) => itemButton(act, { item: { kind: 'unsent', id }, label: UNSENT_LABELS[act](label) }))}
          </div>`
    }`;
}

function kindOf(
  { discussions: { known } }: Pick<MergeRequestPageModel, 'discussions'>,
  item: UnsentOf,
): string {
  if (item.kind === 'edit' || item.kind === 'pending-edit') return t('Comment edit');
  if (item.discussion !== undefined) {
    const notes = known?.threads.find(({ id }) => id === item.discussion)?.notes;
    const [first] = notes?.filter(({ system }) => !system) ?? [];
    return first === undefined ? t('Reply') : t('Reply to {0}', aboutNote(first));
  }
  if (item.position !== undefined) return t('Comment on {0}', item.position.new_path);
  return item.kind === 'pending' ? t('Pending comment') : t('Comment');
}
