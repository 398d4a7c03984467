import assert from 'node:assert/strict';
import type { ResultOf } from '../../src/api/endpoint';
import * as approving from '../../src/api/endpoints/approvals';
import * as discussions from '../../src/api/endpoints/discussions';
import { getMergeRequest, updateMergeRequest } from '../../src/api/endpoints/merge-requests';
import { ends, stage, type Who } from './stage';

const request = { id: 'acme/storefront', merge_request_iid: 12 };

describe('pending comments', () => {
  const world = stage('each');
  const draft = (
    note: string,
    more: { in_reply_to_discussion_id?: string; resolve_discussion?: boolean } = {},
  ) => world.client().call(discussions.createDraftNote, { ...request, note, ...more });
  const drafts = async (who: Who = 'maintainer'): Promise<string[]> =>
    (await world.client(who).page(discussions.listDraftNotes, request)).items.map(({ note }) => note);
  const postedComments = async (): Promise<string[]> =>
    (await world.client().page(discussions.listDiscussions, { ...request, per_page: 100 })).items.flatMap(
      ({ notes }) => notes.map(({ body }) => body),
    );

  it('are visible only to their author until they are submitted', async () => {
    const made = await draft('Too long');
    assert.deepEqual([made.note, made.author_id, made.discussion_id], ['Too long', 3, null]);
    await draft('Too short');
    assert.deepEqual(await drafts(), ['Too long', 'Too short']);
    assert.deepEqual(await drafts('owner'), []);
    assert.ok(!(await postedComments()).includes('Too long'));

    await world.client('owner').call(discussions.publishDraftNotes, request);
    assert.equal((await drafts()).length, 2);
    await world.client().call(discussions.publishDraftNotes, request);
    assert.deepEqual(await drafts(), []);
    assert.deepEqual((await postedComments()).slice(-2), ['Too long', 'Too short']);
  });

  it('can be deleted only by their author (404 for others)', async () => {
    const { id: draft_note_id } = await draft('Too long');
    const other = world.client('owner').call(discussions.deleteDraftNote, { ...request, draft_note_id });
    await ends(other, 'not-found', 404);
    await world.client().call(discussions.deleteDraftNote, { ...request, draft_note_id });
    assert.deepEqual(await drafts(), []);
    const again = world.client().call(discussions.deleteDraftNote, { ...request, draft_note_id });
    await ends(again, 'not-found', 404);
  });

  it('reply to a thread and resolve it when they are submitted', async () => {
    const thread = await world
      .client('developer')
      .call(discussions.createDiscussion, { ...request, body: 'Why?' });
    await draft('Because.', { in_reply_to_discussion_id: thread.id, resolve_discussion: true });
    await world.client().call(discussions.publishDraftNotes, request);
    const { items } = await world.client().page(discussions.listDiscussions, { ...request, per_page: 100 });
    const found = items.find(({ id }) => id === thread.id);
    assert.deepEqual(
      found?.notes.map(({ body, resolved }) => [body, resolved]),
      [
        ['Why?', true],
        ['Because.', true],
      ],
    );
  });

  it("are rejected if they are empty (400) or their thread doesn't exist (404)", async () => {
    await ends(draft(' '), 'bad-request', 400, /can't be blank/);
    await ends(draft('Yes', { in_reply_to_discussion_id: 'f'.repeat(40) }), 'not-found', 404);
    assert.deepEqual(await drafts(), []);
  });
});

describe('approvals', () => {
  const world = stage('each');
  const approvals = (who: Who = 'maintainer'): Promise<ResultOf<typeof approving.getApprovals>> =>
    world.client(who).call(approving.getApprovals, request);
  const approve = (who: Who = 'maintainer', sha?: string) =>
    world.client(who).call(approving.approveMergeRequest, { ...request, sha });
  const names = (result: ResultOf<typeof approving.approveMergeRequest>): (string | null | undefined)[] =>
    (result?.approved_by ?? []).map(({ user }) => user.username);

  it('list the users who approved, and whether the user can approve', async () => {
    const mine = await approvals();
    assert.deepEqual(names(mine), ['olivia']);
    assert.deepEqual([mine.user_has_approved, mine.user_can_approve], [false, true]);
    for (const [who, has, can] of [
      ['owner', true, false],
      ['developer', false, false],
      ['reporter', false, false],
      ['nobody', false, false],
    ] as const) {
      const { user_has_approved, user_can_approve } = await approvals(who);
      assert.deepEqual([who, user_has_approved, user_can_approve], [who, has, can]);
    }
  });

  it('apply to the given head (409 for another)', async () => {
    const { sha } = await world.client().call(getMergeRequest, request);
    const message = new RegExp(`^SHA does not match HEAD of source branch: ${sha}$`);
    await ends(approve('maintainer', 'f'.repeat(40)), 'conflict', 409, message);
    assert.equal((await approvals()).user_has_approved, false);
    assert.deepEqual(names(await approve('maintainer', sha ?? '')), ['olivia', 'marek']);
    assert.equal((await approvals()).user_has_approved, true);
  });

  it('are accepted once (304 afterwards), and not from authors or reporters (401)', async () => {
    assert.equal(await approve('owner'), undefined);
    assert.equal(world.as('owner').taken().at(-1)?.status, 304);
    await ends(approve('developer'), 'unauthorized', 401);
    await ends(approve('reporter'), 'unauthorized', 401);
    assert.deepEqual(names(await approvals()), ['olivia']);
  });

  it('can be revoked by their author (304 for others)', async () => {
    await world.client().call(approving.unapproveMergeRequest, request);
    assert.equal(world.as('maintainer').taken().at(-1)?.status, 304);
    await world.client('owner').call(approving.unapproveMergeRequest, request);
    assert.deepEqual(names(await approvals()), []);
  });

  it('count toward the required approvals', async () => {
    const wide = { ...request, merge_request_iid: 18 };
    const before = await world.client('owner').call(approving.getApprovals, wide);
    assert.deepEqual([before.approved, before.approvals_required, before.approvals_left], [false, 2, 1]);
    const after = await world.client('owner').call(approving.approveMergeRequest, wide);
    assert.deepEqual([after?.approved, after?.approvals_left], [true, 0]);
  });

  it('have rules with the users who approved and who can approve', async () => {
    const { rules } = await world.client().call(approving.getApprovalState, request);
    assert.deepEqual(
      rules?.map((rule) => ({
        type: rule.rule_type,
        required: rule.approvals_required,
        approved: rule.approved,
        by: rule.approved_by?.map(({ username }) => username),
        eligible: rule.eligible_approvers?.map(({ username }) => username),
      })),
      [
        {
          ...{ type: 'any_approver', required: 0, approved: true },
          ...{ by: ['olivia'], eligible: ['olivia', 'marek'] },
        },
      ],
    );
  });

  it('are rejected for closed merge requests (401)', async () => {
    await world.client().call(updateMergeRequest, { ...request, state_event: 'close' });
    await ends(approve(), 'unauthorized', 401);
  });
});
