import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import { sandbox, until } from '../helpers/harness';
import { send } from '../helpers/lost-response';
import { type Product, product, shownIn, signedIn, STORE } from '../helpers/product';

const IID = 11;
const FILE = 'src/catalog/search.ts';
const run = vscode.commands.executeCommand;

const textOf = ({ body }: vscode.Comment): string => (typeof body === 'string' ? body : body.value);
const key = (iid = IID) => ({ base: sandbox.info.url, project: 1, iid });
const drafts = `${STORE}/merge_requests/${IID}/draft_notes`;

/** Opens a diff with threads for each test, and deletes its pending comments. Registers hooks in the surrounding `describe`. */
function threadsWithReactions() {
  let extension: Product;
  /** Makes comment threads that replace those of the editor's comment boxes. */
  let boxes: vscode.CommentController;
  before(async () => {
    await signedIn();
    boxes = vscode.comments.createCommentController('test', 'Test');
    await run('switchyard.mergeRequests.focus');
  });
  beforeEach(async () => {
    extension = await product();
    await run('switchyard.openFileDiff', { target: { kind: 'change', mergeRequest: key(), path: FILE } });
    await threadWith('What does a rank');
  });
  afterEach(async () => {
    await run('workbench.action.closeAllEditors');
    await sandbox.clearFaults();
    for (const { id } of JSON.parse(await send('GET', drafts)) as readonly { readonly id: number }[])
      await send('DELETE', `${drafts}/${id}`);
    await (await extension.parts.mergeRequestView.load()).review.discussions.refresh(key());
  });
  after(() => {
    boxes.dispose();
  });

  const side = (): vscode.Uri => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    return input.modified;
  };
  const threadWith = (words: string): Promise<vscode.CommentThread> =>
    until(
      async () => {
        const review = await extension.parts.mergeRequestFeature.load();
        return review.boxes
          .threadsOn(side().toString())
          .find(({ comments }) => comments.some((comment) => textOf(comment).includes(words)));
      },
      { description: `a thread with ${words}` },
    );
  /** Adds a pending comment in a new thread. */
  const startReview = async (text: string): Promise<vscode.CommentThread> => {
    const thread = boxes.createCommentThread(side(), new vscode.Range(2, 0, 2, 0), []);
    await run('switchyard.startReview', { thread, text });
    return threadWith(text);
  };
  const given = (comment: vscode.Comment | undefined): readonly string[] =>
    (comment?.reactions ?? [])
      .filter(({ count }) => count > 0)
      .map(({ label, count }) => `${label} ${count}`);

  return {
    get it() {
      return extension;
    },
    threadWith,
    startReview,
    given,
  };
}

describe('reactions and pending comments', () => {
  const world = threadsWithReactions();
  const { threadWith, startReview, given } = world;

  it('shows the reactions of comments, and offers the others', async () => {
    const thread = await until(async () => {
      const found = await threadWith('What does a rank');
      return given(found.comments[0]).length > 0 ? found : undefined;
    });
    assert.deepEqual(given(thread.comments[0]), ['👍 2']);
    assert.deepEqual(given(thread.comments[1]), ['💡 1']);
    assert.ok(thread.comments[0]?.reactions?.some(({ label, count }) => label === '🎉' && count === 0));
  });

  it('shows no reactions for pending comments', async () => {
    const draft = await startReview('Name an alias?');
    assert.deepEqual([draft.comments[0]?.label, draft.comments[0]?.reactions], ['Pending', []]);
  });

  it('edits pending comments of new and existing threads', async () => {
    const drafts = async () => {
      const { discussions } = (await world.it.parts.mergeRequestView.load()).review;
      return (await discussions.refresh(key())).drafts ?? [];
    };
    await startReview('Name an alais?');
    await run('switchyard.addToReview', {
      thread: await threadWith('What does a rank'),
      text: 'In a nxt step.',
    });
    for (const [wrong, right] of [
      ['Name an alais', 'Name an alias?'],
      ['In a nxt step', 'In a next step.'],
    ] as const) {
      const draft = (await threadWith(wrong)).comments.find((comment) => textOf(comment).includes(wrong));
      assert.ok(draft && /\bcanChange\b/.test(draft.contextValue ?? ''));
      await run('switchyard.editComment', draft);
      assert.equal(draft.mode, vscode.CommentMode.Editing);
      draft.body = right;
      await run('switchyard.saveComment', draft);
      const now = (await threadWith(right.slice(0, -1))).comments.at(-1);
      assert.equal(now?.label, 'Pending');
    }
    assert.deepEqual(
      (await drafts()).map(({ note }) => note),
      ['Name an alias?', 'In a next step.'],
    );
    assert.ok((await drafts())[0]?.position);
  });

  it('keeps a rejected edit below its pending comment, and sends it again', async () => {
    const draft = (await startReview('Name an alias?')).comments[0];
    await sandbox.fault({ kind: 'status', status: 400, method: 'PUT', path: '**/draft_notes/*' });
    assert.ok(draft);
    await run('switchyard.editComment', draft);
    draft.body = 'Name an enum?';
    const notification = world.it.script.nextMessage();
    await run('switchyard.saveComment', draft);
    assert.match((await notification).message, /^Couldn't save the comment\. .+ Your text has been kept\.$/);
    const kept = (await threadWith('Name an enum')).comments;
    assert.deepEqual(kept.map(textOf), ['Name an alias?', 'Name an enum?']);
    assert.match(kept[1]?.label ?? '', /^Not sent/);
    await sandbox.clearFaults();
    await run('switchyard.sendCommentAgain', kept[1]);
    const sent = await until(async () => {
      const { comments } = await threadWith('Name an enum');
      return comments.length === 1 ? comments[0] : undefined;
    });
    assert.equal(sent.label, 'Pending');
    await run('switchyard.discardComment', sent);
    const { message, action } = world.it.script.confirmed.at(-1) ?? {};
    assert.deepEqual([message, action], ['Discard this pending comment?', 'Discard']);
  });

  it('opens a general thread on the merge request page', async () => {
    const tree = world.it.parts.views.mergeRequests.tree;
    const show = (node: TreeNode) => shownIn(tree, node);
    let node: TreeNode | undefined;
    for (const name of [
      'acme/storefront',
      'All Open',
      `!${IID} `,
      'Discussions',
      'Can we mention this in the docs',
    ]) {
      const rows = await tree.getChildren(node);
      node = rows.find((child) => show(child).label.startsWith(name));
      assert.ok(node, name);
    }
    await run('switchyard.openThread', node);
    await until(() => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputWebview && input.viewType.endsWith('switchyard.mergeRequest');
    });
  });
});

describe('reactions of a server without support for them', () => {
  const world = threadsWithReactions();

  it("shows no reactions and no message if the server doesn't support them", async () => {
    const mentioned = world.it.script.mentioned.length;
    await sandbox.fault({ kind: 'status', status: 404, path: '/api/graphql' });
    const { reactions, changes } = (await world.it.parts.mergeRequestView.load()).review;
    reactions.clear();
    await run('workbench.action.closeAllEditors');
    const file = (await changes.whole(key(12))).files.find(({ path }) => path.endsWith('pay.ts'))?.path;
    await run('switchyard.openFileDiff', { target: { kind: 'change', mergeRequest: key(12), path: file } });
    const thread = await world.threadWith('below zero');
    await reactions.refresh(key(12));
    assert.deepEqual(thread.comments[0]?.reactions, []);
    assert.equal(world.it.script.mentioned.length, mentioned);
  });
});
