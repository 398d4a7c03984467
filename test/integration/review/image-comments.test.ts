import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { positionInImage } from '../../../src/domain/changes/positions';
import { sandbox, until } from '../helpers/harness';
import { ask, type Product, signedIn, STORE } from '../helpers/product';

/** The merge request that changes the logo. */
const IID = 22;
const LOGO = 'media/logo.png';
const run = vscode.commands.executeCommand;

interface WireNote {
  readonly body: string;
  readonly position?: Readonly<Record<string, unknown>>;
}

describe('comments on images of a merge request', () => {
  let extension: Product;
  const key = () => ({ base: sandbox.info.url, project: 1, iid: IID });
  const row = (path = LOGO) => ({ target: { kind: 'change', mergeRequest: key(), path } });
  /** The pages with comments on images. */
  const pages = (): readonly vscode.Tab[] =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(
        ({ input }) =>
          input instanceof vscode.TabInputWebview && input.viewType.endsWith('switchyard.imageComments'),
      );
  const wire = async (): Promise<readonly WireNote[]> =>
    (
      await ask<{ readonly notes: readonly WireNote[] }[]>(
        `${STORE}/merge_requests/${IID}/discussions?per_page=100`,
      )
    ).flatMap(({ notes }) => notes);
  const post = async (body: string, draft: boolean, x: number) => {
    const { content, discussionActions } = await extension.parts.mergeRequestFeature.load();
    assert.ok(content);
    const { changes } = (await extension.parts.mergeRequestView.load()).review;
    const { refs, files } = await changes.whole(key());
    const file = files.find(({ path }) => path === LOGO);
    assert.ok(refs && file);
    const position = positionInImage({ refs, diff: file.diff }, { x, y: 5, width: 20, height: 10 });
    return discussionActions.post(key(), { kind: draft ? 'pending' : 'thread', body, position });
  };

  before(async function () {
    this.timeout(180_000);
    extension = await signedIn();
  });
  afterEach(async () => {
    await sandbox.clearFaults();
    extension.script.allow(false);
  });
  after(() => run('workbench.action.closeAllEditors'));

  it('opens one page for an image of a row, and for the image of the active editor', async () => {
    await run('switchyard.commentOnImage', row());
    await until(() => pages().some(({ label }) => label === `Comments on logo.png (!${IID})`));
    await run('switchyard.openFileDiff', row());
    await until(() => /logo\.png/.test(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? ''));
    await until(() => pages().every(({ isActive }) => !isActive), { description: 'the diff is active' });
    await run('switchyard.commentOnImage');
    await until(() => pages().some(({ isActive }) => isActive));
    assert.equal(pages().length, 1);
  });

  it('offers to comment on the file instead of a place in another file', async () => {
    await run('workbench.action.closeAllEditors');
    await run('switchyard.commentOnImage', row('scripts/scan.sh'));
    const notification = extension.script.messages.at(-1);
    assert.match(
      notification?.message ?? '',
      /^Only places in PNG, JPEG, GIF, and WebP images can have comments\./,
    );
    assert.deepEqual(
      notification?.actions.map(({ title }) => title),
      ['Comment on File...'],
    );
    assert.deepEqual(pages(), []);
    await run('switchyard.commentOnImage');
    assert.equal(
      extension.script.messages.at(-1)?.message,
      'Open the diff of an image first, or select an image in Changes.',
    );
  });

  it('sends the place, now or as a pending comment', async () => {
    assert.equal((await post('Too small', false, 3)).kind, 'sent');
    const { position } = (await wire()).find(({ body }) => body === 'Too small') ?? {};
    const { position_type: type, new_path: path, x, y, width, height } = position ?? {};
    assert.deepEqual(
      { type, path, x, y, width, height },
      {
        ...{ type: 'image', path: LOGO, x: 3, y: 5, width: 20, height: 10 },
      },
    );
    assert.equal((await post('Not yet', true, 4)).kind, 'sent');
    const { discussions } = (await extension.parts.mergeRequestView.load()).review;
    const { drafts } = await discussions.get(key());
    const draft = drafts?.find(({ note }) => note === 'Not yet');
    assert.deepEqual([draft?.position?.position_type, draft?.position?.x], ['image', 4]);
    extension.script.allow();
    await (
      await extension.parts.mergeRequestFeature.load()
    ).discussionActions.removeDraft(key(), draft?.id ?? 0);
  });

  it('keeps a comment whose response is lost, and sends it only once', async () => {
    const { outbox } = (await extension.parts.mergeRequestView.load()).review;
    await sandbox.fault({ kind: 'cut', method: 'POST', path: '**/discussions', next: 1 });
    const outcome = await post('Lost?', false, 6);
    assert.ok(outcome.kind === 'kept');
    assert.equal(outbox.find(outcome.id)?.unconfirmed, true);
    const target = { kind: 'unsent', mergeRequest: key(), id: outcome.id };
    await run('switchyard.sendCommentAgain', { target });
    await until(() => outbox.list(key()).length === 0);
    assert.equal((await wire()).filter(({ body }) => body === 'Lost?').length, 1);
  });
});
