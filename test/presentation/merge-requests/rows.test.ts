import assert from 'node:assert/strict';
import { KNOWN_MERGE_STATUSES } from '../../../src/domain/merge-requests/merge-status';
import { NEXT_STEPS } from '../../../src/domain/merge-requests/next-step';
import { listCountLabel, standing } from '../../../src/presentation/merge-requests/labels';
import {
  commitRow,
  issueRow,
  participantRow,
  reviewerRow,
  timeRows,
  timeSummary,
} from '../../../src/presentation/merge-requests/part-rows';
import { listRow, placeRow } from '../../../src/presentation/merge-requests/place-rows';
import { requestWord } from '../../../src/presentation/merge-requests/request-label';
import { mergeRequestRow, moreRow, stepRow } from '../../../src/presentation/merge-requests/rows';
import { type MergeRequest, mergeRequestSchema } from '../../../src/schemas/merge-request';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const person = (username: string) => ({ id: 1, username, name: username.toUpperCase(), state: 'active' });

function request(facts: Partial<MergeRequest> = {}): MergeRequest {
  return mergeRequestSchema.parse({
    id: 1,
    iid: 42,
    project_id: 7,
    title: 'Add price rounding',
    state: 'opened',
    created_at: '2026-11-18T12:00:00Z',
    updated_at: '2026-11-21T10:00:00Z',
    references: { full: 'acme/storefront!42' },
    detailed_merge_status: 'mergeable',
    author: person('dana'),
    ...facts,
  });
}

const CONTEXT = {
  now: NOW,
  who: 'marek',
  busy: false,
  pinned: false,
  snoozed: undefined,
  unread: false,
  amongProjects: false,
  ofBranch: false,
};
const described = (facts: Partial<MergeRequest>, context: Partial<typeof CONTEXT> = {}) =>
  mergeRequestRow(request(facts), { ...CONTEXT, ...context }).description;

describe('the row of a merge request', () => {
  it('says what is next for who looks, and how old that is', () => {
    assert.equal(described({}), 'ready to merge · 2 hr ago');
    assert.equal(described({ reviewers: [person('marek')] }), 'to review · ready to merge · 2 hr ago');
    assert.equal(described({}, { who: 'dana' }), 'ready to merge · 2 hr ago');
    assert.equal(described({ has_conflicts: true }, { who: 'dana' }), 'conflicts to resolve · 2 hr ago');
    assert.equal(
      described({ draft: true, detailed_merge_status: 'draft_status' }, { who: 'dana' }),
      'draft to finish · 2 hr ago',
    );
  });

  it('tells draft, conflicts, pipeline, threads and auto-merge in words, each once', () => {
    const words = described({
      draft: true,
      has_conflicts: true,
      merge_when_pipeline_succeeds: true,
      blocking_discussions_resolved: false,
      detailed_merge_status: 'draft_status',
      head_pipeline: { id: 3, status: 'running', sha: 'a', tag: false },
    });
    assert.equal(
      words,
      'draft · conflicts · set to auto-merge · pipeline running · unresolved threads · 2 hr ago',
    );
  });

  it('does not repeat what the row above says', () => {
    const row = mergeRequestRow(request({ reviewers: [person('marek')] }), { ...CONTEXT, isGrouped: true });
    assert.equal(row.description, 'ready to merge · 2 hr ago');
    assert.match(row.accessibleLabel, /to review/);
  });

  it('is a sentence for who hears it', () => {
    const row = mergeRequestRow(request(), {
      ...CONTEXT,
      unread: true,
      pinned: true,
      ofBranch: true,
      amongProjects: true,
    });
    assert.equal(
      row.accessibleLabel,
      'Merge request 42, Add price rounding, current branch, unread, pinned, open, ready to merge, 2 hr ago, acme/storefront',
    );
  });

  it('of what is over tells the end, not what is next', () => {
    const merged = { state: 'merged', merged_at: '2026-11-21T11:00:00Z', detailed_merge_status: 'not_open' };
    assert.equal(described({ ...merged, reviewers: [person('marek')] }), 'merged · 1 hr ago');
    assert.equal(described({ state: 'closed' }), 'closed · 2 hr ago');
  });

  it('names to the menus its state and what may be done', () => {
    const { contextTokens: words } = mergeRequestRow(request({ sha: 'a', web_url: 'https://x' }), CONTEXT);
    for (const word of ['mergeRequest', 'opened', 'can-merge', 'can-close', 'web'])
      assert.ok(words.includes(word), word);
    const draft = mergeRequestRow(request({ draft: true, sha: 'a' }), CONTEXT);
    assert.ok(!draft.contextTokens.includes('can-merge') && draft.contextTokens.includes('can-markReady'));
    const merged = mergeRequestRow(request({ state: 'merged' }), CONTEXT);
    assert.ok(!merged.contextTokens.includes('can-close'));
  });

  it('has another picture for each way in which it stands', () => {
    const icon = (facts: Partial<MergeRequest>, busy = false) =>
      mergeRequestRow(request(facts), { ...CONTEXT, busy }).icon.id;
    const icons = [
      icon({}),
      icon({ draft: true }),
      icon({ has_conflicts: true }),
      icon({ detailed_merge_status: 'ci_must_pass' }),
      icon({ merge_when_pipeline_succeeds: true }),
      icon({ blocking_discussions_resolved: false }),
      icon({ detailed_merge_status: 'not_approved' }),
      icon({ state: 'merged' }),
      icon({ state: 'closed' }),
      icon({ state: 'locked' }),
      icon({}, true),
    ];
    assert.equal(new Set(icons).size, icons.length);
  });

  it('has words for every status, and writes an unknown one as words', () => {
    for (const status of KNOWN_MERGE_STATUSES)
      assert.notEqual(standing(request({ detailed_merge_status: status }), 'nobody'), '', status);
    assert.equal(standing(request({ detailed_merge_status: 'all_new_status' }), 'nobody'), 'all new status');
  });

  it('says nothing about the pipeline where that stands beside it', () => {
    assert.equal(requestWord(request({ detailed_merge_status: 'ci_still_running' })), '');
    assert.equal(requestWord(request()), 'ready to merge');
    assert.equal(requestWord({ state: 'merged' }), 'merged');
    assert.equal(requestWord({ state: 'opened' }), '');
  });
});

describe('rows of lists and places', () => {
  it('count what is known, and say where there is more', () => {
    assert.equal(listCountLabel({ shown: 7, hasMore: false, total: 7 }), '7');
    assert.equal(listCountLabel({ shown: 50, hasMore: true, total: 5_000 }), '50 of 5,000');
    assert.equal(listCountLabel({ shown: 50, hasMore: true }), '50+');
    assert.equal(moreRow('50 of 5,000').accessibleLabel, 'Load more merge requests, 50 of 5,000');
  });

  it('of one merge request are in the singular', () => {
    const list = { preset: 'review', saved: undefined, open: false, asks: [] } as const;
    assert.equal(listRow({ ...list, count: '1' }).accessibleLabel, 'Review Requested, 1 merge request');
    assert.equal(listRow({ ...list, count: '50+' }).accessibleLabel, 'Review Requested, 50+ merge requests');
    assert.equal(listRow({ ...list, count: undefined }).accessibleLabel, 'Review Requested');
    assert.equal(stepRow('merge', 1).accessibleLabel, 'Ready to Merge, 1 merge request');
  });

  it('have a title for each step, and the ones that others have to do stay closed', () => {
    for (const step of [...NEXT_STEPS, 'snoozed'] as const) {
      const { label, expandable } = stepRow(step, 3);
      assert.notEqual(label, '');
      const isClosed = ['reviewed', 'author', 'others', 'snoozed'].includes(step);
      assert.equal(expandable, isClosed ? 'collapsed' : 'expanded');
    }
  });

  it('name the server only where there are several', () => {
    const place = { kind: 'project', base: 'https://git.example', project: 7 } as const;
    const context = { path: 'acme/storefront', who: 'marek', added: false, open: false };
    assert.equal(placeRow(place, { ...context, alone: true }).description, '');
    assert.equal(placeRow(place, { ...context, alone: false }).description, 'git.example');
  });
});

describe('rows below a merge request', () => {
  it('tell who reviews, since when, and how far they are', () => {
    const entry = { user: person('ravi'), created_at: '2026-11-20T12:00:00Z' };
    assert.equal(
      reviewerRow({ ...entry, state: 'reviewed' }, NOW).description,
      'reviewed · requested 1 day ago',
    );
    assert.equal(
      reviewerRow({ ...entry, state: 'all_new' }, NOW).description,
      'all new · requested 1 day ago',
      'a state that is not known is written as words',
    );
    assert.equal(participantRow(person('dana'), 'author').accessibleLabel, 'DANA, author');
  });

  it('name issues of both kinds of trackers', () => {
    assert.equal(
      issueRow({ id: 900, iid: 3, title: 'Round prices', state: 'opened' }).label,
      '#3 Round prices',
    );
    assert.equal(issueRow({ id: 'SHOP-7', title: 'Round prices' }).label, 'SHOP-7 Round prices');
  });

  it('tell the time that was spent of what was estimated', () => {
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

  it('tell time in the units in which it is typed, and what is left of it', () => {
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

  it('open the page of an issue, and only a page', () => {
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

  it('show a commit by its title, who wrote it and when', () => {
    const commit = {
      id: 'a'.repeat(40),
      title: 'Round',
      author_name: 'Dana',
      created_at: '2026-11-21T11:00:00Z',
    };
    assert.equal(commitRow(commit, NOW).description, 'aaaaaaaa · Dana · 1 hr ago');
  });
});
