import assert from 'node:assert/strict';
import {
  allowedActions,
  artifactOffers,
  type JobAction,
  obstacleTo,
  statusesFor,
  whileDoing,
} from '../../../src/domain/jobs/rules';
import { isEnded, isLive, isMoving, severity, statusMark, worst } from '../../../src/domain/jobs/status';
import { JOB_STATUSES, type JobStatus } from '../../../src/schemas/job';

/**
 * Row by row what the API (server-behavior.md#job-actions) allows or leaves to the status' meaning; live: changes
 * without anybody acting.
 */
const TABLE: [status: JobStatus, actions: JobAction[], live: boolean, ended: boolean][] = [
  ['created', ['cancel'], true, false],
  ['pending', ['cancel'], true, false],
  ['preparing', ['cancel'], true, false],
  ['waiting_for_resource', ['cancel'], true, false],
  ['scheduled', ['cancel'], true, false],
  ['manual', ['play'], false, false],
  ['running', ['cancel'], true, false],
  ['canceling', ['forceCancel'], true, false],
  ['canceled', ['retry', 'erase'], false, true],
  ['success', ['retry', 'erase'], false, true],
  ['failed', ['retry', 'erase'], false, true],
  ['skipped', [], false, true],
];

describe('rules of a job', () => {
  it('cover every status of the document', () => {
    assert.deepEqual(
      TABLE.map(([status]) => status),
      [...JOB_STATUSES],
    );
  });

  for (const [status, actions, live, ended] of TABLE) {
    it(`a job that is ${status} offers ${actions.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(allowedActions({ status, archived: false }, 'job'), actions);
      assert.equal(isLive(status), live);
      assert.equal(isEnded(status), ended);
    });
  }

  it('an archived job offers everything but erasing', () => {
    for (const [status, actions] of TABLE)
      assert.deepEqual(
        allowedActions({ status, archived: true }, 'job'),
        actions.filter((action) => action !== 'erase'),
        status,
      );
  });

  it('tells what stands in the way: each obstacle has a sentence of its own', () => {
    const over = { status: 'success', archived: false };
    assert.equal(obstacleTo('cancel', over, 'job'), 'status');
    assert.equal(obstacleTo('erase', { ...over, archived: true }, 'job'), 'archived');
    assert.equal(obstacleTo('erase', { ...over, erased_at: '2026-01-01T00:00:00Z' }, 'job'), 'erased');
    assert.equal(obstacleTo('retry', { ...over, erased_at: '2026-01-01T00:00:00Z' }, 'job'), undefined);
    assert.equal(obstacleTo('erase', over, 'bridge'), 'trigger');
    assert.equal(obstacleTo('erase', { ...over, erased_at: null }, 'job'), undefined);
  });

  it('is shown as canceling at once while it is canceled, and as it is while anything else is done', () => {
    assert.equal(whileDoing({ status: 'running' }, 'cancel').status, 'canceling');
    for (const action of ['retry', 'play', 'erase', undefined] as const)
      assert.equal(whileDoing({ status: 'failed' }, action).status, 'failed');
  });

  it('offers its artifacts while there are some, and to keep those that expire', () => {
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

  it('a trigger job offers no cancel', () => {
    const offered = new Set(
      JOB_STATUSES.flatMap((status) => allowedActions({ status, archived: false }, 'bridge')),
    );
    assert.deepEqual([...offered].sort(), ['play', 'retry']);
  });

  it('a status that a newer server invented offers nothing and is no failure', () => {
    assert.deepEqual(allowedActions({ status: 'dreaming', archived: false }, 'job'), []);
    assert.equal(statusMark({ status: 'dreaming' }), 'unknown');
    assert.equal(isLive('dreaming'), false);
    assert.equal(isEnded('dreaming'), false);
  });

  it('asks a server for jobs in just the statuses that offer the action', () => {
    assert.deepEqual(statusesFor('retry'), ['canceled', 'success', 'failed']);
    assert.deepEqual(statusesFor('play'), ['manual']);
  });
});

describe('the worst of several', () => {
  const worstOf = (...statuses: string[]): string | undefined =>
    worst(statuses.map((status) => ({ status })))?.status;

  it('is a failure before all else', () => {
    assert.equal(worstOf('success', 'failed', 'running'), 'failed');
  });
  it('is what runs before what waits, and what waits before what passed', () => {
    assert.equal(worstOf('success', 'pending', 'running'), 'running');
    assert.equal(worstOf('success', 'created'), 'created');
    assert.equal(worstOf('skipped', 'success'), 'success');
  });
  it('counts a failure that is allowed as little more than a success', () => {
    assert.equal(statusMark({ status: 'failed', allow_failure: true }), 'warning');
    const allowed = { status: 'failed', allow_failure: true };
    assert.equal(worst([{ status: 'success' }, allowed]), allowed);
    assert.ok(severity(allowed) < severity({ status: 'manual' }));
  });
  it('is nothing for nothing', () => {
    assert.equal(worst<{ status: string }>([]), undefined);
  });
});

describe('what moves', () => {
  const now = Date.parse('2026-11-05T12:00:00Z');
  it('is live and did something within the hour', () => {
    assert.equal(isMoving({ status: 'running', updated_at: '2026-11-05T11:30:00Z' }, now), true);
    assert.equal(isMoving({ status: 'running', updated_at: '2026-11-05T10:30:00Z' }, now), false);
    assert.equal(isMoving({ status: 'success', updated_at: '2026-11-05T11:59:00Z' }, now), false);
  });
  it('is live where no time is known', () => {
    assert.equal(isMoving({ status: 'pending' }, now), true);
  });
});
