import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { editAddress, messageAddress } from '../../../src/presentation/merge-requests/edit-address';
import type { Rows } from '../../writing-commands';
import { threadsInDiff } from '../helpers/comments-setup';
import { sandbox } from '../helpers/harness';
import { afterMergeRows } from '../helpers/lost-after-merge';
import { allowDelete, openText } from '../helpers/lost-merge-request';
import { ownSuggestionRow } from '../helpers/lost-own-suggestions';
import { change, itEach, type Row, send } from '../helpers/lost-response';
import { suggestionRows } from '../helpers/lost-suggestions';
import { madeRequest } from '../helpers/made-request';
import { STORE } from '../helpers/product';

describe('lost response to a merge request command', () => {
  const world = madeRequest();
  const { answer, command, choose, key, name } = world;
  const at = (): string => `/projects/2/merge_requests/${world.made.iid}`;
  const reread = () => world.it.parts.mergeRequests.refresh(key());
  const first = (given: () => unknown) => async () => {
    await given();
    await reread();
  };
  const plain = (id: string, given: () => unknown = () => undefined): Row => ({
    given: first(given),
    act: () => command(id),
  });
  const changed =
    (method: string, what: string, body: object = {}) =>
    () =>
      change(method, `${at()}${what}`, body);
  const someOf = (): void => {
    answer({
      pickFromGroups: ({ groups }) => {
        const all = groups.flatMap(({ items }) => items);
        return Promise.resolve(all.slice(0, 2).map(({ value }) => value));
      },
      search: async ({ find }) => (await find('fix', new AbortController().signal))[0]?.value,
    });
  };
  const chosen = (id: string): Row => ({ given: someOf, act: () => command(id) });
  const typing = (id: string, words: readonly string[], kept: () => unknown): Row => ({
    act: () => {
      world.it.script.type(...words);
      return command(id);
    },
    kept,
  });
  /** Asserts the initial values of the input boxes when the command runs again. */
  const holds =
    (id: string, ...values: readonly string[]) =>
    async () => {
      const before = world.it.script.asked.length;
      world.it.script.type(...values.slice(0, -1));
      await command(id);
      assert.deepEqual(
        world.it.script.asked.slice(before).map(({ value }) => value),
        values,
      );
    };

  after(() => allowDelete(undefined));
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  // A description is saved in an editor (tested below). The form for a new merge request is tested in
  // `create.test.ts`, to-do items in `todos-and-search.test.ts`.
  type Elsewhere = 'editDescription' | 'createMergeRequest' | 'markTodoDone' | 'markAllTodosDone';
  const rows: Omit<Rows<'mergeRequests', Row>, Elsewhere> = {
    mergeMergeRequest: {
      act: () => {
        choose(/^Merge \w{8} into main/);
        return command('mergeMergeRequest');
      },
    },
    continueMerge: {
      act: async () => {
        await openText(vscode.Uri.from(messageAddress(key(), 'merge')), 'Merge it');
        choose(/^Merge \w{8} into main/);
        await command('continueMerge', undefined);
      },
      kept: async () => {
        const uri = vscode.Uri.from(messageAddress(key(), 'merge'));
        assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), 'Merge it');
      },
    },
    cancelAutoMerge: plain('cancelAutoMerge', async () => {
      await change('POST', `${at()}/pipelines`);
      await change('PUT', `${at()}/merge`, { merge_when_pipeline_succeeds: true });
    }),
    rebaseMergeRequest: {
      act: () => {
        choose(/^Rebase$/);
        return command('rebaseMergeRequest');
      },
    },
    ...afterMergeRows(world, { reread, at }),
    closeMergeRequest: plain('closeMergeRequest'),
    reopenMergeRequest: plain('reopenMergeRequest', changed('PUT', '', { state_event: 'close' })),
    markDraft: plain('markDraft'),
    markReady: plain('markReady', changed('PUT', '', { title: 'Draft: Act' })),
    approveMergeRequest: plain('approveMergeRequest'),
    revokeApproval: plain('revokeApproval', changed('POST', '/approve')),
    subscribeMergeRequest: plain('subscribeMergeRequest'),
    unsubscribeMergeRequest: plain('unsubscribeMergeRequest', changed('POST', '/subscribe')),
    addTodo: plain('addTodo'),
    lockDiscussion: plain('lockDiscussion'),
    unlockDiscussion: plain('unlockDiscussion', changed('PUT', '', { discussion_locked: true })),
    createMergeRequestPipeline: plain('createMergeRequestPipeline'),
    deleteMergeRequest: {
      given: () => allowDelete(true),
      act: () => {
        world.it.script.type(name());
        return command('deleteMergeRequest');
      },
    },
    editTitle: typing('editTitle', ['Another title'], holds('editTitle', 'Another title')),
    editLabels: chosen('editLabels'),
    editAssignees: chosen('editAssignees'),
    editReviewers: chosen('editReviewers'),
    requestReviewAgain: {
      given: first(() => change('PUT', at(), { reviewer_ids: [3] }).then(changed('POST', '/approve'))),
      act: async () => {
        // The reviewer has approved.
        world.it.script.allow();
        await command('requestReviewAgain', { target: { kind: 'reviewer', mergeRequest: key(), user: 3 } });
        world.it.script.allow(false);
      },
    },
    editMilestone: {
      act: () => {
        choose(/./);
        return command('editMilestone');
      },
    },
    changeTargetBranch: chosen('changeTargetBranch'),
    editMergeOptions: chosen('editMergeOptions'),
    setEstimate: typing('setEstimate', ['3h'], holds('setEstimate', '3h')),
    addTimeSpent: typing('addTimeSpent', ['1h', 'Read it'], holds('addTimeSpent', '1h', 'Read it')),
    resetTime: {
      given: first(changed('POST', '/add_spent_time', { duration: '1h' })),
      act: () => {
        choose(/^Reset Time Spent$/);
        return command('resetTime');
      },
    },
    stopTimer: {
      given: () => command('startTimer'),
      act: () => {
        choose(/^Add .+ as Time Spent\.\.\.$/);
        world.it.script.type('25m', 'Worked');
        return command('stopTimer', undefined);
      },
      kept: async () => {
        const { timer } = await world.it.parts.mergeRequestFeature.load();
        assert.deepEqual(timer.running?.key, key());
      },
    },
  };
  itEach(rows, () => world.it.script);
  after(async () => {
    choose(/^Discard$/);
    await command('stopTimer', undefined);
  });

  // The editor shows that the file isn't saved. Saving again first checks what was sent.
  it('editDescription', async () => {
    const document = await openText(vscode.Uri.from(editAddress(key())), 'Another text');
    await sandbox.fault({ kind: 'reset', method: 'PUT', path: '**', next: 1 });
    await sandbox.clearRequests();
    assert.equal(await document.save().then(Boolean, () => false), false);
    assert.deepEqual([document.isDirty, document.getText()], [true, 'Another text']);
    assert.equal((await world.writes()).length, 1);
    assert.equal(await document.save(), true);
    assert.equal((await world.now()).description, 'Another text');
  });
});

describe('lost response to a comment command', () => {
  const world = threadsInDiff();
  const { typedAt, threadWith, key } = world;
  const run = (name: string, argument: unknown) =>
    vscode.commands.executeCommand(`switchyard.${name}`, argument);
  const row = () => ({ target: { kind: 'merge-request', mergeRequest: key() } });
  const file = () => ({ target: { kind: 'change', mergeRequest: key(), path: 'src/catalog/search.ts' } });
  const at = `${STORE}/merge_requests/${key().iid}`;
  const review = async () => (await world.it.parts.mergeRequestView.load()).review;
  const outbox = async () => (await review()).outbox.list();
  let discussion = '';
  const thread = () => ({ target: { kind: 'thread', mergeRequest: key(), discussion } });
  /** Adds a comment of the signed-in user in the diff. */
  const ownComment = async () => {
    await run('commentNow', typedAt(4, 4, 'Of my own'));
    const found = await threadWith('Of my own');
    discussion = (await world.wire()).find(({ notes }) => notes[0]?.body === 'Of my own')?.id ?? '';
    return found;
  };
  const keeps = (words: string): Pick<Row, 'kept' | 'closing'> => ({
    kept: async () => {
      assert.ok((await outbox()).some(({ body, state }) => body === words && state === 'failed'));
    },
    closing: 'Your text has been kept.',
  });
  const inBox = (name: string): Row => ({
    act: () => run(name, typedAt(4, 4, `Typed for ${name}`)),
    ...keeps(`Typed for ${name}`),
  });
  const asked = (name: string, argument: () => unknown, given?: () => unknown): Row => ({
    ...(given === undefined ? {} : { given }),
    act: () => {
      world.it.script.type(`Typed for ${name}`);
      return run(name, argument());
    },
    ...keeps(`Typed for ${name}`),
  });
  const thisComment = async () => (await threadWith('Of my own')).comments[0];
  beforeEach(() => {
    world.it.script.allow();
  });
  afterEach(async () => {
    const { outbox: unsent } = await review();
    for (const { id } of unsent.list()) await unsent.remove(id);
  });
  // Other tests submit and count the draft notes of the same merge request.
  after(async () => {
    const drafts = JSON.parse(await send('GET', `${at}/draft_notes`)) as { id: number }[];
    for (const { id } of drafts) await send('DELETE', `${at}/draft_notes/${id}`);
    await (await review()).discussions.refresh(key());
  });

  const suggestMyEdits = ownSuggestionRow(world);
  afterEach(() => suggestMyEdits.end());

  const rows: Omit<Rows<'comments', Row>, 'attachFiles'> = {
    ...suggestionRows(world),
    suggestMyEdits,
    commentNow: inBox('commentNow'),
    startReview: inBox('startReview'),
    addToReview: inBox('addToReview'),
    replyAndResolve: {
      given: ownComment,
      act: async () => run('replyAndResolve', { thread: await threadWith('Of my own'), text: 'Resolved' }),
      ...keeps('Resolved'),
    },
    addComment: asked('addComment', row),
    commentOnFile: asked('commentOnFile', file),
    startThread: asked('startThread', row),
    replyToThread: asked('replyToThread', thread, ownComment),
    resolveThread: { given: ownComment, act: () => run('resolveThread', thread()) },
    unresolveThread: { given: ownComment, act: () => run('unresolveThread', thread()) },
    saveComment: {
      given: ownComment,
      act: async () => {
        const comment = await thisComment();
        await run('editComment', comment);
        assert.ok(comment);
        comment.body = 'Of my own, changed';
        await run('saveComment', comment);
      },
      ...keeps('Of my own, changed'),
    },
    deleteComment: { given: ownComment, act: async () => run('deleteComment', await thisComment()) },
    discardComment: {
      given: async () => {
        await run('startReview', typedAt(7, 7, 'A draft'));
        await threadWith('A draft');
      },
      act: async () => run('discardComment', (await threadWith('A draft')).comments[0]),
    },
    sendCommentAgain: {
      given: async () => {
        await sandbox.fault({ kind: 'reset', method: 'POST', path: '**/notes', next: 1 });
        world.it.script.type('Sent again');
        await run('addComment', row());
      },
      act: async () => {
        const [item] = await outbox();
        await run('sendCommentAgain', {
          target: { kind: 'unsent', mergeRequest: key(), id: item?.id ?? '' },
        });
      },
      ...keeps('Sent again'),
    },
  };
  itEach(rows, () => world.it.script);
});
