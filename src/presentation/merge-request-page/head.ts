import { t } from '../../base/localize';
import { readyTitle } from '../../domain/merge-requests/draft-title';
import type { MergeRemedy } from '../../domain/merge-requests/merge-status';
import { type Html, html } from '../shared/html';
import { stateWord } from '../shared/state-labels';
import type { OverviewModel } from './model';
import { actButton, age, copyButton, DOING, editButton } from './parts';
import { remediesOf } from './remedies';

/** Title, state, branches, and who it is from. */
export function overviewHead(model: OverviewModel): Html {
  const { mergeRequest: request, now, doing, trouble } = model;
  const { iid, author, state } = request;
  const { draft } = request;
  const word = draft && state === 'opened' ? t('draft') : stateWord(state);
  const title = draft ? readyTitle(request.title) : request.title;
  return html`<header>
    <p class="quiet">${pathOf(model)} <span class="iid">!${iid}</span></p>
    <div class="heading">
      <h1><bdi>${title}</bdi></h1>
      ${editButton(model, 'editTitle')}
    </div>
    <p class="meta">
      <span class="badge ${draft && state === 'opened' ? '' : (STYLES.get(state) ?? '')}">${word}</span>
      <span
        >${t('created')} ${age(request.created_at, now)}${author === null || author === undefined ? undefined : ` ${t('by {0}', author.name)}`}</span
      >
      <span>${t('updated')} ${age(request.updated_at, now)}</span>
      ${endOf(model)}
    </p>
    ${branches(model)}
    <div class="toolbar">
      ${isRemedy(model, 'checkOut') ? undefined : actButton(model, 'checkOut')} ${actButton(model, 'openChanges')} ${actButton(model, 'openInBrowser')}
    </div>
    <p class="live" role="status">${doing === undefined ? undefined : DOING[doing]()}</p>
    ${trouble === undefined ? undefined : html`<p class="notice bad" role="alert"><span>${trouble}</span></p>`}
  </header>`;
}

/** Whether it stands among the ways out of what is in the way of merging: then it is not offered twice. */
const isRemedy = (model: OverviewModel, remedy: MergeRemedy): boolean =>
  model.mergeRequest.state === 'opened' && remediesOf(model).includes(remedy);

/** Looks that the style sheet knows; the word tells the same. */
const STYLES: ReadonlyMap<string, string> = new Map([
  ['opened', 'good'],
  ['merged', 'info'],
  ['closed', 'bad'],
]);

function pathOf({ mergeRequest: { references, iid } }: OverviewModel): string | undefined {
  return references?.full?.replace(`!${iid}`, '');
}

function endOf({ mergeRequest: request, now }: OverviewModel): Html | undefined {
  if (request.state === 'merged') {
    const by = request.merge_user ?? request.merged_by;
    return html`<span
      >${by ? t('merged by {0}', by.name) : t('merged')} ${age(request.merged_at, now)}</span
    >`;
  }
  if (request.state !== 'closed') return undefined;
  const by = request.closed_by;
  return html`<span>${by ? t('closed by {0}', by.name) : t('closed')} ${age(request.closed_at, now)}</span>`;
}

function branches(model: OverviewModel): Html {
  const { source_branch: source, target_branch: target, ...request } = model.mergeRequest;
  const fork = request.source_project_id !== request.target_project_id;
  const behind = request.diverged_commits_count ?? 0;
  return html`<p class="branches">
    <code>${source ?? t('unknown')}</code>
    ${fork ? html`<span class="quiet">${t('from a fork')}</span>` : undefined}
    ${source === null || source === undefined ? undefined : copyButton(source, t('Copy the name of the source branch'))}
    <span aria-label="${t('into')}">→</span>
    <code>${target ?? t('unknown')}</code>
    ${target === null || target === undefined ? undefined : copyButton(target, t('Copy the name of the target branch'))}
    ${editButton(model, 'editTarget', t('Change'))}
    ${behind > 0 && request.state === 'opened' ? html`<span class="badge warn">${behindMessage(behind, target ?? '')}</span>` : undefined}
  </p>`;
}

function behindMessage(count: number, target: string): string {
  return count === 1 ? t('1 commit behind {0}', target) : t('{0} commits behind {1}', count, target);
}
