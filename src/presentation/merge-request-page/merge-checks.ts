import { t } from '../../base/localize';
import { otherObstacles } from '../../domain/merge-requests/merge-checks';
import { type MergeStatus, mergeStatusFacts } from '../../domain/merge-requests/merge-status';
import { mergeStatusLine } from '../merge-requests/status-labels';
import { type Content, type Html, html } from '../shared/html';
import { unmetRules } from './approval-rules';
import { BUTTON_OF_REMEDY } from './buttons';
import { canShowThreads } from './discussion-shown';
import type { MergeRequestPageModel } from './model';
import { actButton, itemButton } from './parts';
import { isPermitted, needsPassword } from './remedies';

/** Returns the obstacles besides the reported status. */
export const obstaclesOf = ({
  mergeRequest,
  parts: { approvals },
}: MergeRequestPageModel): readonly MergeStatus[] =>
  otherObstacles({ ...mergeRequest, approvalsLeft: approvals?.approvals_left ?? undefined });

/** Returns the obstacles besides the reported status, each with its remedy. */
export function mergeChecks(model: MergeRequestPageModel): Content {
  const others = obstaclesOf(model);
  return others.length === 0
    ? undefined
    : html`<ul class="checks" aria-label="${t('Also blocking the merge')}">
        ${others.map((status) => html`<li>${checkOf(model, status)}</li>`)}
      </ul>`;
}

function checkOf(model: MergeRequestPageModel, status: MergeStatus): Html {
  const left = model.parts.approvals?.approvals_left ?? 0;
  const text = status === 'not_approved' ? approvalsText(model, left) : mergeStatusLine(status);
  return html`<span aria-hidden="true">✗</span> <span>${text}</span> ${remedyOf(model, status)}`;
}

function approvalsText(model: MergeRequestPageModel, left: number): string {
  const rules = unmetRules(model);
  return rules === undefined
    ? missingApprovals(left)
    : t(
        '{0, plural, one {Requires # more approval ({1})} other {Requires # more approvals ({1})}}',
        left,
        rules,
      );
}

export const missingApprovals = (count: number): string =>
  t('{0, plural, one {Requires # more approval} other {Requires # more approvals}}', count);

function remedyOf(model: MergeRequestPageModel, status: MergeStatus): Content {
  const [remedy] = mergeStatusFacts(status)?.remedies ?? [];
  if (remedy === undefined || !isPermitted(model, remedy)) return undefined;
  if (remedy === 'approve' && needsPassword(model)) return undefined;
  if (remedy === 'showThreads' && canShowThreads(model.discussions))
    return itemButton('nextThread', { style: 'link' });
  return actButton(model, BUTTON_OF_REMEDY[remedy], { style: 'link' });
}
