import { t } from '../../base/localize';
import type { MergeRequest } from '../../schemas/merge-request';
import { stateWord } from '../shared/state-labels';
import { CONFLICT_MESSAGES } from './conflict-messages';
import { mergeStatusBrief } from './status-labels';

export type RequestStateFacts = Pick<MergeRequest, 'state'> &
  Partial<
    Pick<MergeRequest, 'draft' | 'detailed_merge_status' | 'has_conflicts' | 'merge_when_pipeline_succeeds'>
  >;

/**
 * Returns the state of a merge request next to the status of its pipeline; empty if only the pipeline
 * matters.
 */
export function requestStateLabel(of: RequestStateFacts): string {
  if (of.state !== 'opened') return stateWord(of.state);
  const status = of.detailed_merge_status;
  if (of.draft === true) return t('draft');
  if (of.has_conflicts === true) return CONFLICT_MESSAGES.brief();
  if (of.merge_when_pipeline_succeeds === true) return t('set to auto-merge');
  if (status === 'ci_must_pass' || status === 'ci_still_running') return '';
  return mergeStatusBrief(status);
}
