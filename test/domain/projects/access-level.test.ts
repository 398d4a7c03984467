import assert from 'node:assert/strict';
import { allowedActions, JOB_ACTIONS } from '../../../src/domain/jobs/rules';
import { isOwn, mergeRequestActions, withheldActions } from '../../../src/domain/merge-requests/rules';
import { pipelineActions } from '../../../src/domain/pipelines/rules';
import { type AccessLevel, accessLevelOf, roleOf } from '../../../src/domain/projects/access-level';

const [GUEST, REPORTER, DEVELOPER, MAINTAINER] = [10, 20, 30, 40];
const member = (level: number) => ({ access_level: level });

describe('access level in a project', () => {
  for (const [what, permissions, level] of [
    ['the level in the project', { project_access: member(30), group_access: null }, 30],
    ['the level in the group', { project_access: null, group_access: member(20) }, 20],
    ['the higher of both', { project_access: member(20), group_access: member(40) }, 40],
    ['unknown for somebody who is no direct member', { project_access: null, group_access: null }, undefined],
    ['unknown without a number', { project_access: { access_level: null } }, undefined],
    ['unknown where the server tells nothing', undefined, undefined],
  ] as const) {
    it(`is ${what}`, () => {
      assert.equal(accessLevelOf({ permissions }), level);
    });
  }

  it('is archived for every role in an archived project', () => {
    const permissions = { project_access: member(50), group_access: null };
    assert.equal(accessLevelOf({ permissions, archived: true }), 'archived');
    assert.equal(accessLevelOf({ permissions: undefined, archived: true }), 'archived');
    assert.equal(accessLevelOf({ permissions, archived: false }), 50);
  });

  it('maps to a role, also between two roles', () => {
    assert.deepEqual([5, 10, 15, 20, 25, 30, 50, 60].map(roleOf), [
      undefined,
      'guest',
      'planner',
      'reporter',
      'reporter',
      'developer',
      'owner',
      'owner',
    ]);
  });
});

describe('actions offered to a role', () => {
  /** All actions that are offered in any status. */
  const jobActions = (access: AccessLevel) =>
    JOB_ACTIONS.filter((action) =>
      ['manual', 'scheduled', 'running', 'canceling', 'failed'].some((status) =>
        allowedActions({ status, archived: false }, 'job', access).includes(action),
      ),
    );

  for (const [level, actions] of [
    [undefined, ['retry', 'play', 'runNow', 'unschedule', 'cancel', 'forceCancel', 'erase']],
    ['archived', []],
    ['read-only-token', []],
    [GUEST, []],
    // Reporters may be allowed to deploy to an environment.
    [REPORTER, ['play', 'runNow']],
    [DEVELOPER, ['retry', 'play', 'runNow', 'unschedule', 'cancel', 'erase']],
    [MAINTAINER, ['retry', 'play', 'runNow', 'unschedule', 'cancel', 'forceCancel', 'erase']],
  ] as const) {
    it(`are, for jobs with the level ${level ?? 'unknown'}: ${actions.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(jobActions(level), actions);
      const whole =
        level === undefined || (typeof level === 'number' && level >= DEVELOPER)
          ? ['retryFailed', 'cancelAll']
          : [];
      assert.deepEqual(pipelineActions('running', level), whole);
    });
  }

  const request = {
    state: 'opened',
    draft: false,
    detailed_merge_status: 'mergeable',
    merge_when_pipeline_succeeds: false,
    has_conflicts: false,
    rebase_in_progress: false,
    discussion_locked: false,
    sha: 'a'.repeat(40),
    project_id: 1,
    source_project_id: 1,
    approvals: null,
  };
  const CHANGES = [
    'merge',
    'rebase',
    'close',
    'markDraft',
    'createPipeline',
    'edit',
    'changeTarget',
    'lockDiscussion',
    'trackTime',
  ];

  for (const [what, facts, withheld] of [
    ['an unknown role', { isOwn: false }, []],
    ['a developer', { access: DEVELOPER, isOwn: false }, []],
    ['a reporter', { access: REPORTER, isOwn: false }, CHANGES],
    [
      'a reporter who is its author',
      { access: REPORTER, isOwn: true },
      ['merge', 'rebase', 'createPipeline'],
    ],
    ['a reporter whose user name is unknown', { access: REPORTER }, ['merge', 'rebase', 'createPipeline']],
    ['its author in a fork', { access: REPORTER, isOwn: true, source_project_id: 9 }, ['merge']],
    [
      'a reporter who the server says can merge',
      { access: REPORTER, isOwn: true, user: { can_merge: true } },
      ['rebase', 'createPipeline'],
    ],
  ] as const) {
    it(`leave out, for merge requests and ${what}: ${withheld.join(', ') || 'nothing'}`, () => {
      const all = { ...request, ...facts };
      const offered = mergeRequestActions(all);
      assert.deepEqual(withheldActions(all), withheld);
      assert.deepEqual(
        offered.filter((action) => withheld.some((each) => each === action)),
        [],
      );
      assert.ok(offered.includes('addTodo') && offered.includes('checkOut'));
      assert.deepEqual(
        [...offered, ...withheld].sort(),
        [...mergeRequestActions({ ...all, access: undefined })].sort(),
      );
    });
  }

  it('depend on whether the user is the author or an assignee', () => {
    const people = { author: { username: 'ada' }, assignees: [{ username: 'bo' }] };
    assert.deepEqual(
      [isOwn(people, 'ada'), isOwn(people, 'bo'), isOwn(people, 'cy'), isOwn(people, undefined)],
      [true, true, false, undefined],
    );
  });
});
