import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import {
  erasedNotice,
  failedNotice,
  noLogNotice,
  WINDOW_WORDS,
} from '../../../src/presentation/logs/notices';
import {
  failedStatus,
  followingStatus,
  keptStatus,
  newerStatus,
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
    assert.match(followingStatus({ ...job, status: 'running' }, true).text, /Following .* \(running\)$/);
    assert.match(followingStatus({ ...job, status: 'running' }, false).text, /Not following/);
  });

  it('tells the age of a log that its server could not confirm, and why', () => {
    const at = NOW - 3 * 3_600_000;
    const status = keptStatus(job, at, unreachable, NOW);
    assert.match(status.text, /· as of 3 hr ago$/);
    assert.match(
      status.tooltip,
      /^Kept on this computer since .*2026.*Nothing answers at git\.example\.com\. Click/,
    );
    assert.equal(status.click, 'reload');
    const confirmed = keptStatus(job, at, undefined, NOW);
    assert.doesNotMatch(confirmed.text, /as of/);
    assert.match(confirmed.tooltip, /Kept on this computer since/);
  });

  it('tells how much is here, how much is left out, and of a newer attempt', () => {
    assert.match(readingStatus(job, 12_300_000).text, /Reading .*, 12\.3 MB$/);
    assert.match(partStatus(job, 230_000_000).text, /· 230 MB left out$/);
    assert.match(newerStatus(job, 5013).text, /was retried: #5013$/);
    assert.match(failedStatus('unit', unreachable, true).text, /not complete$/);
    assert.match(failedStatus('unit', unreachable, false).text, /not read$/);
  });

  it('shows no icon that a job’s name holds', () => {
    for (const { text } of [partStatus(job, 1), newerStatus(job, 1), readingStatus(job, 1)])
      assert.doesNotMatch(text, /\$\(bug\)/);
  });
});

describe('what stands in place of a log', () => {
  it('says why a job has written nothing yet', () => {
    assert.match(noLogNotice({ name: 'deploy', status: 'manual' }, true), /waits for somebody to play it/);
    assert.match(noLogNotice({ name: 'test', status: 'pending' }, true), /waits for a runner/);
    assert.match(
      noLogNotice({ name: 'test', status: 'skipped' }, false),
      /^test has no log\. Its status is skipped\.$/,
    );
    assert.match(noLogNotice({ name: 'test', status: 'success' }, false), /the server no longer has it/);
  });

  it('says why a job failed that left no log', () => {
    const stuck = { name: 'ios-build', status: 'failed', failure_reason: 'stuck_or_timeout_failure' };
    assert.match(
      noLogNotice(stuck, false),
      /^ios-build has no log\. Its status is failed, stuck or timed out\.\n/,
    );
  });

  it('says when a log was erased, and what is left out of a large one', () => {
    assert.match(erasedNotice({ name: 'test', status: 'failed', erased_at: '2026-11-05T12:00:00Z' }), /2026/);
    assert.equal(WINDOW_WORDS.between(5_000_000), '— 5 MB left out: "Show the Next Part of the Log" —');
    assert.equal(WINDOW_WORDS.before(5_000_000), '— The first 5 MB left out: "Reload Log" shows them —');
  });

  it('tells an erased log from one that went with expired artifacts, and claims nothing that is not known', () => {
    const job = { name: 'test', status: 'failed', erased_at: '2026-11-05T12:00:00Z' };
    const before = erasedNotice({ ...job, artifacts_expire_at: '2026-11-06T12:00:00Z' });
    assert.match(before, /A user erased it with the job’s artifacts/);
    assert.match(before, /had not expired/);
    const after = erasedNotice({ ...job, artifacts_expire_at: '2026-11-04T12:00:00Z' });
    assert.match(after, /expired on Nov.*2026/s);
    assert.doesNotMatch(after, /user erased/);
    for (const unknown of [
      job,
      { ...job, artifacts_expire_at: null },
      { ...job, artifacts_expire_at: 'soon' },
    ])
      assert.match(erasedNotice(unknown), /doesn’t tell whether a user erased it/);
  });

  it('tells that artifacts have expired where a job that ran has no log', () => {
    const job = { name: 'test', status: 'success', artifacts_expire_at: '2020-01-01T12:00:00Z' };
    assert.match(noLogNotice(job, false), /artifacts expired on .*2020/s);
    assert.doesNotMatch(
      noLogNotice({ ...job, artifacts_expire_at: '2999-01-01T12:00:00Z' }, false),
      /expired/,
    );
  });

  it('is not cut off where the editor is narrow', () => {
    const job = { name: 'test', status: 'waiting_for_resource', erased_at: '2026-11-05T12:00:00Z' };
    const notices = [
      noLogNotice(job, true),
      noLogNotice(job, false),
      erasedNotice(job),
      failedNotice('test', new ApiError({ kind: 'forbidden', endpoint: 'getJobTrace', host: 'host' })),
      failedNotice('test', new ApiError({ kind: 'timeout', endpoint: 'getJobTrace', host: 'host' })),
      WINDOW_WORDS.before(999_900_000),
      WINDOW_WORDS.between(999_900_000),
    ];
    for (const line of notices.flatMap((notice) => notice.split('\n'))) assert.ok(line.length <= 70, line);
  });
});
