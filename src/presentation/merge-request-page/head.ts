import { t } from '../../base/localize';
import { readyTitle } from '../../domain/merge-requests/draft-title';
import type { MergeRemedy } from '../../domain/merge-requests/merge-status';
import { type Content, type Html, html } from '../shared/html';
import { titleText } from '../shared/markdown/title';
import { stateTitle } from '../shared/state-labels';
import type { MergeRequestPageModel } from './model';
import {
  actButton,
  age,
  CONTENT_PLACEHOLDER,
  copyButton,
  editButton,
  PROGRESS_TEXTS,
  withContent,
} from './parts';
import { remediesOf } from './remedies';

/** Returns title, state, branches, and author. */
export function pageHead(model: MergeRequestPageModel): Html {
  const { mergeRequest: request, now, doing, errorMessage } = model;
  const { iid, author } = request;
  const title = request.draft ? readyTitle(request.title) : request.title;
  return html`<header>
    <p class="quiet">${pathOf(model)} <span class="iid">!${iid}</span></p>
    <div class="heading">
      <h1 id="title" tabindex="-1"><bdi>${titleText(title)}</bdi></h1>
      ${editButton(model, 'editTitle')}
    </div>
    <p class="meta">
      ${stateBadge(model)}
      ${fact(CREATED, age(request.created_at, now), author?.name)}
      ${fact(UPDATED, age(request.updated_at, now), undefined)} ${endOf(model)}
    </p>
    ${branches(model)}
    <div class="toolbar">
      ${isRemedy(model, 'checkOut') ? undefined : actButton(model, 'checkOut')} ${actButton(model, 'openChanges')} ${actButton(model, 'openInBrowser')}
    </div>
    <p class="live" role="status">${doing === undefined ? undefined : PROGRESS_TEXTS[doing]()}</p>
    ${errorMessage === undefined ? undefined : html`<p class="notice bad" role="alert"><span>${errorMessage}</span></p>`}
  </header>`;
}

/** Returns the state; open drafts are called drafts. */
export function stateBadge({ mergeRequest: { draft, state } }: MergeRequestPageModel): Html {
  const isDraft = draft && state === 'opened';
  return html`<span class="badge ${isDraft ? '' : (STYLES.get(state) ?? '')}">${isDraft ? t('Draft') : stateTitle(state)}</span>`;
}

/** True if the merge section offers the remedy; then it isn't offered again. */
const isRemedy = (model: MergeRequestPageModel, remedy: MergeRemedy): boolean =>
  model.mergeRequest.state === 'opened' && remediesOf(model).includes(remedy);

/** CSS classes by state; the label shows the state as text. */
const STYLES: ReadonlyMap<string, string> = new Map([
  ['opened', 'good'],
  ['merged', 'info'],
  ['closed', 'bad'],
]);

function pathOf({ mergeRequest: { references, iid } }: MergeRequestPageModel): string | undefined {
  return references?.full?.replace(`!${iid}`, '');
}

function endOf({ mergeRequest: request, now }: MergeRequestPageModel): Content {
  if (request.state === 'merged')
    return fact(MERGED, age(request.merged_at, now), (request.merge_user ?? request.merged_by)?.name);
  if (request.state !== 'closed') return undefined;
  return fact(CLOSED, age(request.closed_at, now), request.closed_by?.name);
}

/** Texts of an event; time and user may be unknown. */
interface EventTexts {
  readonly when: (when: string) => string;
  readonly whenBy?: (when: string, name: string) => string;
  readonly by?: (name: string) => string;
}
const CREATED: EventTexts = {
  when: (when) => t('Created {0}', when),
  whenBy: (when, name) => t('Created {0} by {1}', when, name),
  by: (name) => t('Created by {0}', name),
};
const UPDATED: EventTexts = { when: (when) => t('Updated {0}', when) };
const MERGED: EventTexts = {
  when: (when) => t('Merged {0}', when),
  whenBy: (when, name) => t('Merged {0} by {1}', when, name),
  by: (name) => t('Merged by {0}', name),
};
const CLOSED: EventTexts = {
  when: (when) => t('Closed {0}', when),
  whenBy: (when, name) => t('Closed {0} by {1}', when, name),
  by: (name) => t('Closed by {0}', name),
};

function fact({ when, whenBy, by }: EventTexts, time: Content, name: string | undefined): Content {
  if (time === undefined) return name === undefined ? undefined : html`<span>${by?.(name)}</span>`;
  const message =
    name === undefined
      ? when(CONTENT_PLACEHOLDER)
      : (whenBy?.(CONTENT_PLACEHOLDER, name) ?? when(CONTENT_PLACEHOLDER));
  return html`<span>${withContent(message, time)}</span>`;
}

function branches(model: MergeRequestPageModel): Html {
  const { source_branch: source, target_branch: target, ...request } = model.mergeRequest;
  const fork = request.source_project_id !== request.target_project_id;
  const behind = request.diverged_commits_count ?? 0;
  return html`<p class="branches">
    <code>${source ?? t('unknown')}</code>
    ${fork ? html`<span class="quiet">${t('from a fork')}</span>` : undefined}
    ${source === null || source === undefined ? undefined : copyButton(source, t('Copy Source Branch Name'))}
    <span class="visually-hidden">${t('into')}</span><span aria-hidden="true">→</span>
    <code>${target ?? t('unknown')}</code>
    ${target === null || target === undefined ? undefined : copyButton(target, t('Copy Target Branch Name'))}
    ${editButton(model, 'editTarget', t('Change'))}
    ${behind > 0 && request.state === 'opened' ? html`<span class="badge warn">${behindMessage(behind, target ?? '')}</span>` : undefined}
  </p>`;
}

function behindMessage(count: number, target: string): string {
  return t('{0, plural, one {# commit behind {1}} other {# commits behind {1}}}', count, target);
}
