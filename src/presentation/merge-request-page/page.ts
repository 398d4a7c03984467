import { t } from '../../base/localize';
import { shortSha } from '../../base/short-sha';
import { readyTitle } from '../../domain/merge-requests/draft-title';
import type { CommitFacts } from '../merge-requests/part-rows';
import { type Content, type Html, html } from '../shared/html';
import { titleText } from '../shared/markdown/title';
import { refName } from '../shared/ref-name';
import { statusWord } from '../shared/status-icons';
import { changesSection } from './changes/section';
import { discussionsSection } from './discussion';
import { pageHead, stateBadge } from './head';
import { mergeActButton, mergeActs } from './merge-acts';
import { mergeSection } from './merge-box';
import type { MergeRequestPageModel, PipelineOf } from './model';
import { pipelineItem } from './page-command';
import { actButton, age, collapsedSection, copyButton, editButton, section } from './parts';
import { reviewSection } from './review/section';
import { pageSide } from './side';

/** Returns the page of a merge request. `description` is the description as HTML. */
export function mergeRequestPageBody(model: MergeRequestPageModel, description: Html | undefined): Html {
  return html`<div class="merge-request-page">
    ${pageBar(model)} ${pageHead(model)}
    <div class="columns">
      <div class="main">
        ${mergeSection(model)} ${reviewSection(model)}
        ${section('description', t('Description'), {
          edit: editButton(model, 'editDescription'),
          body: description ?? html`<p class="quiet">${t('No description')}</p>`,
        })}
        ${changesSection(model)} ${commits(model)} ${pipelines(model)} ${discussionsSection(model)}
        ${others(model)}
      </div>
      <aside>${pageSide(model)}</aside>
    </div>
  </div>`;
}

/** Returns the buttons of actions that are rarely used. */
function others(model: MergeRequestPageModel): Content {
  const acts = ['subscribe', 'unsubscribe', 'addTodo', 'markDraft', 'close', 'reopen'] as const;
  const { subscribed } = model.mergeRequest;
  const state =
    subscribed === true ? t('Subscribed') : subscribed === false ? t('Not subscribed') : undefined;
  return html`<div class="toolbar">
    ${state === undefined ? undefined : html`<span class="quiet">${state}</span>`}
    ${acts.map((act) => actButton(model, act))} ${actButton(model, 'delete', { style: 'danger' })}
  </div>`;
}

/** Returns the page while the merge request is loading, or if loading failed. */
export function mergeRequestPageStart(iid: number, errorMessage: string | undefined): Html {
  return html`<div class="merge-request-page">
    <p class="iid">!${iid}</p>
    ${
      errorMessage === undefined
        ? html`<p role="status">${t('Loading…')}</p>`
        : html`<p class="notice bad" role="alert"><span>${errorMessage}</span></p>
            <div class="toolbar">
              <button type="button" class="primary" data-act="refresh">${t('Try Again')}</button>
            </div>`
    }
  </div>`;
}

const countOf = (items: readonly unknown[], cut: boolean): string => `${items.length}${cut ? '+' : ''}`;

function commits(model: MergeRequestPageModel): Content {
  const part = model.parts.commits;
  if (part === undefined || part.items.length === 0) return undefined;
  const rows = part.items.map((commit) => html`<li>${commitLine(model, commit)}</li>`);
  return collapsedSection(
    'commits',
    t('Commits'),
    countOf(part.items, part.cut),
    html`<ul class="rows">
      ${rows}
    </ul>`,
  );
}

function commitLine(
  model: MergeRequestPageModel,
  { id, short_id: short, title, ...commit }: CommitFacts,
): Content {
  const sha = short ?? shortSha(id);
  const label = t('Show Commit {0}', sha);
  return html`<code>${sha}</code> ${copyButton(id, t('Copy SHA of Commit {0}', sha))}
    <bdi>${title ?? ''}</bdi>
    <span class="quiet"><bdi>${commit.author_name ?? ''}</bdi> ${age(commit.created_at, model.now)}</span>
    ${actButton(model, 'showCommit', { style: 'link', item: { kind: 'commit', sha: id }, label })}`;
}

function pipelines(model: MergeRequestPageModel): Content {
  const part = model.parts.pipelines;
  if (part === undefined || part.items.length === 0) return undefined;
  const rows = part.items.map((pipeline) => html`<li>${pipelineLine(model, pipeline)}</li>`);
  return collapsedSection(
    'pipelines',
    t('Pipelines'),
    countOf(part.items, part.cut),
    html`<ul class="rows">
      ${rows}
    </ul>`,
  );
}

function pipelineLine(model: MergeRequestPageModel, pipeline: PipelineOf): Content {
  const { id } = pipeline;
  return html`<span>#${id} ${statusWord(pipeline)}</span>
    <span class="quiet">${refName(pipeline.ref)} ${age(pipeline.created_at, model.now)}</span>
    ${actButton(model, 'showPipeline', { style: 'link', item: pipelineItem(model, id), label: t('Show Pipeline #{0}', id) })}`;
}

/**
 * Returns the bar with title, state, and next step. The script shows it while the header of the page is
 * scrolled out of sight.
 */
export function pageBar(model: MergeRequestPageModel): Html {
  const { iid, draft, title, state } = model.mergeRequest;
  const main = state === 'opened' ? mergeActs(model).find(({ isMain }) => isMain) : undefined;
  return html`<div id="bar" class="bar" role="region" aria-label="${t('Summary')}">
    <div class="bar-content">
      ${stateBadge(model)}
      <button type="button" class="link bar-title" id="bar-title" data-scroll-top title="${t('Scroll to Top')}">
        <bdi>!${iid} ${titleText(draft ? readyTitle(title) : title)}</bdi>
      </button>
      ${main && mergeActButton(model, main, 'bar-act')}
    </div>
  </div>`;
}
