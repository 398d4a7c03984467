import { t } from '../base/localize';
import { html, type Content, type Html } from './html';
import { overviewHead } from './overview-head';
import { overviewMerge } from './overview-merge';
import type { CommitOf, OverviewModel, PipelineOf } from './overview-model';
import { actButton, age, copyButton, editButton, fold, section } from './overview-parts';
import { overviewSide } from './overview-side';
import { overviewTalk } from './overview-talk';
import { refName } from './pipeline-rows';
import { statusWord } from './status-icons';

/** The whole page of a merge request. `description` is what its Markdown became. */
export function overviewPage(model: OverviewModel, description: Html | undefined): Html {
  return html`<div class="overview">
    ${overviewHead(model)}
    <div class="columns">
      <div class="main">
        ${overviewMerge(model)}
        ${section('description', t('Description'), {
          edit: editButton(model, 'editDescription'),
          body: description ?? html`<p class="quiet">${t('No description')}</p>`,
        })}
        ${commits(model)} ${pipelines(model)} ${overviewTalk(model)}
        ${others(model)}
      </div>
      <aside>${overviewSide(model)}</aside>
    </div>
  </div>`;
}

/** What is done rarely, and what ends it. */
function others(model: OverviewModel): Content {
  const acts = ['markDraft', 'subscribe', 'unsubscribe', 'addTodo', 'close', 'reopen'] as const;
  return html`<div class="toolbar">
    ${acts.map((act) => actButton(model, act))} ${actButton(model, 'delete', { look: 'danger' })}
  </div>`;
}

/** What stands there while nothing is known yet, or where it could not be read. */
export function overviewStart(iid: number, trouble: string | undefined): Html {
  return html`<div class="overview">
    <p class="iid">!${iid}</p>
    ${
      trouble === undefined
        ? html`<p role="status">${t('Loading…')}</p>`
        : html`<p class="notice bad" role="alert"><span>${trouble}</span></p>
            <div class="toolbar">
              <button type="button" class="primary" data-act="refresh">${t('Try Again')}</button>
            </div>`
    }
  </div>`;
}

const countOf = (items: readonly unknown[], cut: boolean): string => `${items.length}${cut ? '+' : ''}`;

function commits(model: OverviewModel): Content {
  const part = model.parts.commits;
  if (part === undefined || part.items.length === 0) return undefined;
  const rows = part.items.map((commit) => html`<li>${commitLine(model, commit)}</li>`);
  return fold(
    'commits',
    t('Commits'),
    countOf(part.items, part.cut),
    html`<ul class="rows">
      ${rows}
    </ul>`,
  );
}

function commitLine(model: OverviewModel, { id, short_id: short, title, ...commit }: CommitOf): Content {
  const sha = short ?? id.slice(0, 8);
  const label = t('Show commit {0}', sha);
  return html`<code>${sha}</code> ${copyButton(id, t('Copy the id of commit {0}', sha))}
    <bdi>${title ?? ''}</bdi>
    <span class="quiet"><bdi>${commit.author_name ?? ''}</bdi> ${age(commit.created_at, model.now)}</span>
    ${actButton(model, 'showCommit', { look: 'link', value: id, label })}`;
}

function pipelines(model: OverviewModel): Content {
  const part = model.parts.pipelines;
  if (part === undefined || part.items.length === 0) return undefined;
  const rows = part.items.map((pipeline) => html`<li>${pipelineLine(model, pipeline)}</li>`);
  return fold(
    'pipelines',
    t('Pipelines'),
    countOf(part.items, part.cut),
    html`<ul class="rows">
      ${rows}
    </ul>`,
  );
}

function pipelineLine(model: OverviewModel, pipeline: PipelineOf): Content {
  const { id } = pipeline;
  return html`<span>#${id} ${statusWord(pipeline)}</span>
    <span class="quiet">${refName(pipeline.ref)} ${age(pipeline.created_at, model.now)}</span>
    ${actButton(model, 'showPipeline', { look: 'link', value: id, label: t('Show pipeline #{0}', id) })}`;
}
