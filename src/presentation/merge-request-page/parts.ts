import { t } from '../../base/localize';
import type { MergeRequestAction } from '../../domain/merge-requests/rules';
import { attributes, type Content, type Html, html } from '../shared/html';
import { ago, moment } from '../shared/time-labels';
import { ACT_WORDS, isOffered, type OverviewAct, READING_ACTS } from './acts';
import { TALK_WORDS, type TalkAct } from './discussion-acts';
import type { OverviewModel } from './model';

/** Pieces of the page that stand in several of its sections. */

/** A button for an act; nothing where the act is not offered now. `value` is what the act is about: an id. */
export function actButton(
  { actions, doing }: OverviewModel,
  act: OverviewAct,
  look: {
    readonly look?: 'primary' | 'secondary' | 'link' | 'danger';
    /** In place of the usual ones. */
    readonly words?: string | undefined;
    readonly value?: string | number;
    readonly label?: string;
  } = {},
): Content {
  if (!isOffered(act, actions)) return undefined;
  const given = attributes({
    type: 'button',
    class: look.look ?? 'secondary',
    'data-act': act,
    value: look.value,
    'data-keeps': !changes(act),
    disabled: doing !== undefined && changes(act),
    'aria-busy': doing === act ? 'true' : undefined,
    // A button with an act of its own is one row of many: what it is about is said to those who hear it.
    'aria-label': look.label,
  });
  return html`<button ${given}>${look.words ?? ACT_WORDS[act]()}</button>`;
}

const changes = (act: OverviewAct): boolean => !READING_ACTS.includes(act);

/** A button for what is done where it is talked about; it is offered by whoever shows it. */
export function talkButton(
  act: TalkAct,
  given: {
    readonly look?: 'primary' | 'secondary' | 'link';
    /** Under this name it keeps the focus, whatever it does next. */
    readonly id?: string;
    readonly value?: string;
    readonly label?: string;
  } = {},
): Html {
  const told = attributes({
    type: 'button',
    class: given.look ?? 'link',
    id: given.id,
    'data-act': act,
    // What runs on the merge request does not keep anybody from talking.
    'data-keeps': true,
    value: given.value,
    'aria-label': given.label,
  });
  return html`<button ${told}>${TALK_WORDS[act]()}</button>`;
}

/** A small button beside the heading of what it edits. What it shows is part of what those hear who hear it. */
export function editButton(
  { actions, doing }: OverviewModel,
  act: OverviewAct,
  words: string = t('Edit'),
): Content {
  if (!isOffered(act, actions)) return undefined;
  const given = attributes({
    type: 'button',
    class: 'link',
    'data-act': act,
    title: ACT_WORDS[act](),
    'aria-label': ACT_WORDS[act](),
    disabled: doing !== undefined,
  });
  return html`<button ${given}>${words}</button>`;
}

export function copyButton(text: string, label: string): Html {
  return html`<button type="button" class="link" data-act="copy" data-keeps value="${text}" aria-label="${label}" title="${label}">${t('Copy')}</button>`;
}

/** A time as its age; the time itself is said when it is pointed at. */
export function age(time: string | null | undefined, now: number): Content {
  const text = ago(time, now);
  return text === undefined
    ? undefined
    : html`<time datetime="${time ?? ''}" title="${moment(time) ?? ''}">${text}</time>`;
}

/** In place of what `withContent` puts into a message; no server sends it in a name. */
export const HOLE = '\u0000';

/** A message with markup in the place of its `HOLE`. */
export function withContent(message: string, content: Content): Html {
  const [before, ...after] = message.split(HOLE);
  return html`${before}${content}${after.join(HOLE)}`;
}

export function section(
  id: string,
  heading: string,
  { count, edit, body }: { readonly count?: string; readonly edit?: Content; readonly body: Content },
): Html {
  const number = count === undefined ? undefined : html` <span class="quiet">${count}</span>`;
  return html`<section class="section" aria-labelledby="${id}">
    <div class="heading">
      <h2 id="${id}">${heading}${number}</h2>
      ${edit}
    </div>
    ${body}
  </section>`;
}

/** A section that is closed at first: its head says how much is in it. */
export function fold(id: string, heading: string, count: string, body: Content): Html {
  return html`<details id="${id}" class="section">
    <summary>${heading} <span class="quiet">${count}</span></summary>
    ${body}
  </details>`;
}

/** What is being done, as the page says it while it lasts. */
export const DOING: Readonly<Record<MergeRequestAction, () => string>> = {
  merge: () => t('Merging…'),
  setAutoMerge: () => t('Setting to auto-merge…'),
  cancelAutoMerge: () => t('Canceling auto-merge…'),
  rebase: () => t('Rebasing…'),
  close: () => t('Closing…'),
  reopen: () => t('Reopening…'),
  markDraft: () => t('Marking as draft…'),
  markReady: () => t('Marking as ready…'),
  delete: () => t('Deleting…'),
  approve: () => t('Approving…'),
  unapprove: () => t('Revoking your approval…'),
  subscribe: () => t('Subscribing…'),
  unsubscribe: () => t('Unsubscribing…'),
  addTodo: () => t('Adding a to-do item…'),
  createPipeline: () => t('Creating a pipeline…'),
  previewMerge: () => t('Loading the merge result…'),
  checkOut: () => t('Checking out…'),
  edit: () => t('Updating…'),
  changeTarget: () => t('Changing the target branch…'),
  lockDiscussion: () => t('Locking the discussion…'),
  unlockDiscussion: () => t('Unlocking the discussion…'),
  trackTime: () => t('Updating time tracking…'),
};
