import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { describeFresh } from '../helpers/fresh';
import { sandbox, until } from '../helpers/harness';
import { type Product, signedIn } from '../helpers/product';

const run = vscode.commands.executeCommand;
const REASON = 'Comments on !1 are read-only because its project is archived.';
const REFUSAL = 'The project of !1 is archived (read-only).';

describeFresh('diffs of archived projects', () => {
  let extension: Product;
  const key = () => ({ base: sandbox.info.url, project: 11, iid: 1 });
  const mergeRequest = () => ({ target: { kind: 'merge-request', mergeRequest: key() } });

  before(async () => {
    extension = await signedIn();
    await run('switchyard.mergeRequests.focus');
  });

  async function opened(mergeRequestKey: ReturnType<typeof key>, path: string): Promise<vscode.Uri> {
    await run('switchyard.openFileDiff', { target: { kind: 'change', mergeRequest: mergeRequestKey, path } });
    return until(() => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff && input.modified.path.endsWith(path)
        ? input.modified
        : undefined;
    });
  }
  const boxes = async () => (await extension.parts.mergeRequestFeature.load()).boxes;
  const threadOn = (side: vscode.Uri): Promise<vscode.CommentThread> =>
    until(async () => (await boxes()).threadsOn(side.toString())[0], { description: 'a thread' });

  it('show threads without a reply box and without actions, and the reason', async () => {
    const thread = await threadOn(await opened(key(), 'docs/keep.md'));
    assert.equal(thread.canReply, false);
    assert.equal(thread.label, 'Unresolved · archived (read-only)');
    assert.equal(thread.contextValue, 'readOnly');
    const [comment] = thread.comments;
    assert.deepEqual([comment?.contextValue, comment?.reactions], ['note', []]);
    await until(() => extension.script.mentioned.includes(REASON), { description: 'the reason' });
  });

  it('offer no lines for new comments, unlike those of other projects', async () => {
    const archived = await opened(key(), 'docs/keep.md');
    await threadOn(archived);
    assert.deepEqual(await (await boxes()).rangesOn(archived.toString()), []);
    const other = await opened({ ...key(), project: 1, iid: 11 }, 'src/catalog/search.ts');
    const thread = await threadOn(other);
    assert.equal(thread.canReply, true);
    assert.notDeepEqual(await (await boxes()).rangesOn(other.toString()), []);
  });

  it('refuse to add comments and to resolve threads before asking for text', async () => {
    const thread = await threadOn(await opened(key(), 'docs/keep.md'));
    const before = (await sandbox.requests()).length;
    for (const [command, argument] of [
      ['switchyard.commentOnFile', undefined],
      ['switchyard.addComment', mergeRequest()],
      ['switchyard.replyToThread', thread],
      ['switchyard.resolveThread', thread],
    ] as const) {
      const count = extension.script.messages.length;
      await run(command, argument);
      await until(() => extension.script.messages.length > count, { description: `${command} is refused` });
      assert.ok(
        extension.script.messages.at(-1)?.message.includes(REFUSAL),
        extension.script.messages.at(-1)?.message,
      );
    }
    const writes = (await sandbox.requests()).slice(before).filter(({ method }) => method !== 'GET');
    assert.deepEqual(writes, []);
  });
});
