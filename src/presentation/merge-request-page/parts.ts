import { t } from '../../base/localize';
import type { MergeRequestAction } from '../../domain/merge-requests/rules';
import { attributes, type Content, type Html, html } from '../shared/html';
import { ago, moment } from '../shared/time-labels';
import { ACT_LABELS, isOffered, type OverviewAct, READING_ACTS } from './acts';
import { DISCUSSION_ACT_LABELS, type DiscussionAct } from './discussion-acts';
import type { OverviewModel } from './model';

/** Elements that several sections of the page use. */

/**
 * Returns a button for an action; undefined if the action isn't available. `value` is the ID of its object.
 */
export function actButton(
  { actions, doing }: OverviewModel,
  act: OverviewAct,
  options: {
    readonly style?: 'primary' | 'secondary' | 'link' | 'danger';
    /** Replaces the default label. */
    readonly text?: string | undefined;
    readonly value?: string | number;
    readonly label?: string;
    /** Element ID, with which the button keeps the focus after an update. */
    readonly id?: string;
  } = {},
): Content {
  if (!isOffered(act, actions)) return undefined;
  const given = attributes({
    type: 'button',
    class: options.style ?? 'secondary',
    id: options.id,
    'data-act': act,
    value: options.value,
    'data-keeps': !changes(act),
    disabled: doing !== undefined && changes(act),
    'aria-busy': doing === act ? 'true' : undefined,
    // A button in a row of a list needs a label with its object, for screen readers.
    'aria-label': options.label,
  });
  return html`<button ${given}>${options.text ?? ACT_LABELS[act]()}</button>`;
}

const changes = (act: OverviewAct): boolean => !READING_ACTS.includes(act);

/** Returns a button for an action on discussions. The caller checks that the action is available. */
export function discussionButton(
  act: DiscussionAct,
  given: {
    readonly style?: 'primary' | 'secondary' | 'link';
    /** Replaces the default label. */
    readonly text?: Content;
    /** Element ID, with which the button keeps the focus after an update. */
    readonly id?: string;
    readonly value?: string;
    readonly label?: string;
  } = {},
): Html {
  const attrs = attributes({
    type: 'button',
    class: given.style ?? 'link',
    id: given.id,
    'data-act': act,
    // Stays enabled during an action on the merge request.
    'data-keeps': true,
    value: given.value,
    'aria-label': given.label,
  });
  return html`<button ${attrs}>${given.text ?? DISCUSSION_ACT_LABELS[act]()}</button>`;
}

/**
 * Returns a small button next to the heading of a field. Its text must be part of its label for screen
 * readers.
 */
export function editButton(
  { actions, doing }: OverviewModel,
  act: OverviewAct,
  text: string = t('Edit'),
): Content {
  if (!isOffered(act, actions)) return undefined;
  const given = attributes({
    type: 'button',
    class: 'link',
    'data-act': act,
    title: ACT_LABELS[act](),
    'aria-label': ACT_LABELS[act](),
    disabled: doing !== undefined,
  });
  return html`<button ${given}>${text}</button>`;
}

export function copyButton(text: string, label: string): Html {
  return html`<button type="button" class="link" data-act="copy" data-keeps value="${text}" aria-label="${label}" title="${label}">${t('Copy')}</button>`;
}

/** Returns the age of a time, with the time as tooltip. */
export function age(time: string | null | undefined, now: number): Content {
  const text = ago(time, now);
  return text === undefined
    ? undefined
    : html`<time datetime="${time ?? ''}" title="${moment(time) ?? ''}">${text}</time>`;
}

/** Marks the place of content in a message for `withContent`; names from servers don't contain it. */
export const CONTENT_PLACEHOLDER = '\u0000';

/** Returns a message whose the placeholder is replaced with content. */
export function withContent(message: string, content: Content): Html {
  const [before, ...after] = message.split(CONTENT_PLACEHOLDER);
  return html`${before}${content}${after.join(CONTENT_PLACEHOLDER)}`;
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

/** Returns a collapsed section; its heading shows the number of items. */
export function collapsedSection(id: string, heading: string, count: string, body: Content): Html {
  return html`<details id="${id}" class="section">
    <summary>${heading} <span class="quiet">${count}</span></summary>
    ${body}
  </details>`;
}

/** Progress texts of actions. */
export const PROGRESS_TEXTS: Readonly<Record<MergeRequestAction, () => string>> = {
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
  createPipeline: () => t('Starting a pipeline…'),
  previewMerge: () => t('Loading the merge result…'),
  checkOut: () => t('Checking out…'),
  resolveConflicts: () => t('Resolving conflicts…'),
  edit: () => t('Updating…'),
  changeTarget: () => t('Changing the target branch…'),
  lockDiscussion: () => t('Locking the discussion…'),
  unlockDiscussion: () => t('Unlocking the discussion…'),
  trackTime: () => t('Updating time tracking…'),
  revert: () => t('Reverting…'),
  cherryPick: () => t('Cherry-picking…'),
  deleteSourceBranch: () => t('Deleting the source branch…'),
};
