import assert from 'node:assert/strict';
import { runnersOf, waitReason } from '../../../src/domain/jobs/waiting';
import { aJob } from '../../builders/jobs';

const now = Date.parse('2026-11-05T12:00:00Z');
const runner = { id: 1, status: 'online' };

describe('reason why a job waits', () => {
  const waiting = aJob({ id: 9, status: 'pending', queued_duration: 120, tag_list: ['linux', 'gpu'] });

  it('is not determined in the first minute', () => {
    const fresh = aJob({ status: 'pending', queued_duration: 20, tag_list: ['gpu'] });
    assert.equal(waitReason(fresh, { runners: () => [], now }), undefined);
  });

  it('is the scheduled time of a delayed job, if it is known', () => {
    const delayed = aJob({ status: 'scheduled' });
    const at = now + 720_000;
    assert.deepEqual(waitReason(delayed, { runners: () => [], now, scheduledAt: () => at }), {
      why: 'delayed',
      at,
    });
    assert.equal(waitReason(delayed, { runners: () => [], now }), undefined);
  });

  it('is the name of a tag that no runner of other jobs has', () => {
    const others = [
      aJob({ tag_list: ['linux'], runner }),
      aJob({ tag_list: ['gpu'] }),
      aJob({ tag_list: ['gpu'], runner: { id: 2, status: 'offline' } }),
    ];
    assert.deepEqual(waitReason(waiting, { runners: () => runnersOf(others), now }), {
      why: 'no-runner',
      tags: ['gpu'],
    });
  });

  it('contains all tags if each has a runner, but no runner has all of them', () => {
    const others = [
      aJob({ tag_list: ['linux'], runner }),
      aJob({ tag_list: ['gpu'], runner: { id: 2, status: 'online' } }),
    ];
    assert.deepEqual(waitReason(waiting, { runners: () => runnersOf(others), now }), {
      why: 'no-runner',
      tags: ['linux', 'gpu'],
    });
  });

  it('is the queue if a runner matches or if the job has no tags', () => {
    const others = [aJob({ tag_list: ['gpu', 'linux', 'fast'], runner })];
    assert.deepEqual(waitReason(waiting, { runners: () => runnersOf(others), now }), { why: 'queue' });
    const bySteps = [aJob({ tag_list: ['linux'], runner }), aJob({ tag_list: ['gpu'], runner })];
    assert.deepEqual(
      waitReason(waiting, { runners: () => runnersOf(bySteps), now }),
      { why: 'queue' },
      'one runner took both',
    );
    const any = aJob({ status: 'pending', created_at: '2026-11-05T11:00:00Z' });
    assert.deepEqual(waitReason(any, { runners: () => [], now }), { why: 'queue' });
  });

  it('is a resource group, a manual action, or an offline runner', () => {
    const none = () => [];
    assert.deepEqual(waitReason(aJob({ status: 'waiting_for_resource' }), { runners: none, now }), {
      why: 'resource',
    });
    assert.deepEqual(waitReason(aJob({ status: 'manual' }), { runners: none, now }), { why: 'manual' });
    const lost = aJob({ status: 'running', runner: { id: 2, status: 'offline' } });
    assert.deepEqual(waitReason(lost, { runners: none, now }), { why: 'offline' });
    assert.equal(waitReason(aJob({ status: 'running', runner }), { runners: none, now }), undefined);
    assert.equal(waitReason(aJob({ status: 'success' }), { runners: none, now }), undefined);
  });
});
