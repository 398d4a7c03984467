import assert from 'node:assert/strict';
import { commentPosition } from '../../../../src/app/discussions/comment-to-post';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { closeAll } from '../../../api/helpers/client';
import { writesTo } from '../../../builders/acting';
import { heldMemory } from '../../../builders/stores';
import { commentedImagePage, LOGO } from './image-page';

describe('comments on an image', () => {
  let sandbox: Sandbox;
  const opened: { dispose(): void }[] = [];
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    for (const page of opened.splice(0)) page.dispose();
    await closeAll();
    await sandbox.close();
  });

  const open = async (given: Parameters<typeof commentedImagePage>[1] = {}) => {
    const page = await commentedImagePage(sandbox, given);
    opened.push(page);
    return page;
  };
  const addressIn = (body: string): string => /data-source="([^"]*)"/.exec(body)?.[1] ?? '';

  it('are on the selected place, and shown with a marker', async () => {
    const page = await open();
    await page.display();
    assert.match(page.body(), /Place: 50, 25 of 100 × 50/);
    page.act('selectPlace', { value: '12 34' });
    assert.match(page.body(), /Place: 12, 34 of 100 × 50/);
    page.send('postComment', ' Too small\n');
    await page.when(() => page.body().includes('id="image-marker-1"'));
    const [note] = page.discussions.peek(page.key)?.threads.at(-1)?.notes ?? [];
    assert.equal(note?.body, 'Too small');
    const { position_type, new_path, x, y, width, height } = note.position ?? {};
    assert.deepEqual([position_type, new_path, x, y, width, height], ['image', LOGO, 12, 34, 100, 50]);
    assert.match(page.body(), /data-x="12" data-y="34"/);
    assert.deepEqual(writesTo(sandbox), ['POST 22/discussions']);
  });

  it('can be pending, and changed or discarded', async () => {
    const page = await open();
    await page.display();
    page.send('addToReview', 'Not yet');
    await page.when(() => page.discussions.peek(page.key)?.drafts?.length === 1);
    const [draft] = page.discussions.peek(page.key)?.drafts ?? [];
    assert.deepEqual([draft?.position?.position_type, draft?.position?.x], ['image', 50]);
    assert.match(page.body(), /image-marker pending/);
    page.act('editDraft', { value: String(draft?.id) });
    assert.ok(page.body().includes(`data-form="draft ${draft?.id}"`));
    page.act('saveComment', { form: `draft ${draft?.id}`, values: { text: 'Now' } });
    await page.when(() => page.discussions.peek(page.key)?.drafts?.[0]?.note === 'Now');
    assert.equal(page.discussions.peek(page.key)?.drafts?.[0]?.position?.x, 50);
    page.act('discardDraft', { value: String(draft?.id) });
    await page.when(() => page.discussions.peek(page.key)?.drafts?.length === 0);
  });

  it('keep their text and place until they are sent, also in another session', async () => {
    const memory = heldMemory();
    const page = await open({ memory });
    await page.display();
    page.type('Half a');
    page.act('selectPlace', { value: '7 9' });
    page.type('Half a comment');
    const later = await open({ memory });
    await later.display();
    assert.match(later.body(), /Half a comment<\/textarea>/);
    assert.match(later.body(), /Place: 7, 9 of 100 × 50/);
    later.send('postComment', 'Half a comment');
    await later.when(
      () => later.discussions.peek(later.key)?.threads.at(-1)?.notes[0]?.body === 'Half a comment',
    );
    assert.deepEqual(later.unfinished.list(later.key), []);
  });

  it('keep their text when the page is loaded again', async () => {
    const page = await open();
    await page.display();
    page.type('Half a comment');
    page.load();
    assert.match(page.body(), /Half a comment<\/textarea>/);
  });

  it('are kept if the server refuses them', async () => {
    const page = await open();
    await page.display();
    sandbox.faults.add({ kind: 'status', status: 400, method: 'POST', path: '**/discussions', next: 1 });
    page.send('postComment', 'Refused');
    await page.when(() => page.reported.length === 1);
    assert.deepEqual(page.reported, ["Couldn't send the comment."]);
    const [item] = page.outbox.list(page.key);
    assert.deepEqual(
      [item?.body, item && commentPosition(item)?.position_type, item?.unconfirmed],
      ['Refused', 'image', false],
    );
    assert.match(page.body(), /Unsent Comments[^]*Refused[^]*Send Again/);
    page.press(COMMAND.sendCommentAgain);
    const target = { kind: 'unsent', mergeRequest: page.key, id: item?.id };
    assert.deepEqual(page.commands, [[COMMAND.sendCommentAgain, { target, sha: undefined }]]);
  });

  it('are unconfirmed if the response is lost, and sent only once', async () => {
    const page = await open();
    await page.display();
    sandbox.faults.add({ kind: 'cut', method: 'POST', path: '**/discussions', next: 1 });
    page.send('postComment', 'Lost?');
    await page.when(() => page.reported.length === 1);
    assert.equal(page.outbox.list(page.key)[0]?.unconfirmed, true);
    assert.match(page.body(), /Unconfirmed Comments/);
    await page.discussions.refresh(page.key);
    await page.when(() => page.outbox.list(page.key).length === 0);
    assert.equal(writesTo(sandbox).length, 1);
    assert.match(page.body(), /id="image-marker-1"/);
  });

  it("aren't sent without a text", async () => {
    const page = await open();
    await page.display();
    page.send('postComment', ' ');
    await page.when(() => page.posts.some((post) => post.kind === 'say'));
    assert.deepEqual(page.posts.at(-1), { kind: 'say', text: "The comment can't be empty." });
    assert.deepEqual(writesTo(sandbox), []);
  });

  it('need an image that the page can display', async () => {
    const text = await open({ path: 'media/README.md' });
    await text.when(() => text.body().includes('Only places in PNG, JPEG, GIF, and WebP images'));
    text.act('commentOnFile');
    assert.deepEqual(text.commands, [['commentOnFile', 'media/README.md']]);
    const damaged = await open();
    await damaged.when(() => damaged.body().includes('data-source'));
    damaged.act('imageBroken');
    assert.match(damaged.body(), /The image is damaged/);
  });

  it('are offered again after the image could not be loaded', async () => {
    sandbox.faults.add({ kind: 'status', status: 500, method: 'GET', path: '**/repository/files/**' });
    const page = await open();
    await page.when(() => page.body().includes('Couldn&#39;t load the image.'));
    sandbox.faults.clear();
    page.act('refreshImage');
    await page.display();
  });

  it('show the image whenever the page is loaded, and no other content', async () => {
    const page = await open();
    await page.when(() => page.body().includes('data-source'));
    for (let count = 0; count < 2; count++) page.act('loadCommentedImage', { value: addressIn(page.body()) });
    page.act('loadCommentedImage', { value: 'another' });
    const images = page.posts.flatMap((post) => (post.kind === 'image' ? [post.data] : []));
    assert.equal(images.length, 2);
    assert.match(images[0] ?? '', /^data:image\/png;base64,iVBORw0KGgo/);
    assert.doesNotMatch(page.body(), /base64/);
  });

  it('ignore values that are not places, comments, or files', async () => {
    const page = await open();
    await page.display();
    page.act('selectPlace', { value: '1 2 3' });
    page.act('selectPlace', { value: '999 999' });
    assert.match(page.body(), /Place: 100, 50 of 100 × 50/);
    page.act('showImageComment', { value: 'image-comment-2' });
    page.act('showImageComment', { value: 'page' });
    page.act('replyOnPage', { value: 'x' });
    page.act('replyOnPage', { value: '12' });
    assert.deepEqual(
      page.posts.filter(({ kind }) => kind === 'reveal'),
      [{ kind: 'reveal', id: 'image-comment-2', focus: true }],
    );
    assert.deepEqual(page.commands, [['reply', 12]]);
  });

  it('read the image again after a change, but not while the page is hidden', async () => {
    const page = await open();
    await page.display();
    page.setVisible(false);
    let reads = 0;
    const versions = page.changes.versions.bind(page.changes);
    page.changes.versions = (...given) => {
      reads++;
      return versions(...given);
    };
    page.changes.setRange(page.key, undefined);
    assert.equal(reads, 0);
    page.setVisible(true);
    await page.when(() => reads === 1);
    assert.match(page.body(), /Place: 50, 25 of 100 × 50/, 'the image stays while it is read again');
  });
});
