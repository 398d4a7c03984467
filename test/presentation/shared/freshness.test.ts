import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { freshness } from '../../../src/presentation/shared/freshness';

const now = Date.parse('2026-11-05T12:00:00Z');
const failure = new ApiError({ kind: 'network', endpoint: 'listPipelines', host: 'git.example' });
const MINUTE = 60_000;

describe('how old the rows of a view are', () => {
  it('is told beside the title while all is up to date', () => {
    const told = freshness({ since: now - 2_000, failure: undefined, incomplete: false, now });
    assert.deepEqual(told, { age: 'updated just now', trouble: undefined, mark: undefined });
  });

  it('is never "updated" where a refresh failed: the title, the line above and the rows say since when', () => {
    for (const passed of [0, 2_000, 5 * MINUTE, 30 * 24 * 60 * MINUTE]) {
      const { age, trouble, mark } = freshness({ since: now - passed, failure, incomplete: false, now });
      assert.match(age ?? '', /^not updated since .*\d/);
      assert.match(trouble ?? '', /^Not updated since .*\d.*\. \S/);
      assert.match(mark ?? '', /^as of .*\d/);
      assert.doesNotMatch(`${age} ${trouble} ${mark}`, /just now|updated \d|ago/);
    }
    const today = freshness({ since: now - 5 * MINUTE, failure, incomplete: false, now });
    const before = freshness({ since: now - 25 * 60 * MINUTE, failure, incomplete: false, now });
    assert.doesNotMatch(today.age ?? '', /2026/);
    assert.match(before.age ?? '', /2026/, 'of another day it says which');
  });

  it('is not told where nothing was read, or not all of it', () => {
    assert.equal(freshness({ since: now, failure: undefined, incomplete: true, now }).age, undefined);
    const never = freshness({ since: undefined, failure, incomplete: false, now });
    assert.equal(never.age, undefined);
    assert.match(never.trouble ?? '', /^Not up to date\. /);
  });
});
