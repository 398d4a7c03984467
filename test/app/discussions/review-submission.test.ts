import assert from 'node:assert/strict';
import { listReviewers } from '../../../src/api/endpoints/merge-requests';
import { ReviewSubmission } from '../../../src/app/discussions/review-submission';
import { systemClock } from '../../../src/base/clock';
import { writesTo } from '../../builders/acting';
import { commenting, GIFT_CARDS } from './helpers/commenting';

const PUBLISH = '**/draft_notes/bulk_publish';
/** A server that only publishes the pending comments. */
const OLDER = { kind: 'ignore', path: PUBLISH, fields: ['note', 'reviewer_state'] };
const NOTES = '**/merge_requests/*/notes';

describe('submitting a review', () => {
  const world = commenting();

  /** A reviewer of the merge request with a pending comment. */
  const reviewing = async (role: 'maintainer' | 'developer' = 'maintainer') => {
    const who = world.person(role);
    const { client, discussions, discussionActions, mergeRequests, key } = who;
    const user = await who.userOf();
    const submission = new ReviewSubmission({
      clientFor: () => client,
      ...{ discussions, discussionActions, mergeRequests, userOf: who.userOf, clock: systemClock },
    });
    await discussions.get(key);
    await discussionActions.post(key, { kind: 'pending', body: 'Why five?' });
    const before = writesTo(world.sandbox).length;
    return {
      ...{ submission, key, discussions, discussionActions },
      writes: () => writesTo(world.sandbox).slice(before),
      bodies: async () =>
        (await discussions.refresh(key)).threads.flatMap(({ notes }) => notes.map(({ body }) => body)),
      state: async () => {
        const { items } = await client.page(listReviewers, { id: 1, merge_request_iid: GIFT_CARDS });
        return items.find((each) => each.user.id === user.id)?.state;
      },
    };
  };
  const published = `POST ${GIFT_CARDS}/draft_notes/bulk_publish`;
  const note = `POST ${GIFT_CARDS}/notes`;

  it('sends the pending comments, the summary, and the state in one request', async () => {
    const { submission, key, writes, bodies, state } = await reviewing();
    assert.deepEqual(await submission.submit(key, 'comment', 'Almost there.'), {
      ...{ comments: 1, summary: { kind: 'sent' }, isRecorded: undefined },
    });
    assert.deepEqual(writes(), [published]);
    assert.deepEqual((await bodies()).slice(-2), ['Why five?', 'Almost there.']);
    assert.equal(await state(), 'reviewed');
  });

  it('requests changes, which blocks the merge until the reviewer submits another review', async () => {
    const { submission, key, state, discussions, discussionActions } = await reviewing();
    // A thread would block the merge too.
    await discussionActions.removeDraft(key, discussions.peek(key)?.drafts?.[0]?.id ?? 0);
    const { isRecorded } = await submission.submit(key, 'request-changes', 'Why five?');
    assert.deepEqual([isRecorded, await state()], [true, 'requested_changes']);
    const other = world.person('developer');
    world.sandbox.advance(2_000);
    const status = async () => (await other.mergeRequests.refresh(key)).detailed_merge_status;
    await status();
    world.sandbox.advance(2_000);
    assert.equal(await status(), 'requested_changes');
    await submission.submit(key, 'comment', 'Fixed.');
    assert.notEqual(await status(), 'requested_changes');
  });

  it('sends the summary and the request for changes as comments to a server that ignores them', async () => {
    const { submission, key, writes, bodies, state } = await reviewing();
    world.sandbox.faults.add(OLDER);
    assert.deepEqual(await submission.submit(key, 'request-changes', 'Almost there.'), {
      ...{ comments: 1, summary: { kind: 'sent' }, isRecorded: true },
    });
    assert.deepEqual(writes(), [published, note, note]);
    assert.equal(await state(), 'requested_changes');
    const all = await bodies();
    assert.equal(all.filter((body) => body === 'Almost there.').length, 1);
    assert.ok(!all.some((body) => body.includes('submit_review')));
  });

  it('returns the comment that a server without the quick action has added', async () => {
    const { submission, key, writes, bodies, state } = await reviewing();
    world.sandbox.faults.add([OLDER, { kind: 'ignore', path: NOTES, fields: ['submit_review'] }]);
    const text = '/submit_review requested_changes';
    assert.deepEqual(await submission.submit(key, 'request-changes', ''), {
      ...{ comments: 1, summary: undefined, isRecorded: false, addedComment: text },
    });
    assert.deepEqual(writes(), [published, note]);
    assert.equal(await state(), 'reviewed');
    assert.equal((await bodies()).at(-1), text);
  });

  it('sends the quick action once, and checks the reviewers if its response is lost', async () => {
    const outcomes = [
      { fault: { kind: 'reset' }, isRecorded: undefined },
      { fault: { kind: 'status', status: 403 }, isRecorded: false },
      { fault: { kind: 'cut', status: 202 }, isRecorded: true },
    ];
    for (const { fault, isRecorded } of outcomes) {
      const { submission, key, writes } = await reviewing();
      world.sandbox.faults.clear();
      world.sandbox.faults.add([OLDER, { ...fault, method: 'POST', path: NOTES, next: 1 }]);
      const submitted = await submission.submit(key, 'request-changes', '');
      assert.equal(submitted.isRecorded, isRecorded, fault.kind);
      assert.deepEqual(writes(), [published, note]);
    }
  });

  it("doesn't send the quick action if the user isn't a reviewer, or if the reviewers can't be read", async () => {
    world.sandbox.faults.add(OLDER);
    const other = await reviewing('developer');
    assert.equal((await other.submission.submit(other.key, 'request-changes', '')).isRecorded, false);
    assert.deepEqual(other.writes(), [published]);
    const { submission, key, writes } = await reviewing();
    world.sandbox.faults.add({ kind: 'status', status: 403, path: '**/reviewers' });
    assert.equal((await submission.submit(key, 'request-changes', '')).isRecorded, undefined);
    assert.deepEqual(writes(), [published]);
  });

  it('sends a summary with quick actions only as a comment, so that they run once', async () => {
    for (const action of ['/spend 1h', ' /Spend 1h']) {
      const { submission, key, writes } = await reviewing();
      await submission.submit(key, 'comment', `Thanks.\n${action}`);
      assert.deepEqual(writes(), [published, note]);
    }
  });

  it('detects that the review was submitted if only the response is lost', async () => {
    const { submission, key, writes, bodies } = await reviewing();
    world.sandbox.faults.add({ kind: 'cut', path: PUBLISH, status: 201, next: 1 });
    const { comments, summary } = await submission.submit(key, 'comment', 'Almost there.');
    assert.deepEqual([comments, summary, writes()], [1, { kind: 'sent' }, [published]]);
    assert.equal((await bodies()).filter((body) => body === 'Almost there.').length, 1);
  });

  it('sends only the summary if the server has no pending comments', async () => {
    world.sandbox.faults.add({ kind: 'status', status: 404, method: 'GET', path: '**/draft_notes' });
    const { submission, key, writes, discussions } = await reviewing();
    assert.equal((await discussions.refresh(key)).drafts, undefined);
    await submission.submit(key, 'comment', 'Almost there.');
    assert.deepEqual(writes(), [note]);
  });

  it('sends nothing else if the request fails or is unconfirmed', async () => {
    const { submission, key, writes, discussions } = await reviewing();
    for (const fault of [{ kind: 'status', status: 500 }, { kind: 'reset' }]) {
      world.sandbox.faults.add({ ...fault, path: PUBLISH, next: 1 });
      await assert.rejects(submission.submit(key, 'comment', 'Almost there.'));
    }
    assert.deepEqual(writes(), [published, published]);
    assert.equal(discussions.peek(key)?.drafts?.length, 1);
  });

  it("doesn't send a summary again if it couldn't be checked", async () => {
    const { submission, key, writes } = await reviewing();
    world.sandbox.faults.add({ kind: 'status', status: 500, method: 'GET', path: '**/discussions' });
    const { summary } = await submission.submit(key, 'comment', 'Almost there.');
    assert.deepEqual([summary, writes()], ['unknown', [published]]);
  });

  it('sends nothing before an approval without comments', async () => {
    const { submission, key, writes, discussions, discussionActions } = await reviewing();
    const [draft] = discussions.peek(key)?.drafts ?? [];
    await discussionActions.removeDraft(key, draft?.id ?? 0);
    const before = writes().length;
    assert.equal((await submission.submit(key, 'approve', '')).comments, 0);
    assert.equal(writes().length, before);
    await submission.submit(key, 'approve', 'Great work.');
    assert.deepEqual(writes().slice(before), [published]);
  });
});
