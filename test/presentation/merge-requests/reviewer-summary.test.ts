import assert from 'node:assert/strict';
import {
  reviewersWithStates,
  reviewSummary,
} from '../../../src/presentation/merge-requests/reviewer-summary';
import { mergeRequestRow } from '../../../src/presentation/merge-requests/rows';
import { type MergeRequest, mergeRequestSchema } from '../../../src/schemas/merge-request';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const person = (username: string) => ({
  id: username.length,
  username,
  name: username.charAt(0).toUpperCase() + username.slice(1),
  state: 'active',
});
const reviews = (states: Readonly<Record<string, string>>, approvedBy: readonly string[] = []) => ({
  reviewers: Object.entries(states).map(([username, state]) => ({ user: person(username), state })),
  approvedBy: approvedBy.map(person),
});

describe('summary of reviews', () => {
  const summary = (...[states, approvedBy]: Parameters<typeof reviews>) =>
    reviewSummary(reviews(states, approvedBy), 'marek')?.text;

  it('names requested changes first, then approvals, then other reviews', () => {
    assert.equal(summary({ dana: 'requested_changes', ravi: 'approved' }), 'changes requested by Dana');
    assert.equal(
      summary({ dana: 'requested_changes', ravi: 'requested_changes', gwen: 'unreviewed' }),
      'changes requested by 2 of 3',
    );
    assert.equal(summary({ dana: 'approved', ravi: 'reviewed' }), 'approved by 1 of 2');
    assert.equal(summary({ dana: 'approved' }), 'approved by Dana');
    assert.equal(summary({ dana: 'reviewed', ravi: 'unreviewed' }), 'reviewed by 1 of 2');
    assert.equal(summary({ dana: 'reviewed' }), 'reviewed by Dana');
  });

  it('is empty if only the user has reviewed', () => {
    for (const state of ['unreviewed', 'review_started', 'unapproved', 'moon_phase'])
      assert.equal(summary({ dana: state, ravi: 'unreviewed' }), undefined, state);
    assert.equal(summary({ marek: 'approved', dana: 'unreviewed' }), undefined);
    assert.equal(summary({ marek: 'approved', dana: 'approved' }), 'approved by 2 of 2');
    assert.equal(summary({}), undefined);
  });

  it('uses the approvals of servers without them in the review state', () => {
    assert.equal(summary({ dana: 'reviewed', ravi: 'unreviewed' }, ['dana']), 'approved by 1 of 2');
    assert.equal(
      reviewersWithStates(reviews({ dana: 'reviewed', ravi: 'unreviewed' }, ['dana'])),
      'Dana: approved, Ravi: awaiting review',
    );
  });
});

describe('reviews in the row of a merge request', () => {
  const rowOf = (
    facts: Partial<MergeRequest>,
    states: Readonly<Record<string, string>> | undefined,
    { who = 'dana', review }: { readonly who?: string; readonly review?: string } = {},
  ) =>
    mergeRequestRow(
      mergeRequestSchema.parse({
        ...{ id: 1, iid: 42, project_id: 7, title: 'Add price rounding', state: 'opened' },
        ...{ updated_at: '2026-11-21T10:00:00Z', detailed_merge_status: 'mergeable', author: person('dana') },
        reviewers: Object.keys(states ?? { ravi: '' }).map(person),
        ...facts,
      }),
      {
        ...{ now: NOW, who, busy: false, pinned: false, snoozed: undefined, unread: false },
        ...{ amongProjects: false, ofBranch: false },
        reviews: states && reviews(states),
        lookupFacts: { review },
      },
    );

  it('are after the next step, and in the label for screen readers', () => {
    const row = rowOf({}, { ravi: 'approved', gwen: 'unreviewed' });
    assert.equal(row.description, 'ready to merge · approved by 1 of 2 · 2 hr');
    assert.equal(
      row.accessibleLabel,
      'Merge request 42, Add price rounding, open, ready to merge, approved by 1 of 2, 2 hours ago',
    );
    const detail = row.details?.find(({ name }) => name === 'Reviewers');
    assert.equal(detail?.value, 'Ravi: approved, Gwen: awaiting review');
  });

  it('replace the merge status and the own verdict that they repeat', () => {
    const status = { detailed_merge_status: 'requested_changes' };
    assert.equal(
      rowOf(status, { ravi: 'requested_changes' }).description,
      'threads to resolve · changes requested by Ravi · 2 hr',
    );
    const mine = { author: person('gwen'), detailed_merge_status: 'not_approved' };
    assert.equal(
      rowOf(mine, { dana: 'approved', ravi: 'approved' }, { review: 'approved' }).description,
      'approved by 2 of 2 · needs approval · 2 hr',
    );
  });

  it('are omitted if they are not loaded, and in finished merge requests', () => {
    assert.equal(rowOf({}, undefined).description, 'ready to merge · 2 hr');
    assert.equal(rowOf({ state: 'closed' }, { ravi: 'approved' }).description, 'closed · 2 hr');
  });
});
