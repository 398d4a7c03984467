import { t } from '../../base/localize';
import { mergePipeline } from '../../domain/merge-requests/merge-pipeline';
import { mergePlan } from '../../domain/merge-requests/merge-plan';
import { isChecking, type MergeReadiness, mergeStatusFacts } from '../../domain/merge-requests/merge-status';
import { mergePlanSentence, squashRuleLabel } from '../merge-requests/merge-plan-messages';
import { archivedProject, mergeStatusLine } from '../merge-requests/status-labels';
import { type Content, type Html, html } from '../shared/html';
import { webPage } from '../shared/links';
import { roleName } from '../shared/role-messages';
import { readOnlyTokenProblem } from '../shared/scope-messages';
import { statusWord } from '../shared/status-icons';
import { afterMergeActs, mergedLines, sourceBranchLine } from './after-merge';
import { approvalRules } from './approval-rules';
import { isArchived, isPageReadOnly } from './comment-rules';
import { conflictList } from './conflicts';
import { mergeActButton, mergeActs } from './merge-acts';
import { mergeChecks, missingApprovals, obstaclesOf } from './merge-checks';
import type { IssueOf, MergeRequestPageModel } from './model';
import { pipelineItem } from './page-command';
import { actButton, itemButton, section } from './parts';
import { isReadyWithoutPermission, isSetToAutoMerge, needsPassword, requestedChanges } from './remedies';

/** Returns what a merge will do, and its options. */
function planLines(model: MergeRequestPageModel): Content {
  const { mergeRequest: request } = model;
  const { project, commits } = model.parts;
  if (request.state !== 'opened') return undefined;
  const plan = mergePlan(project, { squash: request.squash_on_merge ?? request.squash });
  const sentence = mergePlanSentence(plan, {
    target: request.target_branch ?? '',
    commits: commits === undefined || commits.cut ? undefined : commits.items.length,
  });
  const removes = request.should_remove_source_branch ?? request.force_remove_source_branch;
  const rule = squashRuleLabel(plan.squashRule);
  const squash = plan.squash ? t('Squash commits: yes') : t('Squash commits: no');
  // The sentence contains whether commits are squashed.
  const option = rule ?? (sentence === undefined ? squash : undefined);
  const branch = removes ? t('Delete source branch: yes') : t('Delete source branch: no');
  return html`${sentence === undefined ? undefined : html`<li>${sentence}</li>`}
    ${plan.hasTrain ? html`<li>${t('Merged by the merge train of the project')}</li>` : undefined}
    ${option === undefined ? undefined : html`<li>${option}</li>`}
    <li>${branch} ${actButton(model, 'editMergeOptions', { style: 'link' })}</li>
    ${request.merge_when_pipeline_succeeds && !isSetToAutoMerge(request) ? html`<li>${t('Set to auto-merge')}</li>` : undefined}`;
}

/** Symbols before the merge status; the text states the same. */
const SIGNS: Readonly<Record<MergeReadiness | 'unknown', string>> = {
  ready: '✓',
  waiting: '…',
  blocked: '✗',
  over: '–',
  unknown: '?',
};

/** Symbol if only others can merge. Shown as text, not as an emoji. */
const INFO_SIGN = 'ℹ\uFE0E';

/** CSS classes. */
const STYLES: Readonly<Record<MergeReadiness | 'unknown', string>> = {
  ready: 'good',
  waiting: '',
  blocked: 'bad',
  over: '',
  unknown: 'warn',
};

/** Returns whether the merge request can be merged, what blocks it, and the remedies. */
export function mergeSection(model: MergeRequestPageModel): Html {
  const { mergeRequest: request } = model;
  const open = request.state === 'opened';
  return section('merge', t('Merge'), {
    body: html`${isArchived(model) ? archivedBox() : undefined} ${open && !isArchived(model) ? html`${statusBox(model)} ${conflictList(model)} ${mergeChecks(model)}` : undefined} ${errorLine(model)}
      <ul class="points">
        ${rightLine(model)} ${roleLine(model)} ${pipelineLine(model)} ${approvalLine(model)} ${approvalRules(model)} ${passwordLine(model)}
        ${closesLine(model)} ${mergedLines(model)} ${sourceBranchLine(model)}
        ${planLines(model)}
      </ul>
      ${open ? html`<div class="toolbar">${mergeActs(model).map((act) => mergeActButton(model, act))} ${reviewButton(model)}</div>` : afterMergeActs(model)}`,
  });
}

const archivedBox = (): Html =>
  html`<p class="notice" role="status">
    <span aria-hidden="true">${SIGNS.over}</span> <span>${archivedProject()}</span>
  </p>`;

function statusBox(model: MergeRequestPageModel): Html {
  const { detailed_merge_status: status, ...request } = model.mergeRequest;
  const facts = mergeStatusFacts(status);
  // If only others can merge, the status has a neutral style.
  const forOthers = isReadyWithoutPermission(model);
  const readiness = forOthers ? 'waiting' : (facts?.readiness ?? 'unknown');
  if (request.rebase_in_progress)
    return html`<p class="notice" role="status">
      <span aria-hidden="true">…</span> <span>${t('Rebasing the source branch…')}</span>
    </p>`;
  if (isSetToAutoMerge(model.mergeRequest))
    return html`<p class="notice" role="status">
      <span aria-hidden="true">${SIGNS.waiting}</span> <span>${t('Will merge when the pipeline succeeds')}</span>
    </p>`;
  const busy = isChecking(model.mergeRequest);
  return html`<p class="notice ${STYLES[readiness]}" role="status">
    <span aria-hidden="true">${forOthers ? INFO_SIGN : SIGNS[readiness]}</span> <span>${forOthers ? othersLine(model) : mergeStatusLine(status)}</span>
    ${busy ? html`<span class="spinner" aria-hidden="true"></span>` : undefined}
  </p>`;
}

function errorLine({ mergeRequest: { merge_error: error, state } }: MergeRequestPageModel): Content {
  if (error === null || error === undefined || error === '' || state === 'merged') return undefined;
  return html`<p class="notice bad"><span>${t('The last merge or rebase failed: {0}', error)}</span></p>`;
}

/** Returns who can merge. */
const othersLine = ({ mergeRequest: { target_branch: target } }: MergeRequestPageModel): string =>
  t('Ready to merge by members who can write to {0}', target ?? '');

/** Authors don't review their own merge requests. */
function reviewButton(model: MergeRequestPageModel): Content {
  const { mergeRequest, me, discussions } = model;
  if (me === undefined || mergeRequest.author?.username === me || isPageReadOnly(model)) return undefined;
  if (discussions.known === undefined || discussions.known.missing !== undefined) return undefined;
  // Then the review is the main button.
  if (requestedChanges(model)?.act === 'submitReview') return undefined;
  return itemButton('submitReview', { style: 'secondary', id: 'submit-review' });
}

/** Explains why there is no button to merge, unless another line does. */
function rightLine(model: MergeRequestPageModel): Content {
  const { state, user, target_branch: target } = model.mergeRequest;
  return state === 'opened' &&
    user?.can_merge === false &&
    !isReadyWithoutPermission(model) &&
    !isPageReadOnly(model)
    ? html`<li>${t('Merging requires permission to merge into {0}', target ?? '')}</li>`
    : undefined;
}

/** Explains why there are no buttons for changes. */
function roleLine({ base, withheld = [], access }: MergeRequestPageModel): Content {
  if (access === 'read-only-token') return html`<li>${readOnlyTokenProblem(base)}</li>`;
  return withheld.length === 0
    ? undefined
    : html`<li>
        ${t('Changing this merge request requires at least the Developer role (your role: {0})', roleName(access) ?? '')}
      </li>`;
}

/** Explains that approving requires the password, which only the server's web interface can request. */
function passwordLine(model: MergeRequestPageModel): Content {
  return needsPassword(model)
    ? html`<li>${t('Approving requires re-authentication')} ${actButton(model, 'openInBrowser', { style: 'link' })}</li>`
    : undefined;
}

function pipelineLine(model: MergeRequestPageModel): Content {
  const pipeline = mergePipeline(model.mergeRequest);
  if (pipeline === null || pipeline === undefined) return html`<li>${t('No pipeline')}</li>`;
  const text = t('Pipeline #{0}: {1}', pipeline.id, statusWord(pipeline));
  return html`<li>
    ${text}
    ${actButton(model, 'showPipeline', {
      style: 'link',
      item: pipelineItem(model, pipeline.id),
      label: t('Show Pipeline #{0}', pipeline.id),
    })}
  </li>`;
}

function approvalLine(model: MergeRequestPageModel): Content {
  const { approvals } = model.parts;
  if (approvals === undefined) return undefined;
  const names = (approvals.approved_by ?? []).map(({ user }) => user.name);
  const left = approvals.approvals_left ?? 0;
  const by = names.length === 0 ? t('No approvals yet') : t('Approved by {0}', names.join(', '));
  const isMissing = left > 0 && !obstaclesOf(model).includes('not_approved');
  return html`<li>${by}</li>
    ${isMissing ? html`<li>${missingApprovals(left)}</li>` : undefined}`;
}

function closesLine({ parts: { closes }, mergeRequest: { state } }: MergeRequestPageModel): Content {
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
  const label = `${reference} ${issue.title}`;
  return page === undefined ? label : html`<a href="${page}" data-act="open-link">${label}</a>`;
}
