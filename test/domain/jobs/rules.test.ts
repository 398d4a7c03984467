import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  allowedActions,
  artifactOffers,
  type JobAction,
  obstacleTo,
  statusesFor,
  withActionStatus,
} from '../../../src/domain/jobs/rules';
import {
  groupStatus,
  isActive,
  isEnded,
  isLive,
  severity,
  statusMark,
  worst,
} from '../../../src/domain/jobs/status';
import { JOB_STATUSES, type JobStatus } from '../../../src/schemas/job';

/**
 * The actions that the API (server-behavior.md#job-actions) allows or that follow from the status. `live`:
 * the status changes without user action.
 */
const TABLE: [status: JobStatus, actions: JobAction[], live: boolean, ended: boolean][] = [
  ['created', ['cancel'], true, false],
  ['pending', ['cancel'], true, false],
  ['preparing', ['cancel'], true, false],
  ['waiting_for_resource', ['cancel'], true, false],
  ['waiting_for_callback', ['cancel'], true, false],
  ['scheduled', ['runNow', 'unschedule', 'cancel'], true, false],
  ['manual', ['play'], false, false],
  ['running', ['cancel'], true, false],
  ['canceling', ['forceCancel'], true, false],
  ['canceled', ['retry', 'erase'], false, true],
  ['success', ['retry', 'erase'], false, true],
  ['failed', ['retry', 'erase'], false, true],
  ['skipped', [], false, true],
];

describe('job rules', () => {
  it('cover every documented status', () => {
    assert.deepEqual(
      TABLE.map(([status]) => status),
      [...JOB_STATUSES],
    );
  });

  for (const [status, actions, live, ended] of TABLE) {
    it(`offer, for a job that is ${status}: ${actions.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(allowedActions({ status, archived: false }, 'job'), actions);
      assert.equal(isLive(status), live);
      assert.equal(isEnded(status), ended);
    });
  }

  it('offer everything except erasing for an archived job', () => {
    for (const [status, actions] of TABLE)
      assert.deepEqual(
        allowedActions({ status, archived: true }, 'job'),
        actions.filter((action) => action !== 'erase'),
        status,
      );
  });

  it('return the obstacle for each action', () => {
    const over = { status: 'success', archived: false };
    assert.equal(obstacleTo('cancel', over, 'job'), 'status');
    assert.equal(obstacleTo('erase', { ...over, archived: true }, 'job'), 'archived');
    assert.equal(obstacleTo('erase', { ...over, erased_at: '2026-01-01T00:00:00Z' }, 'job'), 'erased');
    assert.equal(obstacleTo('retry', { ...over, erased_at: '2026-01-01T00:00:00Z' }, 'job'), undefined);
    assert.equal(obstacleTo('erase', over, 'bridge'), 'trigger');
    assert.equal(obstacleTo('erase', { ...over, erased_at: null }, 'job'), undefined);
  });

  it("show a job as canceling during the request, and don't change it for other actions", () => {
    assert.equal(withActionStatus({ status: 'running' }, 'cancel').status, 'canceling');
    for (const action of ['retry', 'play', 'erase', undefined] as const)
      assert.equal(withActionStatus({ status: 'failed' }, action).status, 'failed');
  });

  it('offer artifacts while they exist, and keeping them if they expire', () => {
    const now = Date.parse('2026-11-05T12:00:00Z');
    const page = { web_url: 'https://host/g/p/-/jobs/1' };
    const archive = { ...page, artifacts: [{ file_type: 'archive' }] };
    assert.deepEqual(artifactOffers(page, now), []);
    assert.deepEqual(artifactOffers({ ...page, artifacts: [{ file_type: 'trace' }] }, now), []);
    assert.deepEqual(artifactOffers(archive, now), ['artifacts']);
    assert.deepEqual(artifactOffers({ ...archive, artifacts_expire_at: '2026-11-06T12:00:00Z' }, now), [
      'artifacts',
      'keep',
    ]);
    assert.deepEqual(artifactOffers({ ...archive, artifacts_expire_at: '2026-11-04T12:00:00Z' }, now), []);
    assert.deepEqual(artifactOffers({ ...archive, web_url: null }, now), []);
  });

  it('offer no cancel for a trigger job', () => {
    const offered = new Set(
      JOB_STATUSES.flatMap((status) => allowedActions({ status, archived: false }, 'bridge')),
    );
    assert.deepEqual([...offered].sort(), ['play', 'retry']);
  });

  it('offer nothing for an unknown status, without an error', () => {
    assert.deepEqual(allowedActions({ status: 'dreaming', archived: false }, 'job'), []);
    assert.equal(statusMark({ status: 'dreaming' }), 'unknown');
  });

  it('keep watching jobs and pipelines with a status of newer servers for an hour', () => {
    const unknown = fc.oneof(
      fc.constant('waiting_for_callback'),
      fc.string({ minLength: 1 }).filter((status) => !JOB_STATUSES.some((known) => known === status)),
    );
    fc.assert(
      fc.property(unknown, (status) => {
        assert.deepEqual([isLive(status), isEnded(status)], [true, false]);
        const item = { status, updated_at: new Date(0).toISOString() };
        assert.deepEqual([isActive(item, 3_599_000), isActive(item, 3_600_000)], [true, false]);
      }),
    );
  });

  it('return the statuses that offer an action', () => {
    assert.deepEqual(statusesFor('retry'), ['canceled', 'success', 'failed']);
    assert.deepEqual(statusesFor('play'), ['manual']);
    assert.ok(!statusesFor('cancel').includes('waiting_for_callback'), 'older servers refuse it');
  });
});

describe('status of a group', () => {
  const groupOf = (...statuses: string[]): string | undefined =>
    groupStatus(statuses.map((status) => ({ status })))?.status;

  it('is that of a job that runs or will run soon, before failures', () => {
    assert.equal(groupOf('failed', 'success', 'running', 'pending'), 'running');
    for (const status of [
      'canceling',
      'preparing',
      'pending',
      'waiting_for_resource',
      'waiting_for_callback',
    ])
      assert.equal(groupOf('failed', status, 'canceled'), status);
  });

  it('is the most severe one otherwise, also while other jobs wait for earlier ones', () => {
    assert.equal(groupOf('success', 'failed', 'created', 'manual', 'scheduled'), 'failed');
    assert.equal(groupOf('success', 'manual'), 'manual');
    assert.equal(groupOf(), undefined);
  });
});

describe('worst status', () => {
  const worstOf = (...statuses: string[]): string | undefined =>
    worst(statuses.map((status) => ({ status })))?.status;

  it('is a failure before all others', () => {
    assert.equal(worstOf('success', 'failed', 'running'), 'failed');
  });
  it('is running before waiting, and waiting before passed', () => {
    assert.equal(worstOf('success', 'pending', 'running'), 'running');
    assert.equal(worstOf('success', 'created'), 'created');
    assert.equal(worstOf('skipped', 'success'), 'success');
  });
  it('ranks an allowed failure just above a success', () => {
    assert.equal(statusMark({ status: 'failed', allow_failure: true }), 'warning');
    const allowed = { status: 'failed', allow_failure: true };
    assert.equal(worst([{ status: 'success' }, allowed]), allowed);
    assert.ok(severity(allowed) < severity({ status: 'manual' }));
  });
  it('is undefined for an empty list', () => {
    assert.equal(worst<{ status: string }>([]), undefined);
  });
});

describe('active jobs and pipelines', () => {
  const now = Date.parse('2026-11-05T12:00:00Z');
  it('are live and changed within the last hour', () => {
    assert.equal(isActive({ status: 'running', updated_at: '2026-11-05T11:30:00Z' }, now), true);
    assert.equal(isActive({ status: 'running', updated_at: '2026-11-05T10:30:00Z' }, now), false);
    assert.equal(isActive({ status: 'success', updated_at: '2026-11-05T11:59:00Z' }, now), false);
  });
  it('are live if the time is unknown', () => {
    assert.equal(isActive({ status: 'pending' }, now), true);
  });
});
