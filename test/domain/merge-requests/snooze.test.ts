import assert from 'node:assert/strict';
import fc from 'fast-check';
import { endOfSpan, SNOOZE_SPANS } from '../../../src/domain/merge-requests/snooze';
import { groupPathOn } from '../../../src/domain/projects/group-path';

const at = (text: string): number => new Date(text).getTime();

describe('snooze time', () => {
  it('is in local time', () => {
    const saturday = at('2026-11-21T10:00:00');
    assert.equal(endOfSpan('hour', saturday), at('2026-11-21T11:00:00'));
    assert.equal(endOfSpan('afternoon', saturday), at('2026-11-21T14:00:00'));
    assert.equal(endOfSpan('tomorrow', saturday), at('2026-11-22T09:00:00'));
    assert.equal(endOfSpan('next-week', saturday), at('2026-11-23T09:00:00'));
  });

  it('is never an afternoon that has ended or is about to start', () => {
    assert.equal(endOfSpan('afternoon', at('2026-11-21T13:30:00')), undefined);
    assert.equal(endOfSpan('afternoon', at('2026-11-21T18:00:00')), undefined);
  });

  it('is the next Monday, also on a Monday', () => {
    assert.equal(endOfSpan('next-week', at('2026-11-23T08:00:00')), at('2026-11-30T09:00:00'));
    assert.equal(endOfSpan('next-week', at('2026-11-22T08:00:00')), at('2026-11-23T09:00:00'));
  });

  it('is in the future', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SNOOZE_SPANS),
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
        (span, now) => {
          assert.ok((endOfSpan(span, now.getTime()) ?? Infinity) > now.getTime());
        },
      ),
    );
  });
});

describe('group entered by the user', () => {
  const base = 'https://host.example/gitlab';
  it('can be a path, an ID, or the URL of a page of the group', () => {
    for (const typed of [
      'acme/labs',
      ' /acme/labs/ ',
      `${base}/groups/acme/labs/-/merge_requests`,
      `${base}/acme/labs?x=1`,
    ]) {
      assert.equal(groupPathOn(base, typed), 'acme/labs', typed);
    }
    assert.equal(groupPathOn(base, '71'), '71');
  });

  it('is rejected if it is a URL of another server or not a path', () => {
    for (const typed of [
      '',
      'two words',
      'https://elsewhere.example/acme',
      `${base}x/acme`,
      base,
      'a//b',
      '../a?',
    ]) {
      assert.equal(groupPathOn(base, typed), undefined, typed);
    }
  });
});
