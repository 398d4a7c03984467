import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { unfinishedPlace } from '../../../src/app/discussions/unfinished-comments';
import type { TreeNode } from '../../../src/ui/tree-node';
import { IID, threadsInDiff } from '../helpers/comments-setup';
import { sandbox, until } from '../helpers/harness';
import { ask, shownIn, STORE } from '../helpers/product';

const run = vscode.commands.executeCommand;
const RANK = ['canResolve', 'plain', 'canReopen'];

describe('comments in the diffs of a merge request', () => {
  const world = threadsInDiff();
  const { key, bodies, threadWith, startThread, typedAt, wire } = world;

  it('replies, edits, resolves, unresolves, and deletes', async () => {
    const thread = await startThread('Both of them?', 6);
    await run('switchyard.commentNow', { thread, text: 'Yes.' });
    await until(() => thread.comments.length === 2);
    const reply = thread.comments[1];
    assert.ok(reply);
    await run('switchyard.editComment', reply);
    assert.equal(reply.mode, vscode.CommentMode.Editing);
    assert.equal(reply.body, 'Yes.');
    reply.body = 'No.';
    await run('switchyard.saveComment', reply);
    await until(() => bodies(thread)[1] === 'No.');
    const discussion = (await wire()).find(({ notes }) => notes[0]?.body === 'Both of them?');
    assert.equal(discussion?.notes[1]?.body, 'No.');
    await run('switchyard.resolveThread', thread);
    await until(() => thread.state === vscode.CommentThreadState.Resolved);
    assert.match(thread.label ?? '', /^Resolved by /);
    await run('switchyard.unresolveThread', thread);
    await until(() => thread.state === vscode.CommentThreadState.Unresolved);
    const [, now] = thread.comments;
    await run('switchyard.deleteComment', now);
    assert.equal(thread.comments.length, 2, 'the deletion was not confirmed');
    const { message, action } = world.it.script.confirmed.at(-1) ?? {};
    assert.deepEqual([message, action], ['Delete this comment?', 'Delete Comment']);
    world.it.script.allow();
    await run('switchyard.deleteComment', now);
    await until(() => thread.comments.length === 1);
  });

  it('resolves a thread with the reply', async () => {
    const thread = await startThread('Is it sorted?', 6);
    await run('switchyard.replyAndResolve', { thread, text: 'It is.' });
    await until(() => thread.state === vscode.CommentThreadState.Resolved);
    const found = (await wire()).find(({ notes }) => notes[0]?.body === 'Is it sorted?');
    assert.deepEqual(
      found?.notes.map(({ body, resolved }) => [body, resolved]),
      [
        ['Is it sorted?', true],
        ['It is.', true],
      ],
    );
  });

  it('keeps a thread collapsed that is resolved while it is being opened', async () => {
    const thread = await startThread('Opened and resolved', 6);
    const found = (await wire()).find(({ notes }) => notes[0]?.body === 'Opened and resolved');
    assert.ok(found);
    const { changes } = (await world.it.parts.mergeRequestView.load()).review;
    changes.clear();
    await sandbox.fault({ kind: 'slow', ms: 2_000, path: '**/versions' });
    const opening = run('switchyard.openThread', {
      target: { kind: 'thread', mergeRequest: key(), discussion: found.id },
    });
    await run('switchyard.resolveThread', thread);
    await until(() => thread.state === vscode.CommentThreadState.Resolved);
    assert.equal(thread.collapsibleState, vscode.CommentThreadCollapsibleState.Collapsed);
    await opening;
    assert.equal(thread.collapsibleState, vscode.CommentThreadCollapsibleState.Collapsed);
  });

  it('keeps comments pending until the review is submitted', async () => {
    await run('switchyard.startReview', typedAt(3, 3, 'Export a type?'));
    const draft = await threadWith('Export a type');
    assert.equal(draft.comments[0]?.label, 'Pending');
    const thread = await startThread('With a test?', 6);
    const before = await wire();
    await run('switchyard.addToReview', {
      thread,
      text: 'In the next one.',
    });
    await threadWith('In the next one');
    const requestRow = await until(async () => {
      const tree = world.it.parts.views.mergeRequests.tree;
      let node: TreeNode | undefined;
      for (const name of ['acme/storefront', 'All Open', `!${IID} `])
        node = (await tree.getChildren(node)).find((child) => shownIn(tree, child).label.startsWith(name));
      return node && tree.getTreeItem(node);
    });
    assert.match(String(requestRow.description), /2 pending comments/);
    assert.deepEqual(await wire(), before, 'nobody else sees them');
    const review = await world.it.parts.mergeRequestFeature.load();
    const summary = 'Almost there.';
    const next = 'offer' as const;
    await review.pageReview.submit(key(), { verdict: 'comment', summary, next, sha: undefined });
    await until(async () => (await threadWith('Export a type')).comments[0]?.label === undefined);
    const sent = (await wire()).flatMap(({ notes }) => notes.map(({ body }) => body));
    for (const text of ['Export a type?', 'In the next one.', 'Almost there.'])
      assert.ok(sent.includes(text), text);
    const { messages, mentioned } = world.it.script;
    const result = 'Review submitted with 2 comments.';
    // If lists are loaded, a notification offers the next merge request.
    const notification = messages.find(({ message }) => message === result);
    assert.ok(notification !== undefined || mentioned.includes(result));
    assert.ok((notification?.actions ?? []).every(({ title }) => title === 'Review Next'));
  });

  it("keeps a comment that wasn't confirmed, and sends it again on request", async () => {
    await sandbox.fault({ kind: 'status', status: 502, method: 'POST', path: '**/discussions' });
    const notification = world.it.script.nextMessage();
    await run('switchyard.commentNow', typedAt(1, 1, 'Is this import used?'));
    const { message, actions } = await notification;
    assert.match(
      message,
      /^\S+ didn't confirm the request\. It may have succeeded\. Refresh to check\. Your text has been kept\.$/,
    );
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Refresh', 'Show Output'],
    );
    const kept = await threadWith('Is this import used');
    assert.equal(kept.comments[0]?.label, 'May have been sent. Refresh to check.');
    await sandbox.clearFaults();
    await run('switchyard.sendCommentAgain', kept.comments[0]);
    await until(async () => (await threadWith('Is this import used')).label === 'Unresolved');
    assert.equal((await wire()).filter(({ notes }) => notes[0]?.body === 'Is this import used?').length, 1);
  });

  it('suggests a change, and offers to commit it', async () => {
    const suggestion = 'Shorter:\n\n```suggestion:-0+0\nexport interface Asked {\n```\n';
    await run('switchyard.commentNow', typedAt(3, 3, suggestion));
    await threadWith('```diff\n-export interface Query {\n+export interface Asked {\n```');
    const comment = await until(async () => {
      const [found] = (await threadWith('+export interface Asked {')).comments;
      return /\bsuggestion\b.*\bcanBatch\b/.test(found?.contextValue ?? '') && found;
    });
    const before = world.it.script.asked.length;
    await run('switchyard.applySuggestion', comment);
    assert.equal(world.it.script.asked[before]?.value, 'Apply 1 suggestion(s) to 1 file(s)');
    const [thread] = (await wire()).filter(({ notes }) => notes[0]?.body === suggestion);
    assert.equal(thread?.notes[0]?.resolved, false, 'nothing is applied without a confirmed message');
  });

  it('shows threads below the merge request, unresolved ones first, and goes from one to the next', async () => {
    await startThread('Is this the next one?', 6);
    const tree = world.it.parts.views.mergeRequests.tree;
    const show = (node: TreeNode) => shownIn(tree, node);
    let node: TreeNode | undefined;
    for (const name of ['acme/storefront', 'All Open', `!${IID} `, 'Discussions']) {
      const rows = await tree.getChildren(node);
      node = rows.find((child) => show(child).label.startsWith(name));
      assert.ok(node, name);
    }
    const rows = await tree.getChildren(node);
    const states = rows
      .map((child) => show(child).words)
      .filter(([kind]) => kind === 'thread')
      .map(([, state]) => state);
    assert.ok(states.includes('canResolve') && states.includes('canReopen'));
    assert.deepEqual(
      states,
      [...states].sort((a, b) => RANK.indexOf(a ?? '') - RANK.indexOf(b ?? '')),
    );
    const first = rows.find((child) => show(child).label.startsWith('What does a rank'));
    assert.ok(first);
    await run('switchyard.copyLink', first);
    const commented = (await wire()).find(({ notes }) => notes[0]?.body.includes('a rank'));
    assert.equal(
      await vscode.env.clipboard.readText(),
      `${sandbox.info.url}/acme/storefront/-/merge_requests/${IID}#note_${commented?.notes[0]?.id ?? ''}`,
    );
    // The row only shows this if the branch has changed since.
    const { diff_refs: refs } = await ask<{ readonly diff_refs: { base_sha: string; head_sha: string } }>(
      `${STORE}/merge_requests/${IID}`,
    );
    const { position } = commented?.notes[0] ?? {};
    const isNewest = position?.head_sha === refs.head_sha && position.base_sha === refs.base_sha;
    assert.ok(
      show(first).description.startsWith(
        `${isNewest ? '' : 'older version · '}Dana Lindqvist · search.ts:5 · `,
      ),
      `${String(isNewest)}: ${show(first).description}`,
    );
    assert.deepEqual(
      (await tree.getChildren(first)).map((child) => show(child).label),
      ['What does a rank of zero mean?', 'The product has no sales yet.'],
    );
    await run('workbench.action.closeAllEditors');
    await run('switchyard.openThread', first);
    await until(() => vscode.window.activeTextEditor?.selection.active.line === 4);
    await run('switchyard.nextThread');
    await until(() => vscode.window.activeTextEditor?.selection.active.line === 5);
    await run('switchyard.previousThread');
    await until(() => vscode.window.activeTextEditor?.selection.active.line === 4);
  });

  it('adds comments without a diff, and replies to them', async () => {
    const mergeRequest = key();
    world.it.script.type('Shall we?');
    await run('switchyard.addComment', { target: { kind: 'merge-request', mergeRequest } });
    const made = (await wire()).at(-1);
    assert.deepEqual([made?.notes[0]?.body, made?.notes[0]?.position], ['Shall we?', undefined]);
    assert.equal(made?.individual_note, true);
    world.it.script.type('We shall.');
    await run('switchyard.replyToThread', { target: { kind: 'thread', mergeRequest, discussion: made.id } });
    assert.equal((await wire()).at(-1)?.notes[1]?.body, 'We shall.');
    assert.equal(
      world.it.script.asked.at(-1)?.prompt,
      'Reply to: Shall we? · Your reply turns this comment into a thread.',
    );
    world.it.script.type('Not yet, please.');
    await run('switchyard.startThread', { target: { kind: 'merge-request', mergeRequest } });
    assert.deepEqual(
      [(await wire()).at(-1)?.individual_note, (await wire()).at(-1)?.notes[0]?.resolved],
      [false, false],
    );
  });

  it('continues an internal note of the page as an internal note', async () => {
    const mergeRequest = key();
    const target = { kind: 'merge-request', mergeRequest } as const;
    const { review } = await world.it.parts.mergeRequestView.load();
    await review.unfinished.put(unfinishedPlace(mergeRequest, {}), 'Only', { internal: true });
    world.it.script.type('Only for us');
    await run('switchyard.addComment', { target });
    const { prompt, value } = world.it.script.asked.at(-1) ?? {};
    assert.deepEqual([prompt, value], [`Add an internal note to !${mergeRequest.iid}`, 'Only']);
    assert.equal((await wire()).at(-1)?.notes[0]?.internal, true);
    world.it.script.type('For everyone');
    await run('switchyard.addComment', { target });
    assert.equal((await wire()).at(-1)?.notes[0]?.internal, false);
  });

  it('restores canceled text the next time, separately for each thread', async () => {
    const target = { kind: 'merge-request', mergeRequest: key() };
    const count = (await wire()).length;
    world.it.script.leave('Half a comm');
    await run('switchyard.addComment', { target });
    const discussion = (await wire()).at(-1)?.id;
    const thread = { target: { kind: 'thread', mergeRequest: key(), discussion } };
    world.it.script.leave('Half an answer');
    await run('switchyard.replyToThread', thread);
    await run('switchyard.startThread', { target });
    assert.equal(world.it.script.asked.at(-1)?.value, '');
    await run('switchyard.replyToThread', thread);
    assert.equal(world.it.script.asked.at(-1)?.value, 'Half an answer');
    world.it.script.type('A whole comment');
    await run('switchyard.addComment', { target });
    assert.equal(world.it.script.asked.at(-1)?.value, 'Half a comm');
    await run('switchyard.addComment', { target });
    assert.equal(world.it.script.asked.at(-1)?.value, '', 'it was sent');
    assert.equal((await wire()).length, count + 1);
  });
});
