import { t } from '../../base/localize';
import { mergePlan } from '../../domain/merge-requests/merge-plan';
import { mergePlanSentence, squashRuleLabel } from '../merge-requests/merge-plan-messages';
import { type Content, html } from '../shared/html';
import type { OverviewModel } from './model';
import { actButton } from './parts';

/** Returns what a merge will do, and its options. */
export function planLines(model: OverviewModel): Content {
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
    ${request.merge_when_pipeline_succeeds ? html`<li>${t('Set to auto-merge')}</li>` : undefined}`;
}
