import assert from 'node:assert/strict';
import { KNOWN_MERGE_STATUSES } from '../../../src/domain/merge-requests/merge-status';
import { mergeRequestActions, withheldActions } from '../../../src/domain/merge-requests/rules';
import { mergeStatusBrief, mergeStatusLine } from '../../../src/presentation/merge-requests/status-labels';
import { model, page } from '../../builders/merge-request-page';

const acts = (text: string): readonly string[] =>
  [...text.matchAll(/data-(?:act|command)="(?:switchyard\.)?(\w+)"/g)].map(([, act = '']) => act);

const primary = (...given: Parameters<typeof model>): string | undefined =>
  /<button[^>]*class="primary"[^>]*data-(?:act|command)="(?:switchyard\.)?(\w+)"/.exec(page(...given))?.[1];

describe('merge request page', () => {
  it('shows a specific text for each merge status', () => {
    for (const status of KNOWN_MERGE_STATUSES) {
      assert.ok(page({ detailed_merge_status: status }).includes(mergeStatusLine(status)), status);
      assert.doesNotMatch(mergeStatusLine(status) + mergeStatusBrief(status), /_/);
    }
  });

  it('offers no merge to users without permission, and explains why', () => {
    const may = (can_merge?: boolean) => page({ user: { can_merge } });
    assert.ok(!acts(may(false)).includes('mergeMergeRequest'));
    assert.match(may(false), /Ready to merge by members who can write to main/);
    assert.doesNotMatch(may(false), /Ready to merge<|notice good/);
    for (const text of [may(true), may()]) {
      assert.ok(acts(text).includes('mergeMergeRequest'));
      assert.match(text, /Ready to merge/);
    }
  });

  it("describes statuses consistently: ready, blocked with the requirement, or the server's current check", () => {
    for (const status of KNOWN_MERGE_STATUSES) {
      const line = mergeStatusLine(status);
      assert.match(
        line,
        /^(?:Ready to merge$|Merge blocked: [a-zL]|Checking .*…$|Preparing .*…$|Mergeability not checked yet$)/,
        status,
      );
      assert.doesNotMatch(line, /\.$|\b[Ii]ts?\b/, status);
    }
  });

  it('opens the browser if approving requires the password, and explains why', () => {
    const approving = (requires: boolean): string =>
      page(
        {},
        {
          actions: ['approve', 'checkOut'],
          parts: { approvals: { approved: false, approvals_left: 2, require_password_to_approve: requires } },
        },
      );
    assert.ok(acts(approving(false)).includes('approveMergeRequest'));
    assert.doesNotMatch(approving(false), /password/);
    assert.ok(!acts(approving(true)).includes('approveMergeRequest'));
    assert.match(
      approving(true),
      /<li>Approving requires re-authentication <button[^>]*data-command="switchyard.openInBrowser"/,
    );
    assert.match(approving(true), /<li>No approvals yet<\/li>\s*<li>Requires 2 more approvals<\/li>/);
  });

  it('shows the role that withheld actions require', () => {
    assert.doesNotMatch(page(), /your role/);
    assert.match(
      page({}, { withheld: ['edit'], access: 20 }),
      /<li>\s*Changing this merge request requires at least the Developer role \(your role: Reporter\)\s*<\/li>/,
    );
  });

  it('shows an unknown status as words', () => {
    assert.match(page({ detailed_merge_status: 'waits_for_full_moon' }), /waits for full moon/);
    assert.match(page({ detailed_merge_status: null }), /Mergeability unknown/);
  });

  it('supports any name of the issue tracker in the status', () => {
    assert.equal(mergeStatusLine('jira_association_missing'), mergeStatusLine('tracker_association_missing'));
  });

  it('has the action that unblocks the merge as the primary button', () => {
    assert.equal(primary({}), 'mergeMergeRequest');
    assert.equal(primary({ detailed_merge_status: 'draft_status', draft: true }), 'markReady');
    assert.equal(primary({ detailed_merge_status: 'need_rebase' }), 'rebaseMergeRequest');
    assert.equal(primary({ detailed_merge_status: 'ci_still_running' }), 'mergeMergeRequest');
    assert.equal(primary({ detailed_merge_status: 'not_approved' }), 'approveMergeRequest');
    assert.equal(
      primary({ detailed_merge_status: 'checking' }),
      undefined,
      'the page checks again automatically',
    );
    assert.match(page({ detailed_merge_status: 'checking' }), /class="secondary"[^>]*data-act="refresh"/);
  });

  it('has the approval as the primary button for a user who is to review', () => {
    const user = { id: 4, name: 'Dana', username: 'dana' };
    const first = (state: string, me: string) =>
      primary({}, { me, parts: { reviewers: { items: [{ user, state }], cut: false } } });
    assert.equal(
      `${first('unreviewed', 'dana')} ${first('reviewed', 'dana')}`,
      'approveMergeRequest mergeMergeRequest',
    );
  });

  it('never has a primary button that the user has no permission for', () => {
    const user = { can_merge: false };
    assert.equal(primary({ user }), undefined);
    assert.equal(primary({ user, detailed_merge_status: 'need_rebase' }), 'checkOutMergeRequest');
    assert.equal(primary({ user, detailed_merge_status: 'draft_status', draft: true }), undefined);
    const author = { id: 1, name: 'Dana', username: 'dana' };
    const own = { user, author, detailed_merge_status: 'draft_status', draft: true };
    assert.equal(primary(own, { me: 'dana' }), 'markReady', 'authors may');
    assert.match(page({ user, detailed_merge_status: 'draft_status' }), /Merging requires permission/);
  });

  it('offers to show the pipeline if it exists, and to create one otherwise', () => {
    const head_pipeline = { id: 1234, iid: 1, project_id: 1, status: 'failed', sha: 'a', ref: 'x' };
    const failed = page({ detailed_merge_status: 'ci_must_pass', head_pipeline });
    assert.match(
      failed,
      /<button[^>]*class="primary"[^>]*data-command="switchyard.showPipeline"[^>]*value="[^"]*:1234/,
    );
    assert.equal(primary({ detailed_merge_status: 'ci_must_pass' }), 'createMergeRequestPipeline');
    assert.ok(!acts(page({ detailed_merge_status: 'ci_must_pass' })).includes('showPipeline'));
  });

  it('suggests to resolve conflicts, and offers no actions that conflicts prevent', () => {
    const conflicts = { detailed_merge_status: 'conflict', has_conflicts: true };
    assert.equal(primary(conflicts), 'resolveConflicts');
    assert.ok(acts(page(conflicts)).includes('checkOutMergeRequest'));
    for (const act of ['rebaseMergeRequest', 'previewMergeResult', 'mergeMergeRequest'])
      assert.ok(!acts(page(conflicts)).includes(act), act);
    const failed = { detailed_merge_status: 'need_rebase', merge_error: 'Rebase failed: conflicts' };
    assert.equal(primary(failed), 'resolveConflicts');
    assert.ok(!acts(page(failed)).includes('rebaseMergeRequest'), 'it would fail again');
    const other = { detailed_merge_status: 'need_rebase', merge_error: 'Rebase failed: timeout' };
    assert.equal(primary(other), 'checkOutMergeRequest');
    assert.ok(acts(page(other)).includes('rebaseMergeRequest'));
    assert.equal(acts(page(failed)).filter((act) => act === 'checkOutMergeRequest').length, 1);
  });

  it('offers to mark a draft as ready also before the server has checked it', () => {
    for (const detailed_merge_status of ['unchecked', 'checking', 'conflict'])
      assert.equal(primary({ draft: true, detailed_merge_status }), 'markReady', detailed_merge_status);
  });

  it('offers approval before less frequent actions on the branch', () => {
    assert.match(acts(page({})).join(' '), / mergeMergeRequest approveMergeRequest .*\brebaseMergeRequest\b/);
  });

  it('shows the subscription next to its button', () => {
    assert.match(
      page({ subscribed: true }),
      />Subscribed<\/span>\s*<button[^>]*data-command="switchyard.unsubscribeMergeRequest"/,
    );
    assert.match(
      page({ subscribed: false }),
      />Not subscribed<\/span>\s*<button[^>]*data-command="switchyard.subscribeMergeRequest"/,
    );
  });

  it('shows whether the user is subscribed, and offers the opposite', () => {
    const offered = (subscribed?: boolean) =>
      acts(page({ subscribed })).filter((act) => /subscribe/.test(act));
    assert.match(page({ subscribed: true }), />Subscribed</);
    assert.match(page({ subscribed: false }), />Not subscribed</);
    assert.deepEqual(
      [offered(true), offered(false), offered()],
      [['unsubscribeMergeRequest'], ['subscribeMergeRequest'], []],
    );
  });

  it("uses the server's draft state regardless of the title", () => {
    assert.match(page({ title: 'Draft: One', draft: true }), /<bdi>One<\/bdi>/);
    assert.match(page({ title: 'WIP: Two', draft: false }), /<bdi>WIP: Two<\/bdi>/);
  });

  it('shows that the project is archived, and offers no changes', () => {
    const actions = mergeRequestActions({ ...model().mergeRequest, archived: true });
    const text = page(
      { user: { can_merge: false } },
      { actions, parts: { project: { archived: true } }, me: 'dana', withheld: [] },
    );
    assert.match(text, /This project is archived \(read-only\)/);
    assert.doesNotMatch(text, /Ready to merge|requires/);
    const offered = acts(text);
    for (const act of [
      'mergeMergeRequest',
      'rebaseMergeRequest',
      'closeMergeRequest',
      'approveMergeRequest',
      'editTitle',
      'createMergeRequestPipeline',
      'submitReview',
    ])
      assert.ok(!offered.includes(act), act);
    assert.ok(offered.includes('checkOutMergeRequest') && offered.includes('openInBrowser'));
  });

  it('shows that the token can only read, and offers no changes', () => {
    const facts = { ...model().mergeRequest, access: 'read-only-token', isOwn: true } as const;
    const actions = mergeRequestActions(facts);
    assert.deepEqual(actions, ['previewMerge', 'checkOut']);
    const text = page(
      {},
      { actions, access: 'read-only-token', me: 'dana', withheld: withheldActions(facts) },
    );
    assert.match(text, /The token for \S+ is read-only\. To change anything, sign in with a token/);
    assert.match(text, /Ready to merge/);
    assert.doesNotMatch(text, /Developer role/);
    const offered = acts(text);
    for (const act of [
      'mergeMergeRequest',
      'rebaseMergeRequest',
      'closeMergeRequest',
      'approveMergeRequest',
      'editTitle',
      'submitReview',
      'reply',
      'react',
    ])
      assert.ok(!offered.includes(act), act);
  });

  it('offers only possible actions', () => {
    const offered = acts(page({ state: 'closed', detailed_merge_status: 'not_open' }));
    assert.ok(offered.includes('reopenMergeRequest'));
    for (const act of [
      'mergeMergeRequest',
      'rebaseMergeRequest',
      'closeMergeRequest',
      'approveMergeRequest',
      'markDraft',
    ])
      assert.ok(!offered.includes(act), act);
  });

  it('disables changes while an action is in progress', () => {
    const text = page({}, { doing: 'merge' });
    assert.match(
      text,
      /<button[^>]*data-command="switchyard.mergeMergeRequest"[^>]*disabled[^>]*aria-busy="true"/,
    );
    assert.match(text, /<button[^>]*data-command="switchyard.closeMergeRequest"[^>]*disabled/);
    assert.doesNotMatch(text, /<button[^>]*data-command="switchyard.openInBrowser"[^>]*disabled/);
    assert.match(text, /Merging…/);
  });

  it('offers a checkout once, also for conflicts', () => {
    for (const status of ['mergeable', 'conflict'])
      assert.equal(
        acts(page({ detailed_merge_status: status })).filter((act) => act === 'checkOutMergeRequest').length,
        1,
        status,
      );
  });

  it('omits unknown values, and formats dates, durations, and counts', () => {
    const bare = page({ user_notes_count: 0, time_stats: { time_estimate: 0, total_time_spent: 5_400 } });
    assert.match(bare, /No comments/);
    assert.match(bare, /1h 30m spent</);
    assert.doesNotMatch(bare, /nothing|estimated/);
    const user = { id: 4, name: 'Dana', username: 'dana' };
    const detailed = page(
      {
        milestone: { id: 1, iid: 1, title: 'v1.3', due_date: '2026-12-01' },
        time_stats: { time_estimate: 86_400, total_time_spent: 36_000 },
      },
      { parts: { reviewers: { items: [{ user, state: 'unreviewed' }], cut: false } } },
    );
    assert.match(detailed, /v1\.3 · due Dec 1, 2026/);
    assert.match(detailed, /1d 2h spent, 3d estimated/);
    assert.match(detailed, /awaiting review</, 'not loaded from a server that does not tell since when');
  });

  it('distinguishes the author from the user who merged', () => {
    const merged = page({
      state: 'merged',
      author: { id: 1, name: 'Dana', username: 'dana' },
      merge_user: { id: 2, name: 'Marek', username: 'marek' },
      merged_at: '2026-11-05T11:00:00Z',
    }).replace(/<[^>]*>/g, ' ');
    assert.match(merged, /Created\s+4 days ago\s+by Dana/);
    assert.match(merged, /Merged\s+1 hour ago\s+by Marek/);
  });
});
