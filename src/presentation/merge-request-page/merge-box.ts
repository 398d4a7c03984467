import { t } from '../../base/localize';
import { mergePipeline } from '../../domain/merge-requests/merge-pipeline';
import {
  isChecking,
  type MergeReadiness,
  type MergeRemedy,
  mergeStatusFacts,
} from '../../domain/merge-requests/merge-status';
import { mergeStatusLine } from '../merge-requests/status-labels';
import { type Content, type Html, html } from '../shared/html';
import { webPage } from '../shared/links';
import { roleName } from '../shared/role-messages';
import { statusWord } from '../shared/status-icons';
import { ACT_OF_REMEDY, isOffered, type OverviewAct } from './acts';
import { canShowThreads } from './discussion-shown';
import type { IssueOf, OverviewModel } from './model';
import { actButton, section, talkButton } from './parts';
import { isForOthers, isPermitted, remediesOf } from './remedies';

/** A sign in front of the line; the line says the same in words. */
const SIGNS: Readonly<Record<MergeReadiness | 'unknown', string>> = {
  ready: '✓',
  waiting: '…',
  blocked: '✗',
  over: '–',
  unknown: '?',
};

/** In front of what the reader can do nothing about; shown as text, not as an emoji. */
const INFO_SIGN = 'ℹ\uFE0E';

/** Looks that the style sheet knows. */
const STYLES: Readonly<Record<MergeReadiness | 'unknown', string>> = {
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
        ${rightLine(model)} ${roleLine(model)} ${pipelineLine(model)} ${approvalLine(model)} ${passwordLine(model)}
        ${threadLine(model)} ${closesLine(model)}
        ${planLine(model)}
      </ul>
      ${open ? html`<div class="toolbar">${mergeActs(model)}</div>` : undefined}`,
  });
}

function statusBox(model: OverviewModel): Html {
  const { detailed_merge_status: status, ...request } = model.mergeRequest;
  const facts = mergeStatusFacts(status);
  // What others can do is neither good nor bad for the reader.
  const forOthers = isForOthers(model);
  const look = forOthers ? 'waiting' : (facts?.readiness ?? 'unknown');
  if (request.rebase_in_progress)
    return html`<p class="notice" role="status">
      <span aria-hidden="true">…</span> <span>${t('Rebasing the source branch…')}</span>
    </p>`;
  const busy = isChecking(model.mergeRequest);
  return html`<p class="notice ${STYLES[look]}" role="status">
    <span aria-hidden="true">${forOthers ? INFO_SIGN : SIGNS[look]}</span> <span>${forOthers ? othersLine(model) : mergeStatusLine(status)}</span>
    ${busy ? html`<span class="spinner" aria-hidden="true"></span>` : undefined}
  </p>`;
}

function errorLine({ mergeRequest: { merge_error: error, state } }: OverviewModel): Content {
  if (error === null || error === undefined || error === '' || state === 'merged') return undefined;
  return html`<p class="notice bad"><span>${t('The last merge or rebase failed: {0}', error)}</span></p>`;
}

/** Says who can merge it. */
const othersLine = ({ mergeRequest: { target_branch: target } }: OverviewModel): string =>
  t('Ready to merge by members who can write to {0}', target ?? '');

/** Ways out that are on the server's own page say what they are for. Threads that are known are walked through here. */
const LABELS: Readonly<Partial<Record<MergeRemedy, () => string>>> = {
  showThreads: () => t('Show Threads in Browser'),
};

/** What helps first, then the other ways; each once. */
function mergeActs(model: OverviewModel): Content {
  const helping = remediesOf(model).map((remedy) => ({
    remedy,
    act: ACT_OF_REMEDY[remedy],
    words: LABELS[remedy]?.(),
    isWalk: remedy === 'showThreads' && canShowThreads(model.talk),
  }));
  const others = OTHERS.filter((act) => helping.every((one) => one.act !== act)).map((act) => ({
    remedy: undefined,
    act,
    words: undefined,
    isWalk: false,
  }));
  const pipeline = mergePipeline(model.mergeRequest)?.id;
  const offered = [...helping, ...others].filter(
    ({ act }) =>
      isOffered(act, model.actions) &&
      (act !== 'showPipeline' || pipeline !== undefined) &&
      (act !== 'approve' || !needsPassword(model)),
  );
  const first = offered.find(({ remedy }) => remedy !== undefined && isPermitted(model, remedy));
  return offered.map((each) => {
    const { act, words, isWalk } = each;
    const look = each === first ? 'primary' : 'secondary';
    if (isWalk) return talkButton('nextThread', { look });
    return actButton(model, act, {
      look,
      words,
      ...(act === 'showPipeline' && pipeline !== undefined ? { value: pipeline } : {}),
    });
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
function rightLine(model: OverviewModel): Content {
  const { state, user, target_branch: target } = model.mergeRequest;
  return state === 'opened' && user?.can_merge === false && !isForOthers(model)
    ? html`<li>${t('Merging requires permission to merge into {0}', target ?? '')}</li>`
    : undefined;
}

/** Why there are no buttons to change it. */
function roleLine({ withheld = [], access }: OverviewModel): Content {
  return withheld.length === 0
    ? undefined
    : html`<li>
        ${t('Changing this merge request requires at least the Developer role (your role: {0})', roleName(access) ?? '')}
      </li>`;
}

/** Approving asks for the password, which only the server's web interface can do. */
function passwordLine(model: OverviewModel): Content {
  return needsPassword(model)
    ? html`<li>${t('Approving requires your password')} ${actButton(model, 'openInBrowser', { look: 'link' })}</li>`
    : undefined;
}

const needsPassword = ({ actions, parts: { approvals } }: OverviewModel): boolean =>
  actions.includes('approve') && approvals?.require_password_to_approve === true;

function pipelineLine(model: OverviewModel): Content {
  const pipeline = mergePipeline(model.mergeRequest);
  if (pipeline === null || pipeline === undefined) return html`<li>${t('No pipeline')}</li>`;
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
  const left = approvals.approvals_left ?? 0;
  const by = names.length === 0 ? t('No approvals yet') : t('Approved by {0}', names.join(', '));
  const missing =
    left === 0
      ? undefined
      : t('{0, plural, one {Requires # more approval} other {Requires # more approvals}}', left);
  return html`<li>${by}</li>
    ${missing === undefined ? undefined : html`<li>${missing}</li>`}`;
}

function threadLine({ mergeRequest: request }: OverviewModel): Content {
  const told = request.detailed_merge_status === 'discussions_not_resolved' && request.state === 'opened';
  return request.blocking_discussions_resolved === false && !told
    ? html`<li>${t('Unresolved threads')}</li>`
    : undefined;
}

function closesLine({ parts: { closes }, mergeRequest: { state } }: OverviewModel): Content {
  if (closes === undefined || closes.items.length === 0) return undefined;
  const issues = closes.items.map((issue) => html`<li>${issueLink(issue)}</li>`);
  return html`<li>
    ${state === 'merged' ? t('Closed issues:') : t('Closes issues:')}
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
  const squash = request.squash ? t('Squash commits: yes') : t('Squash commits: no');
  const branch = removes ? t('Delete source branch: yes') : t('Delete source branch: no');
  const auto = request.merge_when_pipeline_succeeds ? html`<li>${t('Set to auto-merge')}</li>` : undefined;
  return html`<li>${squash}</li>
    <li>${branch} ${actButton(model, 'editMergeOptions', { look: 'link' })}</li>
    ${auto}`;
}
