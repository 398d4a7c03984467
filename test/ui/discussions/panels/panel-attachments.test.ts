import assert from 'node:assert/strict';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { closeAll } from '../../../api/helpers/client';
import { writesTo } from '../../../builders/acting';
import { writingPage } from '../../merge-request-page/page/writing-page';

describe('attaching files on the merge request page', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });
  const page = () => writingPage(sandbox);

  it('uploads attached files in their order, and inserts them', async () => {
    const one = await page();
    one.attach('a screenshot.png');
    one.attach('notes.txt');
    assert.deepEqual(
      one.writing.model.comment.uploads.map(({ name }) => name),
      ['a screenshot.png', 'notes.txt'],
    );
    await one.when(() => one.inserted().length === 2 && !one.isUploading());
    assert.deepEqual(
      one.inserted().map((text) => text.replace(/[\da-f]{32}/, 'SECRET')),
      ['![a_screenshot](/uploads/SECRET/a_screenshot.png)', '[notes.txt](/uploads/SECRET/notes.txt)'],
    );
    assert.deepEqual(one.posts.at(-1), { kind: 'say', text: 'Attached notes.txt.' });
  });

  it('asks for files, and refuses folders and those that are too large', async () => {
    const one = await page();
    const tooLarge = { name: 'b.iso', size: 200_000_000, read: () => assert.fail('was read') };
    one.chosen.push(tooLarge, { name: 'a.txt', size: 2, read: () => Promise.resolve(Buffer.from('ok')) });
    one.writing.take({ kind: 'attach', form: 'comment', mark: 'm1' });
    await one.when(() => one.inserted().length === 1);
    one.attach('c.iso', 2e8);
    one.writing.take({ kind: 'attach', form: 'comment', mark: 'm1', file: { name: 'src', size: 4096 } });
    assert.deepEqual(one.messages, [
      "b.iso (200 MB) wasn't uploaded. Files can have up to 100 MB.",
      "c.iso (200 MB) wasn't uploaded. Files can have up to 100 MB.",
      "Couldn't read src. Only files can be attached, not folders.",
    ]);
    assert.match(one.inserted()[0] ?? '', /^\[a\.txt\]/);
  });

  it("doesn't send a text while files are uploaded, and keeps it", async () => {
    const one = await page();
    one.attach('a.txt');
    one.act('postComment', { form: 'comment', values: { text: 'See the file:' } });
    assert.deepEqual(one.posts, [
      { kind: 'fill', form: 'comment', values: { text: 'See the file:' } },
      { kind: 'say', text: 'Wait until the files are uploaded.' },
    ]);
    await one.when(() => one.inserted().length === 1);
    assert.ok(!writesTo(sandbox).some((line) => line.endsWith('/notes')));
  });

  it('adds files to the end of the text if the page is hidden before it has inserted them', async () => {
    const one = await page();
    one.type('comment', 'See');
    one.attach('a.txt');
    await one.when(() => one.inserted().length === 1);
    one.hide();
    const text = () => one.writing.model.comment.text.replace(/[\da-f]{32}/g, 'SECRET');
    assert.equal(text(), 'See [a.txt](/uploads/SECRET/a.txt)');
    one.attach('b.txt');
    await one.when(() => text().includes('b.txt'));
    assert.equal(text(), 'See [a.txt](/uploads/SECRET/a.txt) [b.txt](/uploads/SECRET/b.txt)');
  });

  it("adds a file only once if the page has inserted it before it's hidden", async () => {
    const one = await page();
    one.attach('a.txt');
    await one.when(() => one.inserted().length === 1);
    const [markdown = ''] = one.inserted();
    one.type('comment', `Before ${markdown} after`);
    one.hide();
    assert.equal(one.writing.model.comment.text, `Before ${markdown} after`);
  });

  it('cancels uploads, also when the text is discarded', async () => {
    const one = await page();
    sandbox.faults.add({ kind: 'slow', ms: 60_000, method: 'POST', path: '**/uploads' });
    one.attach('a.txt');
    one.attach('b.txt');
    const [first] = one.writing.model.comment.uploads;
    one.act('cancelUpload', { form: 'comment', values: { text: '' }, value: String(first?.number) });
    assert.deepEqual(
      one.writing.model.comment.uploads.map(({ name }) => name),
      ['b.txt'],
    );
    one.act('cancelText', { form: 'comment', values: { text: '' } });
    await one.when(() => !one.isUploading());
    assert.deepEqual([one.inserted(), one.reported], [[], []]);
  });

  it('reports a failed upload, and keeps the text', async () => {
    const one = await page();
    one.type('comment', 'See');
    sandbox.faults.add({ kind: 'status', status: 413, method: 'POST', path: '**/uploads', next: 1 });
    one.attach('a.txt');
    await one.when(() => one.reported.length === 1 && !one.isUploading());
    assert.deepEqual(one.reported, ["Couldn't upload a.txt."]);
    assert.equal(one.writing.model.comment.text, 'See');
  });
});
