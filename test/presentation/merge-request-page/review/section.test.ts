import assert from 'node:assert/strict';
import type { VerdictFacts } from '../../../../src/domain/discussions/verdicts';
import type { DiscussionModel } from '../../../../src/presentation/merge-request-page/discussion-model';
import type { ReviewEditor } from '../../../../src/presentation/merge-request-page/editor-model';
import type { MergeRequestPageModel } from '../../../../src/presentation/merge-request-page/model';
import { mergeRequestPageBody } from '../../../../src/presentation/merge-request-page/page';
import { reviewSection } from '../../../../src/presentation/merge-request-page/review/section';
import { verdictRefusal } from '../../../../src/presentation/merge-request-page/review/verdicts';
import { html } from '../../../../src/presentation/shared/html';
import { model } from '../../../builders/merge-request-page';

const NONE = { text: '', previewed: undefined, uploads: [] };
const REVIEW: ReviewEditor = {
  ...NONE,
  ...{ verdict: 'comment', submitting: undefined, isReading: false, problem: undefined },
};
const note = { system: false, resolvable: true, resolved: false };
const THREADS = [
  {
    id: 'abc',
    notes: [
      {
        ...{ ...note, id: 1, body: 'Why five?', author: { name: 'Dana', username: 'dana' } },
        position: { new_path: 'src/pay.ts', new_line: 7 },
      },
    ],
  },
  { id: 'def', notes: [{ ...note, id: 2, body: 'In general', author: { name: 'Dana', username: 'dana' } }] },
];
const DRAFTS = [
  { id: 5, note: 'On a line', position: { new_path: 'src/price.ts', new_line: 3 } },
  { id: 6, note: 'In a thread on code', discussion_id: 'abc' },
  { id: 7, note: 'In a thread', discussion_id: 'def' },
  { id: 8, note: 'On everything' },
];

const given = (
  review: Partial<ReviewEditor> = {},
  {
    discussions,
    ...rest
  }: Partial<Omit<MergeRequestPageModel, 'discussions'>> & {
    readonly discussions?: Partial<DiscussionModel>;
  } = {},
): MergeRequestPageModel =>
  model(
    {},
    {
      me: 'marek',
      discussions: {
        known: { threads: THREADS, drafts: DRAFTS, cut: false, missing: undefined },
        ...{ errorMessage: undefined, unsent: [], settling: [] },
        write: (text) => html`<p>${text}</p>`,
        editing: {
          ...{ comment: NONE, internal: false, reacting: undefined },
          ...{ replies: new Map(), edits: new Map(), drafts: new Map() },
          review: { ...REVIEW, ...review },
        },
        ...discussions,
      },
      ...rest,
    },
  );
const render = (...args: Parameters<typeof given>): string => String(reviewSection(given(...args)));
const count = (page: string, text: string): number => page.split(text).length - 1;

describe('form of a review', () => {
  it('lists each pending comment once, with its place and its buttons', () => {
    const page = render();
    for (const text of [
      'src/price.ts:3',
      'src/pay.ts:7',
      'Reply to Dana: In general',
      'Entire merge request',
      '4 pending comments',
    ])
      assert.ok(page.includes(text), text);
    const whole = mergeRequestPageBody(given(), undefined).toString();
    for (const { id } of DRAFTS) {
      for (const button of [`edit-draft-${id}`, `discard-draft-${id}`])
        assert.equal(count(whole, `id="${button}"`), 1, button);
    }
    const ids = [...whole.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    );
  });

  it('is absent while it is closed, and the page lists the pending comments', () => {
    const closed = given();
    const page = mergeRequestPageBody(
      {
        ...closed,
        discussions: {
          ...closed.discussions,
          editing: closed.discussions.editing && { ...closed.discussions.editing, review: undefined },
        },
      },
      undefined,
    ).toString();
    assert.ok(!page.includes('data-form="review"'));
    assert.equal(count(page, 'id="edit-draft-5"'), 1);
  });

  it('states that there are no pending comments only after they were read', () => {
    const empty = { threads: [], drafts: [], cut: false, missing: undefined };
    const none = 'You have no pending comments';
    assert.ok(!render({ isReading: true }, { discussions: { known: empty } }).includes(none));
    assert.ok(!render({}, { discussions: { known: undefined } }).includes(none));
    assert.ok(render({}, { discussions: { known: empty } }).includes(none));
    assert.match(
      render({}, { discussions: { known: { ...empty, drafts: undefined } } }),
      /git\.example\.com doesn&#39;t support pending comments|git\.example\.com doesn't support/,
    );
  });

  it('has one form for the text of a pending comment that is edited, outside the form of the review', () => {
    const base = given();
    const { editing } = base.discussions;
    assert.ok(editing);
    const page = String(
      reviewSection({
        ...base,
        discussions: {
          ...base.discussions,
          editing: { ...editing, drafts: new Map([[5, { ...NONE, text: 'On a line!' }]]) },
        },
      }),
    );
    assert.match(page, /data-form="draft 5"[\s\S]*<\/form>[\s\S]*data-form="review"/);
  });

  it('selects the verdict, and explains why others are unavailable', () => {
    const parts = {
      approvals: { approved: false, user_can_approve: false },
      reviewers: { items: [], cut: false },
    };
    const page = render({ verdict: 'request-changes' }, { parts });
    assert.match(page, /value="request-changes" checked disabled/);
    assert.match(page, /value="approve" disabled/);
    for (const text of ['permission to approve this merge request', 'Only reviewers can request changes.'])
      assert.ok(page.includes(text), text);
    assert.doesNotMatch(render(), /disabled/);
  });

  it('shows that it is being submitted, and that it was not', () => {
    const busy = render({ submitting: 'sendReview' });
    assert.match(busy, /<textarea[^>]* readonly/);
    assert.equal(count(busy, 'data-form="review"'), 1);
    assert.match(busy, /data-act="sendReview"[^>]*aria-disabled="true" aria-busy="true"/);
    assert.match(busy, /data-act="sendReviewAndOpenNext"[^>]*aria-disabled="true"/);
    const problem = { text: 'Nothing was <sent>.', isAnnounced: false };
    assert.match(render({ problem }), /role="alert"[^>]*>Nothing was &lt;sent&gt;\./);
    assert.doesNotMatch(
      render({ problem: { ...problem, isAnnounced: true } }),
      /id="review-problem" role="alert"/,
    );
  });

  it('explains why no review can be submitted', () => {
    const archived = render({}, { parts: { project: { archived: true } } });
    assert.ok(archived.includes('This project is archived (read-only)'));
    const missing = render({}, { discussions: { known: { threads: [], cut: false, missing: 'forbidden' } } });
    assert.match(missing, /view the comments on this merge request/);
    for (const page of [archived, missing]) {
      assert.ok(!page.includes('<textarea'));
      assert.match(page, /id="review-summary-text" tabindex="-1"/);
    }
  });
});

describe('verdicts of a review', () => {
  const facts: VerdictFacts = { approvals: undefined, isReviewer: undefined, hasPendingComments: undefined };
  const refusals = (more: Partial<VerdictFacts>) =>
    (['comment', 'approve', 'request-changes'] as const).map((verdict) =>
      verdictRefusal(verdict, { ...facts, ...more }),
    );

  it('are available unless a reason against them is known', () => {
    const [none] = refusals({});
    assert.deepEqual(refusals({}), [none, none, none]);
    for (const [more, index, reason] of [
      [{ approvals: { user_can_approve: false } }, 1, /permission/],
      [{ approvals: { user_can_approve: false, user_has_approved: true } }, 1, /already approved/],
      [{ approvals: { require_password_to_approve: true } }, 1, /re-authentication/],
      [{ isReviewer: false }, 2, /Only reviewers/],
      [{ hasPendingComments: false }, 2, /doesn't support/],
    ] as const) {
      const found = refusals(more);
      assert.match(found[index] ?? '', reason);
      assert.equal(found.filter((each) => each !== undefined).length, 1);
    }
  });
});
