import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import {
  erasedNotice,
  failedNotice,
  noLogNotice,
  noLogYetNotice,
  WINDOW_NOTICES,
} from '../../../src/presentation/logs/notices';
import {
  failedStatus,
  followingStatus,
  keptStatus,
  newerStatus,
  noOutputText,
  notFollowingStatus,
  partStatus,
  problemPosition,
  readingStatus,
} from '../../../src/presentation/logs/status';

const job = { name: 'unit $(bug)', status: 'failed', allow_failure: false };
const NOW = Date.UTC(2026, 10, 5, 12);
const unreachable = new ApiError({
  kind: 'network',
  endpoint: 'GET /x',
  host: 'git.example.com',
  detail: 'ECONNREFUSED',
});

describe('status bar item of a job log', () => {
  it('shows the severity of the problem at the cursor, otherwise the most severe one', () => {
    const texts = [0, 1, -1].map((at) => problemPosition(at, ['info', 'warning', 'warning']).text);
    assert.deepEqual(texts, [
      '$(info) Problem 1 of 3',
      '$(warning) Problem 2 of 3',
      '$(warning) 3 problems in log',
    ]);
    assert.equal(problemPosition(-1, ['warning', 'error']).text, '$(error) 2 problems in log');
  });

  it('shows whether the editor follows the log, and the action of a click', () => {
    assert.match(followingStatus({ ...job, status: 'running' }).text, /Following .* \(running\)$/);
    assert.match(notFollowingStatus({ ...job, status: 'running' }).text, /Not following/);
    const silent = noOutputText(1_000_000, 1_000_000 + 3 * 60_000);
    assert.match(
      followingStatus({ ...job, status: 'running' }, silent).text,
      /Following .* \(running · no output for 3 min\)$/,
    );
    assert.equal(noOutputText(1_000_000, 1_059_000), undefined);
    assert.equal(noOutputText(undefined, 1_000_000), undefined);
  });

  it("shows the age of a stored log that couldn't be refreshed, and the reason", () => {
    const at = NOW - 3 * 3_600_000;
    const status = keptStatus(job, at, unreachable, NOW);
    assert.match(status.text, /· as of 3 hours ago$/);
    assert.match(
      status.tooltip,
      /^Stored for offline use since .*2026.*\nCouldn't connect to git\.example\.com: connection refused\.\nClick/,
    );
    assert.equal(status.click, 'reload');
    const confirmed = keptStatus(job, at, undefined, NOW);
    assert.doesNotMatch(confirmed.text, /as of/);
    assert.match(confirmed.tooltip, /Stored for offline use since/);
  });

  it('shows the loaded and the omitted size, and a newer attempt', () => {
    assert.match(readingStatus(job, 12_300_000).text, /Loading .* \(12\.3 MB\)$/);
    assert.match(partStatus(job, 230_000_000).text, /· 230 MB omitted$/);
    assert.match(newerStatus(job, 5013).text, /was retried \(#5013\)$/);
    assert.match(
      failedStatus('unit', unreachable, { isPartial: true }).text,
      /^\$\(error\) Log of unit incomplete$/,
    );
    assert.match(
      failedStatus('unit', unreachable, { isPartial: false }).text,
      /^\$\(error\) Couldn't load log of unit$/,
    );
  });

  it("escapes icons in the job's name", () => {
    for (const { text } of [partStatus(job, 1), newerStatus(job, 1), readingStatus(job, 1)])
      assert.doesNotMatch(text, /\$\(bug\)/);
  });
});

describe('notice instead of a job log', () => {
  it('explains why a job has no log yet', () => {
    assert.match(noLogYetNotice({ name: 'deploy', status: 'manual' }), /must be started manually/);
    assert.match(noLogYetNotice({ name: 'test', status: 'pending' }), /Waiting for a runner/);
    assert.match(noLogNotice({ name: 'test', status: 'skipped' }), /^test has no log\. Status: skipped\.$/);
    assert.match(noLogNotice({ name: 'test', status: 'success' }), /the log is no longer on\sthe\sserver/);
  });

  it('explains why a job without a log failed', () => {
    const stuck = { name: 'ios-build', status: 'failed', failure_reason: 'stuck_or_timeout_failure' };
    assert.match(noLogNotice(stuck), /^ios-build has no log\. Status: failed, stuck or timeout failure\.\n/);
  });

  it('shows when a log was erased, and the omitted size of a large log', () => {
    assert.match(erasedNotice({ name: 'test', status: 'failed', erased_at: '2026-11-05T12:00:00Z' }), /2026/);
    assert.equal(WINDOW_NOTICES.between(5_000_000), '— 5 MB omitted. Run "Show Next Part of Log" —');
    assert.equal(WINDOW_NOTICES.before(5_000_000), '— First 5 MB omitted. Run "Reload Log" to show it —');
  });

  it('states that a user erased a log only if the server reports the time', () => {
    const job = { name: 'test', status: 'failed' };
    assert.match(
      erasedNotice({ ...job, erased_at: '2026-11-05T12:00:00Z' }),
      /was erased on Nov.*2026.*A user erased it together with the job's\sartifacts/s,
    );
    assert.doesNotMatch(erasedNotice(job), /user/);
  });

  it('shows that artifacts have expired if a finished job has no log', () => {
    const job = { name: 'test', status: 'success', artifacts_expire_at: '2020-01-01T12:00:00Z' };
    assert.match(noLogNotice(job), /artifacts expired on .*2020/s);
    assert.doesNotMatch(noLogNotice({ ...job, artifacts_expire_at: '2999-01-01T12:00:00Z' }), /expired/);
  });

  it('fits in a narrow editor', () => {
    const job = { name: 'test', status: 'waiting_for_resource', erased_at: '2026-11-05T12:00:00Z' };
    const notices = [
      noLogYetNotice(job),
      noLogNotice(job),
      erasedNotice(job),
      failedNotice('test', new ApiError({ kind: 'forbidden', endpoint: 'getJobTrace', host: 'host' })),
      failedNotice('test', new ApiError({ kind: 'timeout', endpoint: 'getJobTrace', host: 'host' })),
      WINDOW_NOTICES.before(999_900_000),
      WINDOW_NOTICES.between(999_900_000),
    ];
    for (const line of notices.flatMap((notice) => notice.split('\n'))) assert.ok(line.length <= 70, line);
  });
});
