import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import {
  erasedNotice,
  failedNotice,
  noLogNotice,
  noLogYetNotice,
  WINDOW_WORDS,
} from '../../../src/presentation/logs/notices';
import {
  failedStatus,
  followingStatus,
  keptStatus,
  newerStatus,
  notFollowingStatus,
  partStatus,
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

describe('what the status bar says of a log', () => {
  it('says whether the editor follows, and what a click does', () => {
    assert.match(followingStatus({ ...job, status: 'running' }).text, /Following .* \(running\)$/);
    assert.match(notFollowingStatus({ ...job, status: 'running' }).text, /Not following/);
  });

  it('tells the age of a log that its server could not confirm, and why', () => {
    const at = NOW - 3 * 3_600_000;
    const status = keptStatus(job, at, unreachable, NOW);
    assert.match(status.text, /· as of 3 hr ago$/);
    assert.match(
      status.tooltip,
      /^Stored on this computer since .*2026.*\nCouldn't connect to git\.example\.com: connection refused\.\nClick/,
    );
    assert.equal(status.click, 'reload');
    const confirmed = keptStatus(job, at, undefined, NOW);
    assert.doesNotMatch(confirmed.text, /as of/);
    assert.match(confirmed.tooltip, /Stored on this computer since/);
  });

  it('tells how much is here, how much is left out, and of a newer attempt', () => {
    assert.match(readingStatus(job, 12_300_000).text, /Loading .* \(12\.3 MB\)$/);
    assert.match(partStatus(job, 230_000_000).text, /· 230 MB omitted$/);
    assert.match(newerStatus(job, 5013).text, /was retried \(#5013\)$/);
    assert.match(
      failedStatus('unit', unreachable, { begun: true }).text,
      /^\$\(error\) Log of unit incomplete$/,
    );
    assert.match(
      failedStatus('unit', unreachable, { begun: false }).text,
      /^\$\(error\) Couldn't load log of unit$/,
    );
  });

  it('shows no icon that a job’s name holds', () => {
    for (const { text } of [partStatus(job, 1), newerStatus(job, 1), readingStatus(job, 1)])
      assert.doesNotMatch(text, /\$\(bug\)/);
  });
});

describe('what stands in place of a log', () => {
  it('says why a job has written nothing yet', () => {
    assert.match(noLogYetNotice({ name: 'deploy', status: 'manual' }), /must be started manually/);
    assert.match(noLogYetNotice({ name: 'test', status: 'pending' }), /Waiting for a runner/);
    assert.match(noLogNotice({ name: 'test', status: 'skipped' }), /^test has no log\. Status: skipped\.$/);
    assert.match(noLogNotice({ name: 'test', status: 'success' }), /the log is no longer on\sthe\sserver/);
  });

  it('says why a job failed that left no log', () => {
    const stuck = { name: 'ios-build', status: 'failed', failure_reason: 'stuck_or_timeout_failure' };
    assert.match(noLogNotice(stuck), /^ios-build has no log\. Status: failed, stuck or timeout failure\.\n/);
  });

  it('says when a log was erased, and what is left out of a large one', () => {
    assert.match(erasedNotice({ name: 'test', status: 'failed', erased_at: '2026-11-05T12:00:00Z' }), /2026/);
    assert.equal(WINDOW_WORDS.between(5_000_000), '— 5 MB omitted. Run "Show Next Part of Log" —');
    assert.equal(WINDOW_WORDS.before(5_000_000), '— First 5 MB omitted. Run "Reload Log" to show it —');
  });

  it('tells an erased log from one that went with expired artifacts, and claims nothing that is not known', () => {
    const job = { name: 'test', status: 'failed', erased_at: '2026-11-05T12:00:00Z' };
    const before = erasedNotice({ ...job, artifacts_expire_at: '2026-11-06T12:00:00Z' });
    assert.match(before, /A user erased it together with the job's artifacts/);
    assert.match(before, /hadn't\sexpired/);
    const after = erasedNotice({ ...job, artifacts_expire_at: '2026-11-04T12:00:00Z' });
    assert.match(after, /expired on Nov.*2026/s);
    assert.doesNotMatch(after, /user erased/);
    for (const unknown of [
      job,
      { ...job, artifacts_expire_at: null },
      { ...job, artifacts_expire_at: 'soon' },
    ])
      assert.match(erasedNotice(unknown), /doesn't report whether a user erased it/);
  });

  it('tells that artifacts have expired where a job that ran has no log', () => {
    const job = { name: 'test', status: 'success', artifacts_expire_at: '2020-01-01T12:00:00Z' };
    assert.match(noLogNotice(job), /artifacts expired on .*2020/s);
    assert.doesNotMatch(noLogNotice({ ...job, artifacts_expire_at: '2999-01-01T12:00:00Z' }), /expired/);
  });

  it('is not cut off where the editor is narrow', () => {
    const job = { name: 'test', status: 'waiting_for_resource', erased_at: '2026-11-05T12:00:00Z' };
    const notices = [
      noLogYetNotice(job),
      noLogNotice(job),
      erasedNotice(job),
      failedNotice('test', new ApiError({ kind: 'forbidden', endpoint: 'getJobTrace', host: 'host' })),
      failedNotice('test', new ApiError({ kind: 'timeout', endpoint: 'getJobTrace', host: 'host' })),
      WINDOW_WORDS.before(999_900_000),
      WINDOW_WORDS.between(999_900_000),
    ];
    for (const line of notices.flatMap((notice) => notice.split('\n'))) assert.ok(line.length <= 70, line);
  });
});
