import assert from 'node:assert/strict';
import {
  isChecking,
  KNOWN_MERGE_STATUSES,
  knownMergeStatus,
  mergeStatusFacts,
} from '../../../src/domain/merge-requests/merge-status';
import { DETAILED_MERGE_STATUSES } from '../../../src/schemas/merge-request';

describe('a merge status', () => {
  it('is known for each documented one, and says what helps', () => {
    for (const status of DETAILED_MERGE_STATUSES) {
      const facts = mergeStatusFacts(status);
      assert.ok(facts !== undefined && facts.remedies.length > 0, status);
    }
    assert.equal(new Set(KNOWN_MERGE_STATUSES).size, KNOWN_MERGE_STATUSES.length);
  });

  it('names the action that helps first', () => {
    const first = (status: string) => mergeStatusFacts(status)?.remedies[0];
    assert.deepEqual(
      ['mergeable', 'draft_status', 'broken_status', 'ci_still_running', 'not_open', 'not_approved'].map(
        first,
      ),
      ['merge', 'markReady', 'checkOut', 'setAutoMerge', 'reopen', 'approve'],
    );
  });

  it('is known with the brand of a tracker', () => {
    assert.equal(knownMergeStatus('acme_association_missing'), 'tracker_association_missing');
  });

  it('blocks a merge where newer servers refuse it', () => {
    for (const status of ['security_policy_pipeline_check', 'need_rebase_merge_train'])
      assert.equal(mergeStatusFacts(status)?.readiness, 'blocked', status);
  });

  it('is nothing where it is newer than this list, or missing', () => {
    for (const status of ['moon_phase', '', 'constructor', null, undefined]) {
      assert.equal(mergeStatusFacts(status), undefined);
    }
  });

  it('moves by itself only while an open one is tested', () => {
    const checking = (state: string, status: string) => isChecking({ state, detailed_merge_status: status });
    assert.deepEqual(
      [
        checking('opened', 'checking'),
        checking('opened', 'unchecked'),
        checking('opened', 'preparing'),
        checking('opened', 'mergeable'),
        checking('merged', 'unchecked'),
        isChecking({ state: 'opened' }),
      ],
      [true, true, true, false, false, false],
    );
  });
});
