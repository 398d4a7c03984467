import assert from 'node:assert/strict';
import { unfinishedPlace } from '../../../../src/app/discussions/unfinished-comments';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { closeAll } from '../../../api/helpers/client';
import { writesTo } from '../../../builders/acting';
import { heldMemory } from '../../../builders/stores';
import { writingPage } from './writing-page';

describe('writing on the merge request page', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  const page = (memory = heldMemory()) => writingPage(sandbox, memory);

  it('stores each change without rendering the page, and restores it in another session', async () => {
    const memory = heldMemory();
    const one = await page(memory);
    one.type('comment', 'Line one\nline two');
    assert.equal(one.rendered(), 0);
    const [thread] = one.discussions.peek(one.key)?.threads ?? [];
    assert.ok(thread);
    one.type(`reply ${thread.id}`, 'Half a reply');
    const later = await page(memory);
    assert.equal(later.writing.model.comment.text, 'Line one\nline two');
    assert.equal(later.writing.model.replies.get(thread.id)?.text, 'Half a reply');
    later.type('comment', ' ');
    assert.equal(later.unfinished.get(unfinishedPlace(later.key, {})), undefined);
  });

  it('renders stored texts when the page is loaded again', async () => {
    const one = await page();
    one.type('comment', 'Half a comment');
    assert.equal(one.rendered(), 0);
    one.load();
    assert.equal(one.rendered(), 1);
    assert.equal(one.writing.model.comment.text, 'Half a comment');
  });

  it('shows a text that was changed in an input box', async () => {
    const one = await page();
    one.type('comment', 'Draft');
    await one.unfinished.put(unfinishedPlace(one.key, {}), 'Draft, continued');
    assert.deepEqual(one.posts, [{ kind: 'fill', form: 'comment', values: { text: 'Draft, continued' } }]);
    assert.equal(one.rendered(), 1);
  });

  it('sends a plain comment, a thread, a reply, and a pending reply', async () => {
    const one = await page();
    one.act('postComment', { form: 'comment', values: { text: ' Plain.\n' } });
    await one.when(() => one.bodies().includes('Plain.') && one.outbox.list().length === 0);
    one.act('startThread', { form: 'comment', values: { text: 'Thread.' } });
    await one.when(() => one.bodies().includes('Thread.') && one.outbox.list().length === 0);
    const thread = one.discussions.peek(one.key)?.threads.find(({ notes }) => notes[0]?.body === 'Thread.');
    assert.ok(thread?.notes[0]?.resolvable);
    const form = `reply ${thread.id}`;
    one.act('openReply', { value: thread.id });
    assert.deepEqual([...one.writing.model.replies.keys()], [thread.id]);
    one.act('postReply', { form, values: { text: 'Reply.' } });
    await one.when(() => one.bodies().includes('Reply.'));
    assert.equal(one.writing.model.replies.size, 0);
    one.act('addToReview', { form, values: { text: 'Pending.' } });
    await one.when(
      () => one.discussions.peek(one.key)?.drafts?.some(({ note }) => note === 'Pending.') === true,
    );
    const pending = () =>
      one.discussions.peek(one.key)?.drafts?.find(({ discussion_id: of }) => of === thread.id)?.note;
    one.answers.discard = false;
    one.act('addToReview', { form, values: { text: 'More.' } });
    await one.when(() => one.posts.some((post) => post.kind === 'fill' && post.values['text'] === 'More.'));
    assert.deepEqual(
      [one.asked.splice(0), pending()],
      [['Append this text to your pending reply?'], 'Pending.'],
    );
    one.answers.discard = true;
    one.act('addToReview', { form, values: { text: 'More.' } });
    await one.when(() => pending() === 'Pending.\n\nMore.');
    one.asked.splice(0);
    one.act('addToReview', { form: 'comment', values: { text: 'General.' } });
    await one.when(
      () => one.discussions.peek(one.key)?.drafts?.some(({ note }) => note === 'General.') === true,
    );
    assert.deepEqual(
      writesTo(sandbox).map((line) => line.replace(thread.id, 'ID').replace(/(draft_notes)\/\d+/, '$1/ID')),
      [
        'POST 11/notes',
        'POST 11/discussions',
        'POST 11/discussions/ID/notes',
        'POST 11/draft_notes',
        'PUT 11/draft_notes/ID',
        'POST 11/draft_notes',
      ],
    );
  });

  it('resolves the thread after the reply was added, and reports if only the reply was added', async () => {
    const one = await page();
    one.act('startThread', { form: 'comment', values: { text: 'Thread.' } });
    await one.when(() => one.bodies().includes('Thread.') && one.outbox.list().length === 0);
    const thread = () =>
      one.discussions.peek(one.key)?.threads.find(({ notes }) => notes[0]?.body === 'Thread.');
    const form = `reply ${thread()?.id}`;
    one.act('openReply', { value: thread()?.id });
    sandbox.faults.add({ kind: 'status', status: 403, method: 'PUT', path: '**/discussions/*', next: 1 });
    one.act('replyAndResolve', { form, values: { text: 'Done.' } });
    await one.when(() => one.reported.length === 1);
    assert.deepEqual(one.reported, ["Your reply was added, but the thread couldn't be resolved."]);
    assert.deepEqual([one.bodies().includes('Done.'), one.outbox.list()], [true, []]);
    one.act('openReply', { value: thread()?.id });
    one.act('replyAndResolve', { form, values: { text: 'Done, too.' } });
    await one.when(() => thread()?.notes.every(({ resolved }) => resolved) === true);
    assert.ok(one.bodies().includes('Done, too.'));
    assert.equal(one.reported.length, 1);
  });

  it('keeps a comment whose response was lost, and sends it only once', async () => {
    const one = await page();
    sandbox.faults.add({ kind: 'cut', method: 'POST', path: '**/notes', next: 1 });
    one.type('comment', 'Lost?');
    one.act('postComment', { form: 'comment', values: { text: 'Lost?' } });
    await one.when(() => one.reported.length === 1);
    assert.equal(one.outbox.list()[0]?.unconfirmed, true);
    assert.deepEqual(one.reported, ["Couldn't send the comment."]);
    assert.equal(one.writing.model.comment.text, '');
    assert.equal(writesTo(sandbox).length, 1);
  });

  it("edits one of the user's comments, and deletes it after confirmation", async () => {
    const one = await page();
    one.act('postComment', { form: 'comment', values: { text: 'Typo.' } });
    await one.when(() => one.bodies().includes('Typo.') && one.outbox.list().length === 0);
    // The response doesn't contain the ID of the thread.
    await one.discussions.refresh(one.key);
    const idOf = (text: string) =>
      one.discussions
        .peek(one.key)
        ?.threads.flatMap(({ notes }) => notes)
        .find(({ body }) => body === text)?.id;
    const note = idOf('Typo.');
    one.act('editComment', { value: String(note) });
    assert.equal(one.writing.model.edits.get(Number(note))?.text, 'Typo.');
    one.act('saveComment', { form: `edit ${note}`, values: { text: '  ' } });
    assert.deepEqual(one.posts.at(-1), {
      kind: 'say',
      text: "The comment can't be empty. Delete it instead.",
    });
    one.act('saveComment', { form: `edit ${note}`, values: { text: 'Fixed.' } });
    await one.when(() => one.bodies().includes('Fixed.'));
    assert.equal(one.writing.model.edits.size, 0);
    one.answers.discard = false;
    one.act('deleteComment', { value: String(note) });
    await one.when(() => one.asked.length === 1);
    one.answers.discard = true;
    one.act('deleteComment', { value: String(note) });
    await one.when(() => !one.bodies().includes('Fixed.'));
    assert.deepEqual(one.asked, ['Delete this comment?', 'Delete this comment?']);
  });

  it('edits and discards a pending comment', async () => {
    const one = await page();
    one.act('addToReview', { form: 'comment', values: { text: 'Pending typo.' } });
    const drafts = () => one.discussions.peek(one.key)?.drafts ?? [];
    await one.when(() => drafts().length === 1 && one.outbox.list().length === 0);
    const id = drafts()[0]?.id;
    one.act('editDraft', { value: String(id) });
    assert.equal(one.writing.model.drafts.get(Number(id))?.text, 'Pending typo.');
    one.type(`draft ${id}`, 'Half an e');
    assert.deepEqual(
      one.unfinished.list(one.key).map(({ text, was }) => [text, was]),
      [['Half an e', 'Pending typo.']],
    );
    one.act('saveComment', { form: `draft ${id}`, values: { text: 'Fixed.' } });
    await one.when(() => drafts()[0]?.note === 'Fixed.' && one.outbox.list().length === 0);
    assert.deepEqual([one.writing.model.drafts.size, one.unfinished.list(one.key)], [0, []]);
    one.act('discardDraft', { value: String(drafts()[0]?.id) });
    await one.when(() => drafts().length === 0);
    assert.deepEqual(one.asked, ['Discard this pending comment?']);
  });

  it('sends internal notes and threads, and only one at a time', async () => {
    const one = await page();
    one.act('toggleInternal');
    assert.equal(one.writing.model.internal, true);
    one.act('postComment', { form: 'comment', values: { text: 'Only for us.' } });
    await one.when(() => one.bodies().includes('Only for us.') && one.outbox.list().length === 0);
    assert.equal(one.writing.model.internal, false);
    one.act('toggleInternal');
    one.act('startThread', { form: 'comment', values: { text: 'A thread for us.' } });
    await one.when(() => one.bodies().includes('A thread for us.') && one.outbox.list().length === 0);
    one.act('postComment', { form: 'comment', values: { text: 'For all.' } });
    await one.when(() => one.bodies().includes('For all.') && one.outbox.list().length === 0);
    const notes = one.discussions.peek(one.key)?.threads.flatMap((each) => each.notes) ?? [];
    assert.deepEqual(
      notes.slice(-3).map(({ body, internal }) => [body, internal]),
      [
        ['Only for us.', true],
        ['A thread for us.', true],
        ['For all.', false],
      ],
    );
    assert.equal(sandbox.requests().filter(({ path }) => path.endsWith('/version')).length, 1);
  });

  it('keeps a comment internal in another session, also while its text is being replaced', async () => {
    const memory = heldMemory();
    const one = await page(memory);
    one.act('toggleInternal');
    one.type('comment', 'Only for us');
    const later = await page(memory);
    assert.equal(later.writing.model.internal, true);
    later.type('comment', '');
    later.type('comment', 'Only for us again');
    assert.equal((await page(memory)).writing.model.internal, true);
    later.act('toggleInternal');
    assert.equal((await page(memory)).writing.model.internal, false);
  });

  it("doesn't add an internal note to a review", async () => {
    const one = await page();
    one.act('toggleInternal');
    one.posts.length = 0;
    one.act('addToReview', { form: 'comment', values: { text: 'Secret' } });
    assert.deepEqual(one.posts, [
      { kind: 'fill', form: 'comment', values: { text: 'Secret' } },
      { kind: 'say', text: "Internal notes can't be added to a review." },
    ]);
    assert.deepEqual(writesTo(sandbox), []);
  });

  it("keeps an internal note if the server's version isn't known", async () => {
    const one = await page();
    sandbox.faults.add({ kind: 'status', status: 500, method: 'GET', path: '/api/v4/version', next: 1 });
    one.act('toggleInternal');
    one.act('postComment', { form: 'comment', values: { text: 'Secret' } });
    await one.when(() => one.reported.length === 1);
    assert.deepEqual(
      one.outbox.list().map((item) => [item.body, item.kind === 'comment' && item.internal, item.why]),
      [['Secret', true, 'server']],
    );
    assert.deepEqual(writesTo(sandbox), []);
  });

  it('sends nothing if an edit changed nothing', async () => {
    const one = await page();
    const note = one.discussions.peek(one.key)?.threads[0]?.notes[0];
    assert.ok(note);
    one.act('editComment', { value: String(note.id) });
    one.act('saveComment', { form: `edit ${note.id}`, values: { text: note.body } });
    assert.equal(one.writing.model.edits.size, 0);
    assert.deepEqual(writesTo(sandbox), []);
  });

  it('asks before discarding a text, and keeps it if the user cancels', async () => {
    const one = await page();
    one.type('comment', 'Precious');
    one.answers.discard = false;
    one.act('cancelText', { form: 'comment', values: { text: 'Precious' } });
    await one.when(() => one.posts.some(({ kind }) => kind === 'reveal'));
    assert.equal(one.writing.model.comment.text, 'Precious');
    one.answers.discard = true;
    one.act('cancelText', { form: 'comment', values: { text: 'Precious' } });
    await one.when(() => one.writing.model.comment.text === '');
    assert.deepEqual(one.asked, ['Discard this comment?', 'Discard this comment?']);
    one.act('cancelText', { form: 'comment', values: { text: ' ' } });
    assert.equal(one.asked.length, 2);
  });

  it('suggests people, merge requests, and labels, and cancels outdated requests', async () => {
    const one = await page();
    const before = sandbox.requests().length;
    one.suggest('@', 'm', 1);
    one.suggest('@', 'ma', 2);
    const found = () => one.posts.flatMap((post) => (post.kind === 'suggestions' ? [post] : []));
    await one.when(() => found().length === 1);
    assert.equal(found()[0]?.number, 2);
    assert.ok(found()[0]?.items.some(({ value }) => value === '@marek'));
    assert.equal(sandbox.requests().length, before + 1);
    one.suggest('!', '12', 3);
    await one.when(() => found().length === 2);
    assert.deepEqual(found()[1]?.items[0]?.value, '!12');
    one.suggest(':', 'rock', 4);
    await one.when(() => found().length === 3);
    assert.deepEqual(found()[2]?.items[0]?.value, ':rocket:');
    one.suggest('/', 'clo', 5);
    await one.when(() => found().length === 4);
    assert.deepEqual(found()[3]?.items[0]?.value, '/close');
    one.suggest('~', '', 6);
    one.writing.take({ kind: 'suggest-end', form: 'comment' });
    one.suggest('constructor', '', 7);
    assert.equal(found().length, 4);
  });

  it('ignores values that the page could not have sent', async () => {
    const one = await page();
    for (const action of ['openReply', 'editComment', 'deleteComment', 'editDraft', 'toggleReaction'])
      assert.ok(one.act(action, { value: '../1 x\ny' }));
    assert.ok(!one.act('constructor'));
    one.type('edit 1e9', 'x');
    one.type('', 'x');
    assert.deepEqual(one.posts, []);
    assert.deepEqual(one.unfinished.list(one.key), []);
  });
});
