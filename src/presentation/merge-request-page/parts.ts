import { t } from '../../base/localize';
import type { MergeRequestAction } from '../../domain/merge-requests/rules';
import { attributes, type Content, type Html, html } from '../shared/html';
import { ago, moment } from '../shared/time-labels';
import { isOffered, pageButton, type PageButtonName } from './buttons';
import type { MergeRequestPageModel } from './model';
import { commandAttributes, type PageItem } from './page-command';

/** Elements that several sections of the page use. */

interface ButtonOptions {
  readonly style?: 'primary' | 'secondary' | 'link' | 'danger';
  /** Replaces the default label. */
  readonly text?: Content;
  /** The item that the button is for, if that isn't the merge request. */
  readonly item?: PageItem;
  readonly label?: string;
  /** Element ID, with which the button keeps the focus after an update. */
  readonly id?: string;
}

/** Returns a button; undefined if its action isn't available. */
export function actButton(
  { actions, doing }: MergeRequestPageModel,
  name: PageButtonName,
  options: ButtonOptions = {},
): Content {
  if (!isOffered(name, actions)) return undefined;
  const waits = doing !== undefined && pageButton(name).needs !== 'nothing';
  const state = { disabled: waits, 'aria-busy': doing === name ? 'true' : undefined };
  return buttonElement(name, { style: 'secondary', ...options }, state);
}

/** Returns a button that stays enabled during an action on the merge request. The caller checks that it is available. */
export const itemButton = (name: PageButtonName, options: ButtonOptions = {}): Html =>
  buttonElement(name, { style: 'link', ...options });

/**
 * Returns a small button next to the heading of a field. Its text must be part of its label for screen
 * readers.
 */
export function editButton(
  { actions, doing }: MergeRequestPageModel,
  name: PageButtonName,
  text: string = t('Edit'),
): Content {
  if (!isOffered(name, actions)) return undefined;
  const label = pageButton(name).label();
  return buttonElement(name, { style: 'link', text, label }, { title: label, disabled: doing !== undefined });
}

function buttonElement(
  name: PageButtonName,
  options: ButtonOptions,
  state: Parameters<typeof attributes>[0] = {},
): Html {
  const { label, needs } = pageButton(name);
  const given = attributes({
    type: 'button',
    class: options.style,
    id: options.id,
    ...commandAttributes(name, options.item),
    'data-keeps': needs === 'nothing',
    // A button in a row of a list needs a label with its object, for screen readers.
    'aria-label': options.label,
    ...state,
  });
  return html`<button ${given}>${options.text ?? label()}</button>`;
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
