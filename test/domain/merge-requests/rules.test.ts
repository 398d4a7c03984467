import assert from 'node:assert/strict';
import fc from 'fast-check';
import { KNOWN_MERGE_STATUSES } from '../../../src/domain/merge-requests/merge-status';
import {
  MERGE_REQUEST_ACTIONS,
  type MergeRequestAction,
  mergeRequestActions,
  type MergeRequestFacts,
  type MergeRequestObstacle,
  type MergeRequestRoleFacts,
  obstacleToMergeRequest,
  withheldActions,
} from '../../../src/domain/merge-requests/rules';
import { DETAILED_MERGE_STATUSES, MERGE_REQUEST_STATES } from '../../../src/schemas/merge-request';

const OPEN: MergeRequestFacts = {
  state: 'opened',
  draft: false,
  detailed_merge_status: 'mergeable',
  merge_when_pipeline_succeeds: false,
  has_conflicts: false,
  rebase_in_progress: false,
  discussion_locked: false,
  sha: 'a'.repeat(40),
};

/** Obstacle to a merge for each status (server-behavior.md#detailed-merge-status). */
const MERGE: Readonly<Record<(typeof DETAILED_MERGE_STATUSES)[number], MergeRequestObstacle | undefined>> = {
  mergeable: undefined,
  checking: undefined,
  unchecked: undefined,
  blocked_status: 'blocked',
  broken_status: 'conflicts',
  ci_must_pass: 'blocked',
  ci_still_running: 'pipeline-running',
  discussions_not_resolved: 'blocked',
  draft_status: 'draft',
  external_status_checks: 'blocked',
  not_approved: 'blocked',
  not_open: undefined,
  policies_denied: 'blocked',
  tracker_association_missing: 'blocked',
};

const TABLE: readonly [
  string,
  MergeRequestAction,
  Partial<MergeRequestFacts>,
  MergeRequestObstacle | undefined,
][] = [
  ['a merged one', 'merge', { state: 'merged' }, 'merged'],
  ['a closed one', 'merge', { state: 'closed' }, 'not-open'],
  ['a locked one', 'merge', { state: 'locked' }, 'not-open'],
  ['one that the person may not merge', 'merge', { user: { can_merge: false } }, 'may-not-merge'],
  ['one that the person may not merge', 'setAutoMerge', { user: { can_merge: false } }, 'may-not-merge'],
  ['a server that does not say who may merge', 'merge', { user: {} }, undefined],
  ['one without commits', 'merge', { sha: null }, 'no-head'],
  ['one that is being rebased', 'merge', { rebase_in_progress: true }, 'rebasing'],
  ['one with conflicts, whatever its status', 'merge', { has_conflicts: true }, 'conflicts'],
  ['a status that is not known', 'merge', { detailed_merge_status: 'moon_phase' }, undefined],
  ['an older server without statuses', 'merge', { detailed_merge_status: undefined }, undefined],
  ['a branded status', 'merge', { detailed_merge_status: 'acme_association_missing' }, 'blocked'],
  ['one whose pipeline ended', 'setAutoMerge', {}, 'no-pipeline-running'],
  ['one whose pipeline runs', 'setAutoMerge', { head_pipeline: { status: 'running' } }, undefined],
  ['one that waits for CI', 'setAutoMerge', { detailed_merge_status: 'ci_still_running' }, undefined],
  [
    'one that is to merge by itself',
    'setAutoMerge',
    { merge_when_pipeline_succeeds: true, head_pipeline: { status: 'running' } },
    'auto-merge-set',
  ],
  ['one without auto-merge', 'cancelAutoMerge', {}, 'no-auto-merge'],
  ['a closed one', 'cancelAutoMerge', { state: 'closed', merge_when_pipeline_succeeds: true }, 'not-open'],
  ['one that is being rebased', 'rebase', { rebase_in_progress: true }, 'rebasing'],
  ['one with conflicts', 'rebase', { has_conflicts: true }, undefined],
  ['one with conflicts', 'resolveConflicts', { has_conflicts: true }, undefined],
  ['one without conflicts', 'resolveConflicts', {}, 'no-conflicts'],
  [
    'one whose rebase failed because of conflicts',
    'resolveConflicts',
    { merge_error: 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.' },
    undefined,
  ],
  ['a closed one', 'resolveConflicts', { state: 'closed', has_conflicts: true }, 'not-open'],
  ['an open one', 'reopen', {}, 'not-closed'],
  ['a merged one', 'reopen', { state: 'merged' }, 'not-closed'],
  ['a closed one', 'reopen', { state: 'closed' }, undefined],
  ['a draft', 'markDraft', { draft: true }, 'already-so'],
  ['one that is ready', 'markReady', {}, 'not-draft'],
  ['one approved by the person', 'approve', { approvals: { user_has_approved: true } }, 'already-so'],
  ['one whose approvals are not known', 'approve', {}, undefined],
  ['one not approved by the person', 'unapprove', { approvals: { user_has_approved: false } }, 'already-so'],
  ['one that the person is subscribed to', 'subscribe', { subscribed: true }, 'already-so'],
  ['one that a list tells nothing of', 'unsubscribe', {}, undefined],
  ['one that is locked', 'lockDiscussion', { discussion_locked: true }, 'already-so'],
  ['one that is not locked', 'unlockDiscussion', {}, 'already-so'],
  ['a merged one', 'edit', { state: 'merged' }, undefined],
  ['a merged one', 'changeTarget', { state: 'merged' }, 'merged'],
  ['a closed one', 'trackTime', { state: 'closed' }, undefined],
];

describe('merge request rules', () => {
  for (const status of DETAILED_MERGE_STATUSES) {
    const obstacle = MERGE[status];
    it(`return the obstacle to a merge with the status ${status}: ${obstacle ?? 'none'}`, () => {
      assert.equal(obstacleToMergeRequest('merge', { ...OPEN, detailed_merge_status: status }), obstacle);
    });
  }

  for (const [what, action, facts, obstacle] of TABLE) {
    it(`return the obstacle to ${action} for ${what}: ${obstacle ?? 'none'}`, () => {
      assert.equal(obstacleToMergeRequest(action, { ...OPEN, ...facts }), obstacle);
    });
  }

  it('allow only to check out the branch if the project is archived, and name no role', () => {
    const facts = { ...OPEN, archived: true, subscribed: false, access: 10, isOwn: false };
    assert.deepEqual(mergeRequestActions(facts), ['checkOut']);
    assert.deepEqual(withheldActions(facts), []);
    for (const action of MERGE_REQUEST_ACTIONS)
      assert.equal(obstacleToMergeRequest(action, facts), action === 'checkOut' ? undefined : 'archived');
  });

  it('offer approval only to users who can approve, and nothing if the server has no approvals', () => {
    const offered = (approvals: MergeRequestFacts['approvals']) =>
      mergeRequestActions({ ...OPEN, approvals }).filter((action) => /approve/.test(action));
    assert.deepEqual(offered(null), []);
    assert.deepEqual(offered({ user_can_approve: false, user_has_approved: false }), []);
    assert.deepEqual(offered({ user_can_approve: true, user_has_approved: false }), ['approve']);
    assert.deepEqual(offered({ user_can_approve: false, user_has_approved: true }), ['unapprove']);
    assert.deepEqual(offered({}), ['approve', 'unapprove'], 'an older server does not tell');
    assert.deepEqual(offered(undefined), ['approve'], 'a row of a list');
  });

  it('offer subscribing or unsubscribing only if the current state is known', () => {
    const offered = (subscribed?: boolean) =>
      mergeRequestActions({ ...OPEN, subscribed }).filter((action) => /subscribe/.test(action));
    assert.deepEqual(offered(true), ['unsubscribe']);
    assert.deepEqual(offered(false), ['subscribe']);
    assert.deepEqual(offered(), []);
    assert.equal(obstacleToMergeRequest('subscribe', OPEN), undefined, 'it may be tried');
  });

  it('offer a rebase and a merge preview only without conflicts', () => {
    const offered = mergeRequestActions({ ...OPEN, has_conflicts: true });
    assert.ok(!offered.includes('rebase') && !offered.includes('previewMerge'));
    assert.ok(mergeRequestActions(OPEN).includes('rebase'));
  });

  it('offer to resolve conflicts only to users who can push to the source branch', () => {
    const fork = { project_id: 1, source_project_id: 2 };
    const offered = (facts: MergeRequestRoleFacts) =>
      mergeRequestActions({
        ...OPEN,
        has_conflicts: true,
        project_id: 1,
        source_project_id: 1,
        ...facts,
      }).includes('resolveConflicts');
    assert.ok(offered({ access: 30 }));
    assert.ok(!offered({ access: 20, isOwn: true }), 'a reporter');
    assert.ok(offered({ ...fork, isOwn: true, access: 20 }), 'the author in their fork');
    assert.ok(!offered({ ...fork, isOwn: false, access: 30 }));
    assert.ok(offered({ ...fork, isOwn: false, access: 30, allow_collaboration: true }));
  });

  it('never offer two opposite actions', () => {
    const facts = fc.record({
      state: fc.constantFrom(...MERGE_REQUEST_STATES),
      draft: fc.boolean(),
      detailed_merge_status: fc.constantFrom(...KNOWN_MERGE_STATUSES, 'moon_phase', undefined, null),
      merge_when_pipeline_succeeds: fc.boolean(),
      has_conflicts: fc.boolean(),
      rebase_in_progress: fc.boolean(),
      discussion_locked: fc.boolean(),
      subscribed: fc.constantFrom(true, false, undefined),
      sha: fc.constantFrom('a', null),
      head_pipeline: fc.constantFrom({ status: 'running' }, { status: 'failed' }, null),
      approvals: fc.constantFrom(null, undefined, { user_has_approved: true }, { user_has_approved: false }),
    });
    const opposites: readonly [MergeRequestAction, MergeRequestAction][] = [
      ['close', 'reopen'],
      ['markDraft', 'markReady'],
      ['subscribe', 'unsubscribe'],
      ['approve', 'unapprove'],
      ['lockDiscussion', 'unlockDiscussion'],
      ['setAutoMerge', 'cancelAutoMerge'],
    ];
    fc.assert(
      fc.property(facts, (some) => {
        const offered = mergeRequestActions(some);
        for (const [one, other] of opposites) {
          assert.ok(!(offered.includes(one) && offered.includes(other)), `${one} and ${other}`);
        }
        if (some.state !== 'opened') assert.ok(!offered.includes('merge') && !offered.includes('close'));
        for (const action of offered) assert.equal(obstacleToMergeRequest(action, some), undefined);
      }),
    );
  });
});
