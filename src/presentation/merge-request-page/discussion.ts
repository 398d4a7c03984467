import { t } from '../../base/localize';
import { isSpoken, type ThreadState, threadState } from '../../domain/review/threads';
import { excerpt } from '../review/comment-markdown';
import { commentsMissing, outboxMessage } from '../review/comment-messages';
import { shownReactions } from '../review/reaction-labels';
import { attributes, type Content, type Html, html } from '../shared/html';
import { webPage } from '../shared/links';
import { parts } from '../shared/row';
import { draftsIn, ownDrafts } from './discussion-drafts';
import type { NoteOf, TalkModel, TalkThread, UnsentOf } from './discussion-model';
import { openAtLines, type ShortenedThread, shownTalk, threadElement } from './discussion-shown';
import type { OverviewModel } from './model';
import { actButton, age, section, talkButton } from './parts';

/** What is said about a merge request as a whole, and how its threads at lines stand. */
export function overviewTalk(model: OverviewModel): Html {
  const { known } = model.talk;
  const { discussion_locked: locked } = model.mergeRequest;
  return section('discussion', t('Discussions'), {
    edit: html`${actButton(model, 'lockDiscussion', { look: 'link' })} ${actButton(model, 'unlockDiscussion', { look: 'link' })}`,
    body: html`<p>${parts(countLabel(model), locked ? t('locked, only project members can comment') : undefined)}</p>
      ${trouble(model)}
      ${
        known?.missing === undefined
          ? undefined
          : html`<p class="quiet">${commentsMissing(known.missing, model.base)}</p>`
      }
      ${threads(model)} ${ownDrafts(model)} ${unsent(model)}
      ${
        known === undefined || known.missing !== undefined
          ? undefined
          : html`<div class="toolbar">
              ${talkButton('addComment', { look: 'secondary' })} ${talkButton('startThread', { look: 'link' })}
            </div>`
      }`,
  });
}

/** All comments, those at lines too. What was read is newer than what the merge request told. */
function countLabel({ talk: { known }, mergeRequest: { user_notes_count: told } }: OverviewModel): string {
  const counted =
    known === undefined || known.cut || known.missing !== undefined
      ? (told ?? 0)
      : known.threads.flatMap(({ notes }) => notes.filter(({ system }) => !system)).length;
  return counted === 0 ? t('No comments') : t('{0, plural, one {# comment} other {# comments}}', counted);
}

function trouble({ talk }: OverviewModel): Content {
  if (talk.trouble === undefined)
    return talk.known === undefined ? html`<p class="quiet" role="status">${t('Loading…')}</p>` : undefined;
  return html`<p class="notice bad" role="alert"><span>${talk.trouble}</span></p>
    <div class="toolbar">
      <button type="button" class="secondary" data-act="refresh" data-keeps>${t('Try Again')}</button>
    </div>`;
}

function threads(model: OverviewModel): Content {
  const { known } = model.talk;
  if (known === undefined || known.missing !== undefined) return undefined;
  const accessibleLabel = known.threads.filter(isSpoken);
  const shown = shownTalk(accessibleLabel);
  return html`${older(model, shown.general - shown.threads.length)}
    ${
      shown.threads.length === 0
        ? undefined
        : html`<ol class="talk">
            ${shown.threads.map((each) => html`<li>${threadOf(model, each)}</li>`)}
          </ol>`
    }
    ${known.cut ? html`<p class="quiet">${t("Some threads on the server aren't loaded.")} ${pageLink(model)}</p>` : undefined}
    ${shown.atLines === 0 ? undefined : linesLine(shown.atLines, openAtLines(model.talk))}`;
}

function older(model: OverviewModel, count: number): Content {
  if (count === 0) return undefined;
  const words = t(
    "{0, plural, one {# older thread isn't shown.} other {# older threads aren't shown.}}",
    count,
  );
  return html`<p class="quiet">${words} ${pageLink(model)}</p>`;
}

function pageLink({ mergeRequest: { web_url: url } }: OverviewModel): Content {
  const page = webPage(url);
  return page && html`<a href="${page}" data-act="open-link">${t('View all in the browser')}</a>`;
}

/** Threads at lines are read where the lines are. */
function linesLine(count: number, open: number): Html {
  const words = parts(
    t('{0, plural, one {# thread on the diff} other {# threads on the diff}}', count),
    open === 0 ? t('all resolved') : t('{0} unresolved', open),
  );
  return html`<p class="at-lines">
    <span>${words}</span> ${talkButton(open === 0 ? 'openThread' : 'nextThread', { look: 'link' })}
  </p>`;
}

function threadOf(model: OverviewModel, { thread, notes, left }: ShortenedThread): Content {
  const [first, ...replies] = notes;
  if (first === undefined) return undefined;
  const state = threadState(thread);
  const name = threadElement(first.id);
  const about = aboutOf(first);
  const act = ACT_OF_STATE[state];
  const drafts = draftsIn(model, thread.id);
  const rest = t(
    "{0, plural, one {# earlier reply isn't shown.} other {# earlier replies aren't shown.}}",
    left,
  );
  return html`<article aria-labelledby="${name}">
    ${noteOf(model, first, { id: name, state: stateOf(model, thread, state) })}
    ${left === 0 ? undefined : html`<p class="quiet replies">${rest} ${pageLink(model)}</p>`}
    ${
      replies.length + drafts.length === 0
        ? undefined
        : html`<ol class="replies" aria-label="${t('Replies')}">
            ${[...replies.map((note) => noteOf(model, note)), ...drafts].map((each) => html`<li>${each}</li>`)}
          </ol>`
    }
    <div class="toolbar">
      ${talkButton('replyToThread', { id: `reply-${first.id}`, value: thread.id, label: t('Reply to {0}', about) })}
      ${act && talkButton(act, { id: `settle-${first.id}`, value: thread.id, label: SETTLE_LABELS[act](about) })}
    </div>
  </article>`;
}

const ACT_OF_STATE: Readonly<Record<ThreadState, 'resolveThread' | 'reopenThread' | undefined>> = {
  open: 'resolveThread',
  resolved: 'reopenThread',
  plain: undefined,
};

const SETTLE_LABELS = {
  resolveThread: (about: string) => t('Resolve Thread by {0}', about),
  reopenThread: (about: string) => t('Unresolve Thread by {0}', about),
} as const;

/** What tells one of many rows from the others, for those who hear its buttons. */
const aboutOf = ({ author, body }: NoteOf): string =>
  `${author?.name ?? t('Unknown user')}: ${excerpt(body, 40) || t('(empty)')}`;

function noteOf(
  { talk, now }: OverviewModel,
  note: NoteOf,
  { id, state }: { readonly id?: string; readonly state?: Content } = {},
): Html {
  // Whoever opened the page for a thread is brought to its heading.
  return html`<p class="by" ${attributes({ id, tabindex: id === undefined ? undefined : '-1' })}>
      <bdi>${note.author?.name ?? t('Unknown user')}</bdi>
      <span class="quiet">${age(note.created_at, now)}</span>
      ${state}
    </p>
    ${note.body.trim() === '' ? html`<p class="quiet">${t('(empty)')}</p>` : talk.write(note.body)}
    ${reactionsOf(talk, note)}`;
}

/** What was given to a comment; who gave it is told to those who point at it, and to those who hear it. */
function reactionsOf({ reactions }: TalkModel, { id }: NoteOf): Content {
  const shown = shownReactions(reactions?.get(id) ?? [], undefined);
  if (shown.length === 0) return undefined;
  return html`<ul class="reactions" aria-label="${t('Reactions')}">
    ${shown.map(
      ({ label, count, told }) =>
        html`<li><span class="badge" role="img" aria-label="${told}" title="${told}">${label} ${count}</span></li>`,
    )}
  </ul>`;
}

function stateOf({ talk }: OverviewModel, thread: TalkThread, state: ThreadState): Content {
  if (talk.settling.includes(thread.id))
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

/** Own comments that no server has taken: they are shown to be sent again, not among what was said. */
function unsent(model: OverviewModel): Content {
  const { unsent: items } = model.talk;
  if (items.length === 0) return undefined;
  // What is sent at this moment is most likely there soon: no heading comes and goes for it.
  const failed = items.some(({ state }) => state === 'failed');
  const heading = items.some(({ unconfirmed }) => unconfirmed)
    ? t('Unconfirmed Comments')
    : failed
      ? t('Unsent Comments')
      : t('Comments Being Sent');
  return html`${failed ? html`<h3>${heading}</h3>` : undefined}
    <ul class="talk" aria-label="${heading}">
      ${items.map((item) => html`<li>${unsentOf(model, item)}</li>`)}
    </ul>`;
}

const UNSENT_LABELS = {
  sendCommentAgain: (label: string) => t('Send Again: {0}', label),
  discardComment: (label: string) => t('Discard: {0}', label),
} as const;

function unsentOf(model: OverviewModel, item: UnsentOf): Html {
  const { id, body, state, at } = item;
  const words = outboxMessage(item);
  const label = excerpt(body, 40) || t('(empty)');
  const acts = state === 'sending' ? [] : (['sendCommentAgain', 'discardComment'] as const);
  return html`<p class="by">
      <span class="badge ${state === 'sending' ? '' : 'warn'}"
        >${words}${state === 'sending' ? html`<span class="spinner" aria-hidden="true"></span>` : undefined}</span
      >
      <span class="quiet">${kindOf(model, item)} · ${age(new Date(at).toISOString(), model.now)}</span>
    </p>
    ${model.talk.write(body)}
    ${
      acts.length === 0
        ? undefined
        : html`<div class="toolbar">
            ${acts.map((act) => talkButton(act, { value: id, label: UNSENT_LABELS[act](label) }))}
          </div>`
    }`;
}

function kindOf({ talk: { known } }: OverviewModel, item: UnsentOf): string {
  if (item.note !== undefined) return t('Comment edit');
  if (item.discussion !== undefined) {
    const notes = known?.threads.find(({ id }) => id === item.discussion)?.notes;
    const [first] = notes?.filter(({ system }) => !system) ?? [];
    return first === undefined ? t('Reply') : t('Reply to {0}', aboutOf(first));
  }
  if (item.position !== undefined) return t('Comment on {0}', item.position.new_path);
  return item.draft ? t('Pending comment') : t('Comment');
}
