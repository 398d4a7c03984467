import assert from 'node:assert/strict';
import {
  commitRow,
  issueRow,
  participantRow,
  reviewerRow,
  timeRows,
  timeSummary,
} from '../../../src/presentation/merge-requests/part-rows';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const person = (username: string) => ({ id: 1, username, name: username.toUpperCase(), state: 'active' });

describe('rows below a merge request', () => {
  it('show reviewers with their state and the time of the request', () => {
    const entry = { user: person('ravi'), created_at: '2026-11-20T12:00:00Z' };
    assert.equal(reviewerRow({ ...entry, state: 'reviewed' }, NOW).description, 'reviewed · 1 day');
    assert.equal(
      reviewerRow({ ...entry, state: 'all_new' }, NOW).description,
      'all new · 1 day',
      'a state that is not known is written as words',
    );
    assert.equal(participantRow(person('dana'), 'author').accessibleLabel, 'DANA, author');
  });

  it('have a token for reviewers from whom another review can be requested', () => {
    const entry = { user: person('ravi'), state: 'reviewed' };
    assert.deepEqual(reviewerRow(entry, NOW).contextTokens, ['person']);
    assert.deepEqual(reviewerRow(entry, NOW, { canRequest: true }).contextTokens, [
      'person',
      'can-requestReview',
    ]);
  });

  it('show issues of the server and of external issue trackers', () => {
    assert.equal(
      issueRow({ id: 900, iid: 3, title: 'Round prices', state: 'opened' }).label,
      '#3 Round prices',
    );
    assert.equal(issueRow({ id: 'SHOP-7', title: 'Round prices' }).label, 'SHOP-7 Round prices');
  });

  it('show the spent time and the estimate', () => {
    assert.equal(timeSummary({ time_estimate: 10_800, total_time_spent: 5_400 }), '1h 30m of 3h spent');
    assert.equal(timeSummary({ time_estimate: 0, total_time_spent: 5_400 }), '1h 30m spent');
    assert.equal(timeSummary({ time_estimate: 0, total_time_spent: 0 }), undefined);
    const over = timeRows({ time_estimate: 3_600, total_time_spent: 5_400 });
    assert.deepEqual(
      over.map(({ label, description }) => [label, description]),
      [
        ['Spent', '1h 30m · 150%'],
        ['Estimate', '1h'],
        ['Over estimate', '30m'],
      ],
    );
  });

  it('show time in the units of the input, and the remaining time', () => {
    const rows = timeRows({ time_estimate: 86_400, total_time_spent: 36_000 });
    assert.deepEqual(
      rows.map(({ label, description }) => [label, description]),
      [
        ['Spent', '1d 2h · 42%'],
        ['Estimate', '3d'],
        ['Remaining', '1d 6h'],
      ],
    );
    assert.deepEqual(
      timeRows({ time_estimate: 0, total_time_spent: 3_600 }).map(({ description }) => description),
      ['1h', 'None'],
    );
  });

  it('open only the web page of an issue', () => {
    const issue = { id: 900, iid: 3, title: 'Round prices', state: 'opened' };
    const known = issueRow({ ...issue, web_url: 'https://git.example/acme/front/-/issues/3' });
    assert.equal(known.onClick?.command, 'switchyard.openInBrowser');
    assert.ok(known.contextTokens.includes('web'));
    for (const web_url of [undefined, null, 'javascript:alert(1)', 'command:workbench.action.quit']) {
      const row = issueRow({ ...issue, web_url });
      assert.equal(row.onClick, undefined);
      assert.ok(!row.contextTokens.includes('web'));
    }
  });

  it('show the title, author, and time of a commit', () => {
    const commit = {
      id: 'a'.repeat(40),
      title: 'Round',
      author_name: 'Dana',
      created_at: '2026-11-21T11:00:00Z',
    };
    assert.equal(commitRow(commit, NOW).description, 'aaaaaaaa · Dana · 1 hr');
  });
});
