import assert from 'node:assert/strict';
import { pushIn, titlesIn, topicOf } from '../../../src/domain/discussions/system-notes';

const START = 'a'.repeat(40);
const link = (query: string): string =>
  `[Compare with previous version](/g/p/-/merge_requests/1/diffs?${query})`;

describe('system notes', () => {
  it('with a push have its commits and the versions to compare', () => {
    const body = `added 3 commits\n\n<ul><li>0a1b2c3d...4e5f6a7b - 2 commits from branch <code>main</code></li><li>11111111 - Use &lt;b&gt; &amp; &quot;c&quot;</li></ul>\n\n${link(`diff_id=77&start_sha=${START}`)}`;
    assert.deepEqual(pushIn(body), {
      headline: 'added 3 commits',
      commits: [
        { sha: '0a1b2c3d...4e5f6a7b', title: '2 commits from branch main' },
        { sha: '11111111', title: 'Use <b> & "c"' },
      ],
      compare: { id: 77, startSha: START },
    });
  });

  it('of older servers list commits in Markdown', () => {
    assert.deepEqual(pushIn('added 1 commit\n\n* 11111111 - Fix it\n')?.commits, [
      { sha: '11111111', title: 'Fix it' },
    ]);
  });

  it('without valid versions have nothing to compare', () => {
    const body = (query: string): string =>
      `added 1 commit\n\n<ul><li>11111111 - x</li></ul>\n\n${link(query)}`;
    for (const query of [
      'diff_id=1',
      `start_sha=${START}`,
      `diff_id=x&start_sha=${START}`,
      'diff_id=1&start_sha=HEAD',
    ])
      assert.equal(pushIn(body(query))?.compare, undefined, query);
  });

  it('about something else are no push', () => {
    for (const body of [
      '',
      'approved this merge request',
      'added 2h of time spent',
      '<ul><li>11111111 - x</li></ul>',
    ])
      assert.equal(pushIn(body), undefined, body);
  });

  it('with a changed title have the parts that differ', () => {
    assert.deepEqual(titlesIn('changed title from **{-Old-} title** to **{+New+} title**'), {
      before: [
        { text: 'Old', change: 'removed' },
        { text: ' title', change: undefined },
      ],
      after: [
        { text: 'New', change: 'added' },
        { text: ' title', change: undefined },
      ],
    });
    assert.equal(titlesIn('changed the description'), undefined);
  });

  it('are read in linear time', () => {
    const started = performance.now();
    for (const text of ['{-', '**', '<li>', '[](/diffs?', '&amp', 'changed title from **{-'].map((each) =>
      each.repeat(50_000),
    )) {
      pushIn(text);
      pushIn(`added 1 commit\n\n<li>11111111 - x</li>${text}`);
      titlesIn(`changed title from **${text}`);
      topicOf(text);
    }
    assert.ok(performance.now() - started < 5000);
  });

  it('have a topic', () => {
    const topics = {
      'added 2 commits': 'push',
      'added 2h of time spent': 'time',
      'assigned to @ada': 'people',
      'approved this merge request': 'approval',
      'changed target branch from `a` to `b`': 'branch',
      'resolved all threads': 'thread',
      'marked this merge request as **draft**': 'title',
      'locked the discussion in this merge request': 'lock',
      'did something': 'other',
    };
    for (const [body, topic] of Object.entries(topics)) assert.equal(topicOf(body), topic, body);
  });
});
