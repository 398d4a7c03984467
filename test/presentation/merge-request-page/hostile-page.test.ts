import assert from 'node:assert/strict';
import { page } from '../../builders/merge-request-page';

describe('merge request page with hostile texts', () => {
  it('escapes markup and URLs from a server', () => {
    const evil = '"><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>\u202etxt';
    const user = { id: 1, name: evil, username: evil };
    const text = page(
      {
        title: evil,
        description: evil,
        author: user,
        assignees: [user],
        reviewers: [user],
        labels: [evil],
        milestone: { id: 1, title: evil, due_date: evil },
        source_branch: evil,
        target_branch: evil,
        merge_error: evil,
        references: { full: evil },
        detailed_merge_status: evil,
        state: 'opened',
        time_stats: {
          time_estimate: 1,
          total_time_spent: 2,
          human_time_estimate: evil,
          human_total_time_spent: evil,
        },
        head_pipeline: { id: 1, sha: 'a', status: evil },
      },
      {
        errorMessage: evil,
        parts: {
          reviewers: { items: [{ user, state: evil }], cut: false },
          participants: { items: [user], cut: true },
          commits: { items: [{ id: evil, title: evil, author_name: evil }], cut: true },
          pipelines: { items: [{ id: 1, status: evil, ref: evil }], cut: false },
          closes: { items: [{ id: evil, title: evil, web_url: 'javascript:alert(1)' }], cut: false },
          labels: [{ name: evil, color: evil, description: evil }],
          approvals: { approved: false, user_has_approved: false, approved_by: [{ user }] },
        },
      },
    );
    assert.doesNotMatch(text, /<img|<a href="javascript|<a [^>]*javascript:/i);
    // Values that are copied or sent back stay unchanged; visible text is escaped.
    const read = text.replace(/(?:value|datetime)="[^"]*"/g, '');
    assert.doesNotMatch(read, /\u202e/);
  });
});
