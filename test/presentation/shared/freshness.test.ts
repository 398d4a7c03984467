import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { freshness } from '../../../src/presentation/shared/freshness';

const now = Date.parse('2026-11-05T12:00:00Z');
const failure = new ApiError({ kind: 'network', endpoint: 'listPipelines', host: 'git.example' });
const MINUTE = 60_000;

describe("age of a view's rows", () => {
  it('is shown next to the title only if it is at least a minute', () => {
    const result = (passed: number) =>
      freshness({ since: now - passed, failure: undefined, incomplete: false, isSlow: false, now });
    assert.deepEqual(result(2_000), { age: undefined, errorMessage: undefined, mark: undefined });
    assert.match(result(5 * MINUTE).age ?? '', /^as of \d+:\d+/);
    assert.equal(result(5 * MINUTE).mark, undefined);
  });

  it('is shown as a time in the title, the message, and the rows after a failed refresh', () => {
    for (const passed of [0, 2_000, 5 * MINUTE, 30 * 24 * 60 * MINUTE]) {
      const { age, errorMessage, mark } = freshness({
        since: now - passed,
        failure,
        incomplete: false,
        isSlow: false,
        now,
      });
      assert.match(age ?? '', /^as of .*\d/);
      assert.match(errorMessage ?? '', /^Not updated since .*\d.*\. \S/);
      assert.match(mark ?? '', /^as of .*\d/);
      assert.doesNotMatch(`${age} ${errorMessage} ${mark}`, /just now|updated \d|ago/);
    }
    const today = freshness({ since: now - 5 * MINUTE, failure, incomplete: false, isSlow: false, now });
    const before = freshness({
      since: now - 25 * 60 * MINUTE,
      failure,
      incomplete: false,
      isSlow: false,
      now,
    });
    assert.doesNotMatch(today.age ?? '', /2026/);
    assert.match(before.age ?? '', /2026/, 'of another day it says which');
  });

  it('is not shown if nothing or only a part was loaded', () => {
    assert.equal(
      freshness({ since: now, failure: undefined, incomplete: true, isSlow: false, now }).age,
      undefined,
    );
    const never = freshness({ since: undefined, failure, incomplete: false, isSlow: false, now });
    assert.equal(never.age, undefined);
    assert.match(never.errorMessage ?? '', /^Not up to date\. /);
  });

  it('is replaced while a refresh takes long, and the message remains', () => {
    const slow = freshness({ since: now, failure: undefined, incomplete: false, isSlow: true, now });
    assert.deepEqual(slow, { age: 'refreshing…', errorMessage: undefined, mark: undefined });
    const again = freshness({ since: now, failure, incomplete: false, isSlow: true, now });
    assert.equal(again.age, 'refreshing…');
    assert.match(again.errorMessage ?? '', /^Not updated since /);
  });

  it('is replaced by the remaining time while the server asked to wait', () => {
    const shown = (isSlow: boolean, left: number) => {
      const pause = { host: 'git.example', until: now + left };
      return freshness({ since: now, failure: undefined, incomplete: false, isSlow, pause, now });
    };
    assert.deepEqual(shown(true, 20_000), {
      age: 'refreshing…',
      errorMessage: 'git.example asked Switchyard to wait. The refresh continues in 20 seconds.',
      mark: undefined,
    });
    assert.match(shown(true, 0).errorMessage ?? '', /in 1 second\.$/);
    assert.equal(shown(false, 20_000).errorMessage, undefined);
  });
});
