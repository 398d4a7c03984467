import assert from 'node:assert/strict';
import { createDraftNote } from '../../../../src/api/endpoints/discussions';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { closeAll } from '../../../api/helpers/client';
import { actingOn, writesTo } from '../../../builders/acting';
import { heldMemory } from '../../../builders/stores';
import { writingPage } from './writing-page';

/** A merge request that the maintainer can approve. */
const GIFT_CARDS = 12;
const PUBLISH = '**/draft_notes/bulk_publish';

describe('form of a review on the merge request page', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  const page = async (memory = heldMemory()) => {
    const one = await writingPage(sandbox, memory, { iid: GIFT_CARDS });
    await one.mergeRequests.refresh(one.key);
    const isIdle = (): boolean => one.review()?.isReading !== true && one.review()?.submitting === undefined;
    return {
      ...one,
      isIdle,
      open: async (
        ...given: Parameters<typeof one.reviewForms.open> extends [unknown, ...infer R] ? R : []
      ) => {
        await one.reviewForms.open(one.key, ...given);
        await one.when(isIdle);
      },
      submit: async (text: string, verdict: string, action = 'sendReview') => {
        one.act(action, { form: 'review', values: { text, verdict } });
        await one.when(isIdle);
      },
      writes: () => writesTo(sandbox),
    };
  };
  /** Adds pending comments as the same user with another client. */
  const addElsewhere = async (...notes: readonly string[]): Promise<void> => {
    const { client } = actingOn(sandbox);
    for (const note of notes)
      await client.call(createDraftNote, { id: 1, merge_request_iid: GIFT_CARDS, note });
  };

  it('reads the comments again when it opens, before it states that there are none', async () => {
    const one = await page();
    assert.deepEqual(one.discussions.peek(one.key)?.drafts, []);
    await addElsewhere('First', 'Second');
    const opened = one.reviewForms.open(one.key);
    assert.equal(one.review()?.isReading, true);
    await opened;
    await one.when(one.isIdle);
    const drafts = one.discussions.peek(one.key)?.drafts ?? [];
    assert.deepEqual(
      drafts.map(({ note }) => note),
      ['First', 'Second'],
    );
  });

  it('submits pending comments that were added elsewhere while it was open', async () => {
    const one = await page();
    await one.open();
    await addElsewhere('First');
    await one.submit('', 'comment');
    assert.deepEqual(one.submitted, [{ count: 1, verdict: 'comment', next: 'offer' }]);
    assert.equal(one.review(), undefined);
    const { sha } = await one.mergeRequests.get(one.key);
    await one.recorded();
    const [latest] = await one.changes.versions(one.key);
    assert.ok(sha !== undefined && latest?.head_commit_sha === sha);
    assert.deepEqual(one.reviewed.last(one.key), { version: latest.id, head: sha });
  });

  it('asks for a summary if there are no pending comments, and sends nothing', async () => {
    const one = await page();
    await one.open();
    const before = one.writes().length;
    await one.submit(' ', 'request-changes');
    assert.deepEqual(one.review()?.problem, {
      text: 'Enter a summary. You have no pending comments.',
      isAnnounced: false,
    });
    assert.equal(one.writes().length, before);
    assert.equal(one.reviewed.lastHead(one.key), undefined);
  });

  it('states what the server did if changes could not be requested, and closes', async () => {
    const host = new URL(sandbox.url).host;
    const notes = '**/merge_requests/*/notes';
    const outcomes = [
      {
        fault: { kind: 'ignore', path: notes, fields: ['submit_review'] },
        message: `Review submitted. ${host} can't request changes, and added the comment "/submit_review requested_changes" instead. You can delete it.`,
      },
      {
        fault: { kind: 'status', status: 403, method: 'POST', path: notes },
        message: `Review submitted. ${host} didn't record that you requested changes.`,
      },
      {
        fault: { kind: 'reset', method: 'POST', path: notes },
        message: `Review submitted. Couldn't check whether ${host} recorded that you requested changes.`,
      },
    ];
    for (const { fault, message } of outcomes) {
      sandbox.faults.clear();
      sandbox.faults.add([{ kind: 'ignore', path: PUBLISH, fields: ['reviewer_state'] }, fault]);
      await addElsewhere('Why five?');
      const one = await page();
      await one.open();
      await one.submit('', 'request-changes');
      assert.deepEqual([one.messages, one.review()], [[message], undefined]);
    }
  });

  it('submits the summary and the verdict, closes, and removes what was stored', async () => {
    const one = await page();
    await addElsewhere('Why five?');
    await one.open('approve');
    one.type('review', 'Great work.', { verdict: 'approve' });
    await one.submit('Great work.\n', 'approve', 'sendReviewAndOpenNext');
    assert.deepEqual(one.submitted, [{ count: 1, verdict: 'approve', next: 'open' }]);
    assert.deepEqual(one.writes().slice(-2), [
      `POST ${GIFT_CARDS}/draft_notes/bulk_publish`,
      `POST ${GIFT_CARDS}/approve`,
    ]);
    assert.ok(one.bodies().includes('Great work.') && one.bodies().includes('Why five?'));
    assert.deepEqual([one.unfinished.list(one.key), one.review()], [[], undefined]);
  });

  it('stays closed after it was submitted, also if the page sends its values again', async () => {
    for (const verdict of ['comment', 'request-changes', 'approve']) {
      const memory = heldMemory();
      const one = await page(memory);
      await one.open();
      await one.submit('Great work.', verdict);
      assert.equal(one.review(), undefined, verdict);
      one.type('review', 'Great work.', { verdict });
      one.type('review', '', { verdict });
      assert.deepEqual([one.review(), one.unfinished.list(one.key)], [undefined, []], verdict);
      assert.equal((await page(memory)).review(), undefined, verdict);
    }
  });

  it('stores the reviewed commit if the versions cannot be read', async () => {
    const one = await page();
    await one.open();
    sandbox.faults.add({ kind: 'status', status: 403, path: '**/versions' });
    await one.submit('Two remarks.', 'comment');
    await one.recorded();
    const sha = one.mergeRequests.peek(one.key)?.sha;
    assert.ok(sha !== undefined && sha !== null);
    assert.equal(one.reviewed.lastHead(one.key), sha);
    assert.equal(one.reviewed.last(one.key), undefined);
  });

  it('keeps the summary and the verdict when it is closed, and in another session', async () => {
    const memory = heldMemory();
    const one = await page(memory);
    await one.open();
    one.type('review', 'Half a summ', { verdict: 'request-changes' });
    one.act('cancelText', { form: 'review', values: { text: 'Half a summary', verdict: 'request-changes' } });
    assert.equal(one.review(), undefined);
    assert.deepEqual(one.asked, []);
    await one.open();
    assert.deepEqual([one.review()?.text, one.review()?.verdict], ['Half a summary', 'request-changes']);
    const later = await page(memory);
    assert.deepEqual([later.review()?.text, later.review()?.verdict], ['Half a summary', 'request-changes']);
    later.type('review', '', { verdict: 'request-changes' });
    assert.equal((await page(memory)).review()?.verdict, 'request-changes');
    later.type('review', '', { verdict: 'comment' });
    assert.deepEqual(later.unfinished.list(later.key), []);
  });

  it('shows the verdict with which it was opened, also if it was open', async () => {
    const one = await page();
    await one.open();
    one.type('review', 'Text', { verdict: 'comment' });
    await one.open('approve');
    assert.deepEqual([one.review()?.text, one.review()?.verdict], ['Text', 'approve']);
    assert.deepEqual(one.posts.at(-1), { kind: 'fill', form: 'review', values: { verdict: 'approve' } });
  });

  it('keeps everything if the server fails or does not confirm, and sends each request once', async () => {
    const one = await page();
    await addElsewhere('Why five?');
    await one.open();
    for (const fault of [
      { kind: 'status', status: 500 },
      { kind: 'reset' },
      { kind: 'status', status: 502, form: 'html' },
    ] as const) {
      sandbox.faults.add({ ...fault, method: 'POST', path: PUBLISH, next: 1 });
      const before = one.writes().length;
      await one.submit('Almost there.', 'comment');
      assert.equal(one.writes().length, before + 1);
      assert.equal(one.reported.at(-1), "Couldn't submit the review.");
      assert.equal(one.review()?.problem?.isAnnounced, true);
      assert.equal(one.review()?.text, 'Almost there.');
    }
    assert.match(one.review()?.problem?.text ?? '', /didn't confirm the request\. It may have succeeded\./);
  });

  it('states which steps were done if the approval fails, and then only approves', async () => {
    const one = await page();
    await addElsewhere('Why five?');
    await one.open('approve');
    sandbox.faults.add({ kind: 'status', status: 500, method: 'POST', path: '**/approve', next: 1 });
    await one.submit('Great work.', 'approve');
    const what = `The comments on !${GIFT_CARDS} were submitted, but it couldn't be approved.`;
    assert.equal(one.reported.at(-1), what);
    assert.ok(one.bodies().includes('Great work.'));
    const review = one.review();
    assert.deepEqual([review?.text, review?.verdict], ['', 'approve']);
    const before = one.writes().length;
    await one.submit('', 'approve');
    assert.deepEqual(one.writes().slice(before), [`POST ${GIFT_CARDS}/approve`]);
    assert.equal(one.review(), undefined);
  });

  it('submits once if the button is pressed twice', async () => {
    const one = await page();
    await one.open();
    const before = one.writes().length;
    const values = { text: 'Once.', verdict: 'comment' };
    one.act('sendReview', { form: 'review', values });
    one.act('sendReview', { form: 'review', values });
    await one.when(() => one.isIdle() && one.review() === undefined);
    assert.equal(one.writes().length, before + 1);
  });

  it('rejects a verdict that the user can no longer select, and ignores invalid values', async () => {
    const one = await page();
    await one.open('approve');
    const before = one.writes().length;
    one.act('sendReview', { form: 'review', values: { text: 'Text', verdict: 'merge' } });
    assert.equal(one.review()?.submitting, undefined);
    await one.submit('', 'approve');
    assert.equal(one.writes().length, before + 1);
    await one.mergeRequests.refreshPart(one.key, 'approvals');
    await one.open('approve');
    await one.submit('', 'approve');
    assert.equal(one.review()?.problem?.text, "You've already approved this merge request.");
    assert.equal(one.writes().length, before + 1);
  });

  it('asks to review commits that were pushed after it was opened, before it approves', async () => {
    const one = await page();
    await one.open('approve');
    const request = one.mergeRequests.peek(one.key);
    assert.ok(request);
    one.mergeRequests.apply(one.key, { ...request, sha: 'b'.repeat(40) });
    const before = one.writes().length;
    await one.submit('Great.', 'approve');
    assert.match(one.review()?.problem?.text ?? '', /^Commits were pushed after you opened the form\./);
    assert.equal(one.writes().length, before);
  });

  it('reports if the comments could not be read', async () => {
    const one = await page();
    sandbox.faults.add({ kind: 'status', status: 500, method: 'GET', path: '**/draft_notes' });
    await one.open();
    assert.match(one.review()?.problem?.text ?? '', /^Couldn't load the comments\./);
    const before = one.writes().length;
    await one.submit('', 'comment');
    assert.match(one.review()?.problem?.text ?? '', /^Couldn't load the comments\./);
    assert.equal(one.writes().length, before);
  });
});
