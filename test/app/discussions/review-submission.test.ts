import assert from 'node:assert/strict';
import { listReviewers } from '../../../src/api/endpoints/merge-requests';
import { ReviewSubmission } from '../../../src/app/discussions/review-submission';
import { systemClock } from '../../../src/base/clock';
import { writesTo } from '../../builders/acting';
import { commenting, GIFT_CARDS } from './helpers/commenting';

const PUBLISH = '**/draft_notes/bulk_publish';
/** A server that only publishes the pending comments. */
const OLDER = { kind: 'ignore', path: PUBLISH, fields: ['note', 'reviewer_state'] };

describe('submitting a review', () => {
  const world = commenting();

  /** A reviewer of the merge request with a pending comment. */
  const reviewing = async () => {
    const who = world.person();
    const { client, discussions, talk: discussionActions, mergeRequests, key } = who;
    const user = await who.userOf();
    const submission = new ReviewSubmission({
      ...{ discussions, discussionActions, mergeRequests, userOf: who.userOf, clock: systemClock },
    });
    await discussions.get(key);
    await discussionActions.post(key, { body: 'Why five?', draft: true });
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

  it('sends the summary as a comment to a server that ignores it, and reports that changes were not requested', async () => {
    const { submission, key, writes, bodies } = await reviewing();
    world.sandbox.faults.add(OLDER);
    assert.deepEqual(await submission.submit(key, 'request-changes', 'Almost there.'), {
      ...{ comments: 1, summary: { kind: 'sent' }, isRecorded: false },
    });
    assert.deepEqual(writes(), [published, `POST ${GIFT_CARDS}/notes`]);
    assert.equal((await bodies()).filter((body) => body === 'Almost there.').length, 1);
  });

  it('sends a summary with quick actions only as a comment, so that they run once', async () => {
    for (const action of ['/spend 1h', ' /Spend 1h']) {
      const { submission, key, writes } = await reviewing();
      await submission.submit(key, 'comment', `Thanks.\n${action}`);
      assert.deepEqual(writes(), [published, `POST ${GIFT_CARDS}/notes`]);
    }
  });

  it('notices that the review was submitted if only the response is lost', async () => {
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
    assert.deepEqual(writes(), [`POST ${GIFT_CARDS}/notes`]);
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
