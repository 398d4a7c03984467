import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lineTimes, markdownBlock, sectionTime, TIMES_WIDTH } from '../../../src/presentation/logs/messages';

const section = { name: 'a', first: 0, last: 1, seconds: 192, collapsed: false, hideDuration: false };

describe('job log labels', () => {
  it('show the duration of a section, unless it is open, hidden, or zero', () => {
    assert.equal(sectionTime(section), '3m 12s');
    assert.equal(sectionTime({ ...section, hideDuration: true }), undefined);
    assert.equal(sectionTime({ ...section, last: undefined, seconds: undefined }), undefined);
    assert.equal(sectionTime({ ...section, seconds: 0 }), undefined);
  });

  it("show the time of a line and the time since the section's start, with a constant width", () => {
    const time = new Date(2026, 10, 5, 14, 3, 7, 400).getTime();
    const shown = (start?: number) => lineTimes(time, start).replaceAll('\u00a0', ' ');
    assert.equal(shown(), `14:03:07 ${' '.repeat(10)}`);
    assert.equal(shown(time - 400), '14:03:07      +0.4s');
    assert.equal(shown(time - 192_000), '14:03:07    +3m 12s');
    for (const passed of [0, 9_949, 9_950, 59_999, 3_599_000, 86_399_000]) {
      assert.equal(lineTimes(time, time - passed).length, TIMES_WIDTH, String(passed));
    }
    assert.equal(lineTimes(undefined, time), '');
  });
});

describe('job log as a Markdown block', () => {
  const job = { name: 'unit-tests', id: 5012, web_url: 'https://host.example/a/-/jobs/5012' };

  it('starts with the job and its link', () => {
    assert.equal(
      markdownBlock(job, 'one\ntwo'),
      '**[unit-tests #5012](<https://host.example/a/-/jobs/5012>)**\n\n```text\none\ntwo\n```\n'.replace(
        '#',
        '\\#',
      ),
    );
  });
  it('links only to web pages', () => {
    assert.match(
      markdownBlock({ ...job, web_url: 'javascript:alert(1)' }, 'x'),
      /^\*\*unit-tests \\#5012\*\*\n/,
    );
    assert.match(markdownBlock({ ...job, web_url: null }, 'x'), /^\*\*unit-tests \\#5012\*\*\n/);
  });
  it("escapes the job's name", () => {
    assert.match(
      markdownBlock({ ...job, name: 'a](http://x) `b` *c*' }, 'x'),
      /^\*\*\[a\\\]\\\(http:\/\/x\\\) \\`b\\` \\\*c\\\* /,
    );
  });
  it('has a fence with more backticks than its text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('`', '``', '```', 'a', '\n')), (parts) => {
        const text = parts.join('');
        const [, fence = ''] = /\n(`+)text\n/.exec(markdownBlock(job, text)) ?? [];
        assert.ok(fence.length >= 3 && !text.includes(fence));
      }),
    );
  });
});
