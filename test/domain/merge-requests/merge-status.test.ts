import assert from 'node:assert/strict';
import {
  isChecking,
  KNOWN_MERGE_STATUSES,
  knownMergeStatus,
  mergeStatusFacts,
} from '../../../src/domain/merge-requests/merge-status';
import { DETAILED_MERGE_STATUSES } from '../../../src/schemas/merge-request';

describe('merge status', () => {
  it('has facts and remedies for each documented value', () => {
    for (const status of DETAILED_MERGE_STATUSES) {
      const facts = mergeStatusFacts(status);
      assert.ok(facts !== undefined && facts.remedies.length > 0, status);
    }
    assert.equal(new Set(KNOWN_MERGE_STATUSES).size, KNOWN_MERGE_STATUSES.length);
  });

  it('lists the most helpful action first', () => {
    const first = (status: string) => mergeStatusFacts(status)?.remedies[0];
    assert.deepEqual(
      ['mergeable', 'draft_status', 'broken_status', 'ci_still_running', 'not_open', 'not_approved'].map(
        first,
      ),
      ['merge', 'markReady', 'resolveConflicts', 'setAutoMerge', 'reopen', 'approve'],
    );
  });

  it('supports the product-specific name of an issue tracker', () => {
    assert.equal(knownMergeStatus('acme_association_missing'), 'tracker_association_missing');
  });

  it('blocks the merge for statuses of newer servers', () => {
    for (const status of ['security_policy_pipeline_check', 'need_rebase_merge_train'])
      assert.equal(mergeStatusFacts(status)?.readiness, 'blocked', status);
  });

  it('is undefined if it is unknown or missing', () => {
    for (const status of ['moon_phase', '', 'constructor', null, undefined]) {
      assert.equal(mergeStatusFacts(status), undefined);
    }
  });

  it('is being checked only while an open merge request is tested', () => {
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
