import assert from 'node:assert/strict';
import { KNOWN_MERGE_STATUSES } from '../../../src/domain/merge-requests/merge-status';
import { ATTENTION_STEPS } from '../../../src/domain/merge-requests/next-step';
import { listCountLabel, stepLabel } from '../../../src/presentation/merge-requests/labels';
import { listRow, placeRow } from '../../../src/presentation/merge-requests/place-rows';
import { requestStateLabel } from '../../../src/presentation/merge-requests/request-label';
import { mergeRequestRow, moreRow, stepRow } from '../../../src/presentation/merge-requests/rows';
import { isUnreadResource } from '../../../src/presentation/merge-requests/unread-mark';
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

describe('merge request row', () => {
  it('shows that the project is archived, without a next step, actions, or a role', () => {
    const archived = { ...CONTEXT, access: 10, lookupFacts: { archived: true } };
    const row = mergeRequestRow(request({ reviewers: [person('marek')] }), archived);
    assert.equal(row.description, 'archived (read-only) · 2 hr');
    const details = row.details?.map(({ name, value }) => `${name}: ${value}`) ?? [];
    assert.ok(details.includes('Status: This project is archived (read-only)'), details.join('\n'));
    assert.doesNotMatch(details.join('\n'), /role/i);
    assert.deepEqual(
      row.contextTokens.filter((token) => token.startsWith('can-')),
      ['can-checkOut'],
    );
  });

  it('shows the number of pending comments after the next step', () => {
    const row = mergeRequestRow(request({}), { ...CONTEXT, pending: '2 pending comments' });
    assert.equal(row.description, 'ready to merge · 2 pending comments · 2 hr');
    assert.match(row.accessibleLabel, /, 2 pending comments, /);
  });

  it('shows the next step for the user and the age', () => {
    assert.equal(described({}), 'ready to merge · 2 hr');
    assert.equal(described({ reviewers: [person('marek')] }), 'to review · ready to merge · 2 hr');
    assert.equal(described({}, { who: 'dana' }), 'ready to merge · 2 hr');
    assert.equal(described({ has_conflicts: true }, { who: 'dana' }), 'conflicts to resolve · 2 hr');
    assert.equal(
      described({ draft: true, detailed_merge_status: 'draft_status' }, { who: 'dana' }),
      'draft to finish · 2 hr',
    );
  });

  it('shows draft, conflicts, pipeline, threads, and auto-merge as text, each once', () => {
    const description = described({
      draft: true,
      has_conflicts: true,
      merge_when_pipeline_succeeds: true,
      blocking_discussions_resolved: false,
      detailed_merge_status: 'draft_status',
      head_pipeline: { id: 3, status: 'running', sha: 'a', tag: false },
    });
    assert.equal(
      description,
      'draft · conflicts · set to auto-merge · pipeline running · unresolved threads · 2 hr',
    );
  });

  it('omits a passed pipeline so that the next step fits in a narrow side bar', () => {
    const pipeline = { id: 3, status: 'success', sha: 'a', tag: false };
    assert.equal(described({ head_pipeline: pipeline }), 'ready to merge · 2 hr');
    const reviewed = { head_pipeline: pipeline, detailed_merge_status: 'ci_still_running' };
    assert.equal(described(reviewed), 'pipeline running · 2 hr', 'the server has not noticed yet');
    const canceled = { ...pipeline, status: 'canceled' };
    assert.equal(described({ head_pipeline: canceled }), 'pipeline canceled · ready to merge · 2 hr');
  });

  it("doesn't repeat the text of the row above", () => {
    const row = mergeRequestRow(request({ reviewers: [person('marek')] }), { ...CONTEXT, isGrouped: true });
    assert.equal(row.description, 'ready to merge · 2 hr');
    assert.match(row.accessibleLabel, /to review/);
  });

  it("states that commits were pushed after the user's review, also below a row with the step", () => {
    for (const review of ['approved', 'reviewed', 'requested_changes'])
      for (const isGrouped of [false, true]) {
        const facts = request({ reviewers: [person('marek')], sha: 'b'.repeat(40) });
        const rowOf = (reviewedHead: string, changedFiles?: number) =>
          mergeRequestRow(facts, {
            ...CONTEXT,
            ...{ isGrouped, lookupFacts: { review, reviewedHead }, changedFiles },
          });
        const changed = rowOf('a'.repeat(40));
        assert.equal(changed.description, 'changed since your review · ready to merge · 2 hr');
        assert.match(changed.accessibleLabel, /, changed since your review, /);
        for (const [changedFiles, text] of [
          [0, 'rebased since your review'],
          [1, '1 file since your review'],
          [12, '12 files since your review'],
        ] as const)
          assert.equal(rowOf('a'.repeat(40), changedFiles).description, `${text} · ready to merge · 2 hr`);
        assert.doesNotMatch(rowOf('b'.repeat(40), 3).description ?? '', /since your review/);
        assert.equal(changed.icon.id, 'git-pull-request', 'not the icon of the outdated review');
        assert.doesNotMatch(rowOf('b'.repeat(40)).description ?? '', /since your review/);
      }
  });

  it('has a complete accessible label', () => {
    const row = mergeRequestRow(request(), {
      ...CONTEXT,
      unread: true,
      pinned: true,
      ofBranch: true,
      amongProjects: true,
    });
    assert.equal(
      row.accessibleLabel,
      'Merge request 42, Add price rounding, current branch, unread, pinned, open, ready to merge, 2 hours ago, acme/storefront',
    );
  });

  it('shows the end of a finished merge request instead of the next step', () => {
    const merged = { state: 'merged', merged_at: '2026-11-21T11:00:00Z', detailed_merge_status: 'not_open' };
    assert.equal(described({ ...merged, reviewers: [person('marek')] }), 'merged · 1 hr');
    assert.equal(described({ state: 'closed' }), 'closed · 2 hr');
  });

  it('has context values for its state and the possible actions', () => {
    const { contextTokens: tokens } = mergeRequestRow(request({ sha: 'a', web_url: 'https://x' }), CONTEXT);
    for (const word of ['mergeRequest', 'opened', 'can-merge', 'can-close', 'web'])
      assert.ok(tokens.includes(word), word);
    const draft = mergeRequestRow(request({ draft: true, sha: 'a' }), CONTEXT);
    assert.ok(!draft.contextTokens.includes('can-merge') && draft.contextTokens.includes('can-markReady'));
    const merged = mergeRequestRow(request({ state: 'merged' }), CONTEXT);
    assert.ok(!merged.contextTokens.includes('can-close'));
  });

  it('has a unique icon for each state', () => {
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

  it('marks unread rows, pinned rows, and the own review where a narrow side bar shows them', () => {
    const marek = { id: 3, username: 'marek', name: 'Marek Novák', state: 'active' };
    const of = request({ reviewers: [marek], author: null, assignees: [] });
    const iconWith = (review: string | undefined, facts: Partial<MergeRequest> = {}) =>
      mergeRequestRow({ ...of, ...facts }, { ...CONTEXT, who: 'marek', lookupFacts: { review } }).icon.id;
    assert.deepEqual(
      ['approved', 'reviewed', 'requested_changes'].map((review) => iconWith(review)),
      ['pass', 'comment', 'request-changes'],
    );
    assert.equal(iconWith('unreviewed'), iconWith(undefined));
    assert.equal(iconWith('approved', { state: 'merged' }), 'git-merge');
    const plain = mergeRequestRow(of, CONTEXT);
    const pinned = mergeRequestRow(of, { ...CONTEXT, pinned: true });
    assert.deepEqual([pinned.icon.id, pinned.icon.color], ['pinned', plain.icon.color]);
    assert.equal(plain.resource, undefined);
    const unread = mergeRequestRow(of, { ...CONTEXT, unread: true });
    assert.ok(unread.resource !== undefined && isUnreadResource(unread.resource));
    assert.match(unread.description ?? '', /^unread · /);
  });

  it('has a label for every status, and shows an unknown status as words', () => {
    for (const status of KNOWN_MERGE_STATUSES)
      assert.notEqual(stepLabel(request({ detailed_merge_status: status }), 'nobody'), '', status);
    assert.equal(stepLabel(request({ detailed_merge_status: 'all_new_status' }), 'nobody'), 'all new status');
  });

  it('omits the pipeline if it is shown next to the status', () => {
    assert.equal(requestStateLabel(request({ detailed_merge_status: 'ci_still_running' })), '');
    assert.equal(requestStateLabel(request()), 'ready to merge');
    assert.equal(requestStateLabel({ state: 'merged' }), 'merged');
    assert.equal(requestStateLabel({ state: 'opened' }), '');
  });
});

describe('rows of lists and places', () => {
  it('show the count and whether there are more', () => {
    assert.equal(listCountLabel({ shown: 7, hasMore: false, total: 7 }), '7');
    assert.equal(listCountLabel({ shown: 50, hasMore: true, total: 5_000 }), '50 of 5,000');
    assert.equal(listCountLabel({ shown: 50, hasMore: true }), '50+');
    assert.equal(moreRow('50 of 5,000').accessibleLabel, 'Load More Merge Requests, 50 of 5,000');
  });

  it('use the singular for one merge request', () => {
    const list = { preset: 'review', saved: undefined, open: false, filterDetails: [] } as const;
    assert.equal(listRow({ ...list, count: '1' }).accessibleLabel, 'Review Requested, 1 merge request');
    assert.equal(listRow({ ...list, count: '7' }).accessibleLabel, 'Review Requested, 7 merge requests');
    assert.equal(listRow({ ...list, count: '50+' }).accessibleLabel, 'Review Requested, 50+ merge requests');
    assert.equal(listRow({ ...list, count: undefined }).accessibleLabel, 'Review Requested');
    assert.equal(stepRow('merge', 1).accessibleLabel, 'Ready to Merge, 1 merge request');
  });

  it('have a title for each step of the user, and are collapsed only if snoozed', () => {
    for (const step of [...ATTENTION_STEPS, 'snoozed'] as const) {
      const { label, expandable } = stepRow(step, 3);
      assert.notEqual(label, '');
      assert.equal(expandable, step === 'snoozed' ? 'collapsed' : 'expanded');
    }
  });

  it('show the server only if there are several', () => {
    const place = { kind: 'project', base: 'https://git.example', project: 7 } as const;
    const context = { path: 'acme/storefront', who: 'marek', added: false, open: false };
    assert.equal(placeRow(place, { ...context, alone: true }).description, '');
    assert.equal(placeRow(place, { ...context, alone: false }).description, 'git.example');
  });
});
