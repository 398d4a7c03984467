import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lineTimes, markdownBlock, sectionTime, TIMES_WIDTH } from '../../../src/presentation/logs/messages';

const section = { name: 'a', first: 0, last: 1, seconds: 192, collapsed: false, hideDuration: false };

describe('words for logs', () => {
  it('say how long a section took, unless it is open, wants it hidden or took no time', () => {
    assert.equal(sectionTime(section), '3m 12s');
    assert.equal(sectionTime({ ...section, hideDuration: true }), undefined);
    assert.equal(sectionTime({ ...section, last: undefined, seconds: undefined }), undefined);
    assert.equal(sectionTime({ ...section, seconds: 0 }), undefined);
  });

  it('say when a line was written and how long after its section’s start, always in the same width', () => {
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

describe('a log as a block of Markdown', () => {
  const job = { name: 'unit-tests', id: 5012, web_url: 'https://host.example/a/-/jobs/5012' };

  it('has the job and its page above', () => {
    assert.equal(
      markdownBlock(job, 'one\ntwo'),
      '**[unit-tests #5012](<https://host.example/a/-/jobs/5012>)**\n\n```text\none\ntwo\n```\n'.replace(
        '#',
        '\\#',
      ),
    );
  });
  it('links only pages of the web', () => {
    assert.match(
      markdownBlock({ ...job, web_url: 'javascript:alert(1)' }, 'x'),
      /^\*\*unit-tests \\#5012\*\*\n/,
    );
    assert.match(markdownBlock({ ...job, web_url: null }, 'x'), /^\*\*unit-tests \\#5012\*\*\n/);
  });
  it('lets nothing in the name be markup', () => {
    assert.match(
      markdownBlock({ ...job, name: 'a](http://x) `b` *c*' }, 'x'),
      /^\*\*\[a\\\]\\\(http:\/\/x\\\) \\`b\\` \\\*c\\\* /,
    );
  });
  it('is fenced by more backticks than its text has', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('`', '``', '```', 'a', '\n')), (parts) => {
        const text = parts.join('');
        const [, fence = ''] = /\n(`+)text\n/.exec(markdownBlock(job, text)) ?? [];
        assert.ok(fence.length >= 3 && !text.includes(fence));
      }),
    );
  });
});
