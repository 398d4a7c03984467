import { t } from '../base/localize';
import { isChecking, mergeStatusFacts, type MergeReadiness, type MergeRemedy } from '../domain/merge-status';
import { html, type Content, type Html } from './html';
import { webPage } from './link-words';
import { mergeStatusLine } from './merge-status-words';
import { ACT_OF_REMEDY, isOffered, type OverviewAct } from './overview-acts';
import type { ApprovalsOf, IssueOf, OverviewModel } from './overview-model';
import { actButton, section, talkButton } from './overview-parts';
import { openAtLines } from './overview-talk-shown';
import { statusWord } from './status-icons';

/** A sign in front of the line; the line says the same in words. */
const SIGNS: Readonly<Record<MergeReadiness | 'unknown', string>> = {
  ready: '✓',
  waiting: '…',
  blocked: '✗',
  over: '–',
  unknown: '?',
};

/** Looks that the style sheet knows. */
const LOOKS: Readonly<Record<MergeReadiness | 'unknown', string>> = {
  ready: 'good',
  waiting: '',
  blocked: 'bad',
  over: '',
  unknown: 'warn',
};

/** Whether it can be merged, what stands in the way, and the way out. */
export function overviewMerge(model: OverviewModel): Html {
  const { mergeRequest: request } = model;
  const open = request.state === 'opened';
  return section('merge', t('Merge'), {
    body: html`${open ? statusBox(model) : undefined} ${errorLine(model)}
      <ul class="points">
        ${rightLine(model)} ${pipelineLine(model)} ${approvalLine(model)} ${threadLine(model)} ${closesLine(model)}
        ${planLine(model)}
      </ul>
      ${open ? html`<div class="toolbar">${mergeActs(model)}</div>` : undefined}`,
  });
}

function statusBox(model: OverviewModel): Html {
  const { detailed_merge_status: status, ...request } = model.mergeRequest;
  const facts = mergeStatusFacts(status);
  const look = facts?.readiness ?? 'unknown';
  if (request.rebase_in_progress)
    return html`<p class="notice" role="status">
      <span aria-hidden="true">…</span> <span>${t('The server is rebasing it.')}</span>
    </p>`;
  const busy = isChecking(model.mergeRequest);
  return html`<p class="notice ${LOOKS[look]}" role="status">
    <span aria-hidden="true">${SIGNS[look]}</span> <span>${mergeStatusLine(status)}</span>
    ${busy ? html`<span class="spinner" aria-hidden="true"></span>` : undefined}
  </p>`;
}

function errorLine({ mergeRequest: { merge_error: error, state } }: OverviewModel): Content {
  if (error === null || error === undefined || error === '' || state === 'merged') return undefined;
  return html`<p class="notice bad"><span>${t('The last merge or rebase failed: {0}', error)}</span></p>`;
}

/** Ways out that are on the server's own page say what they are for. Threads at lines are walked through here. */
const LABELS: Readonly<Partial<Record<MergeRemedy, () => string>>> = {
  showThreads: () => t('Show Threads in Browser'),
};

/** What helps first, then the other ways; each once. */
function mergeActs(model: OverviewModel): Content {
  const remedies = mergeStatusFacts(model.mergeRequest.detailed_merge_status)?.remedies ?? [];
  const helping = remedies.map((remedy) => ({
    act: ACT_OF_REMEDY[remedy],
    words: LABELS[remedy]?.(),
    isWalk: remedy === 'showThreads' && openAtLines(model.talk) > 0,
  }));
  const others = OTHERS.filter((act) => helping.every((one) => one.act !== act)).map((act) => ({
    act,
    words: undefined,
    isWalk: false,
  }));
  const offered = [...helping, ...others].filter(({ act }) => isOffered(act, model.actions));
  return offered.map(({ act, words, isWalk }, index) => {
    const look = index === 0 ? 'primary' : 'secondary';
    return isWalk ? talkButton('nextThread', { look }) : actButton(model, act, { look, words });
  });
}

const OTHERS: readonly OverviewAct[] = [
  'merge',
  'setAutoMerge',
  'cancelAutoMerge',
  'rebase',
  'approve',
  'unapprove',
  'createPipeline',
  'previewMerge',
];

/** Why there is no button to merge it, where nothing else says so. */
function rightLine({ mergeRequest: { state, user } }: OverviewModel): Content {
  return state === 'opened' && user?.can_merge === false
    ? html`<li>${t('You may not merge it: ask somebody who may')}</li>`
    : undefined;
}

function pipelineLine(model: OverviewModel): Content {
  const pipeline = model.mergeRequest.head_pipeline ?? model.mergeRequest.pipeline;
  if (pipeline === null || pipeline === undefined) return html`<li>${t('No pipeline ran for it')}</li>`;
  const words = t('Pipeline #{0}: {1}', pipeline.id, statusWord(pipeline));
  return html`<li>
    ${words}
    ${actButton(model, 'showPipeline', {
      look: 'link',
      value: pipeline.id,
      label: t('Show pipeline #{0}', pipeline.id),
    })}
  </li>`;
}

function approvalLine({ parts: { approvals } }: OverviewModel): Content {
  if (approvals === undefined) return undefined;
  const names = (approvals.approved_by ?? []).map(({ user }) => user.name);
  const by = names.length === 0 ? t('nobody yet') : names.join(', ');
  return html`<li>${t('Approved by: {0}', by)}${missing(approvals)}</li>`;
}

function missing({ approvals_left: left }: ApprovalsOf): string {
  if (left === null || left === undefined || left === 0) return '';
  return left === 1 ? ` · ${t('1 approval missing')}` : ` · ${t('{0} approvals missing', left)}`;
}

function threadLine({ mergeRequest: request }: OverviewModel): Content {
  const told = request.detailed_merge_status === 'discussions_not_resolved' && request.state === 'opened';
  return request.blocking_discussions_resolved === false && !told
    ? html`<li>${t('Some threads are not resolved')}</li>`
    : undefined;
}

function closesLine({ parts: { closes }, mergeRequest: { state } }: OverviewModel): Content {
  if (closes === undefined || closes.items.length === 0) return undefined;
  const issues = closes.items.map((issue) => html`<li>${issueLink(issue)}</li>`);
  return html`<li>
    ${state === 'merged' ? t('Closed by merging it:') : t('Closes when it is merged:')}
    <ul>
      ${issues}
    </ul>
  </li>`;
}

function issueLink(issue: IssueOf): Content {
  const page = webPage(issue.web_url);
  const reference = issue.iid === null || issue.iid === undefined ? String(issue.id) : `#${issue.iid}`;
  const words = `${reference} ${issue.title}`;
  return page === undefined ? words : html`<a href="${page}" data-act="open-link">${words}</a>`;
}

/** What will be done with it, said before it happens. */
function planLine(model: OverviewModel): Content {
  const { mergeRequest: request } = model;
  if (request.state !== 'opened') return undefined;
  const removes = request.should_remove_source_branch ?? request.force_remove_source_branch;
  const squash = request.squash
    ? t('Its commits are squashed into one')
    : t('Its commits are kept as they are');
  const branch = removes ? t('the source branch is removed') : t('the source branch is kept');
  const auto = request.merge_when_pipeline_succeeds
    ? html`<li>${t('It is merged by itself when its pipeline succeeds')}</li>`
    : undefined;
  return html`<li>${t('{0}; {1}', squash, branch)} ${actButton(model, 'editMergeOptions', { look: 'link' })}</li>
    ${auto}`;
}
