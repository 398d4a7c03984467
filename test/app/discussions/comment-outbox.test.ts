import assert from 'node:assert/strict';
import { CommentOutbox, type OutboxItem } from '../../../src/app/discussions/comment-outbox';
import type { CommentToPost } from '../../../src/app/discussions/comment-to-post';
import { storedCommentsSchema } from '../../../src/schemas/stored/comments';
import { heldMemory } from '../../builders/stores';

const key = { base: 'https://git.example', project: 1, iid: 12 };
const item = (
  id: string,
  facts: Partial<Pick<OutboxItem, 'body' | 'mergeRequest' | 'state' | 'why' | 'unconfirmed'>> = {},
  comment: CommentToPost = { kind: 'comment', body: 'Why?' },
): OutboxItem => ({ ...comment, id, mergeRequest: key, at: 5, state: 'failed', ...facts });
const position = {
  base_sha: 'a',
  start_sha: 'b',
  head_sha: 'c',
  position_type: 'text',
  old_path: 'x.ts',
  new_path: 'x.ts',
  new_line: 5,
  line_range: {
    start: { line_code: 'h_4_4', type: 'old' },
    end: { line_code: 'h_5_5', type: 'new' },
  },
} as const;

/** A comment of each kind, with all of its fields. */
const COMMENTS: readonly CommentToPost[] = [
  { kind: 'comment', body: 'Why?', internal: true },
  { kind: 'comment', body: 'For all' },
  { kind: 'thread', body: 'Why five?', position },
  { kind: 'thread', body: 'Why at all?', internal: true },
  { kind: 'reply', body: 'Because.', discussion: 'd', resolve: true },
  { kind: 'edit', body: 'Therefore.', discussion: 'd', note: 7, was: 'Because.' },
  { kind: 'pending', body: 'Later', position },
  { kind: 'pending', body: 'And why?', discussion: 'd' },
  { kind: 'pending-edit', body: 'And why not?', discussion: 'd', note: 8, was: 'And why?' },
];

/** A value as VS Code stores it, without undefined fields. */
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The items after a restart. */
function restored(memory: ReturnType<typeof heldMemory>): readonly OutboxItem[] {
  memory.held.set('comment-outbox', asStored(memory.held.get('comment-outbox')));
  return new CommentOutbox(memory).list(key);
}

describe('CommentOutbox', () => {
  it('restores its items after a restart, with those being sent as unconfirmed', async () => {
    const memory = heldMemory();
    const outbox = new CommentOutbox(memory);
    const written = COMMENTS.map((comment, index) => item(String(index), { state: 'sending' }, comment));
    for (const each of written) await outbox.put(each);
    const kept = written.map((each) => ({ ...each, state: 'failed', unconfirmed: true }));
    assert.deepEqual(asStored(restored(memory)), asStored(kept));
  });

  it('restores comments on files and images, and comments that older versions stored, after a restart', async () => {
    const { line_range: _range, new_line: _line, ...place } = position;
    const onFile = { ...place, position_type: 'file' } as const;
    const memory = heldMemory();
    const outbox = new CommentOutbox(memory);
    await outbox.put(item('1', {}, { kind: 'thread', body: 'Why?', position: onFile, internal: true }));
    await outbox.put(item('2', {}, { kind: 'thread', body: 'Why?', position }));
    const inImage = { ...place, position_type: 'image', x: 3, y: 4, width: 10, height: 20 } as const;
    await outbox.put(item('3', {}, { kind: 'thread', body: 'Why?', position: inImage }));
    const stored = JSON.stringify(memory.held.get('comment-outbox')).replace('"position_type":"text",', '');
    memory.held.set('comment-outbox', JSON.parse(stored));
    assert.deepEqual(
      new CommentOutbox(memory)
        .list(key)
        .map((each) => (each.kind === 'thread' ? [each.position, each.internal] : [])),
      [
        [onFile, true],
        [position, undefined],
        [inImage, undefined],
      ],
    );
  });

  it('restores what each kind of comment needs from the fields that older versions stored', () => {
    const older = COMMENTS.map((comment, index) => {
      const { kind, ...fields } = comment;
      return {
        ...{ id: String(index), mergeRequest: key, at: 5, state: 'failed', why: 'network' },
        ...fields,
        draft: kind === 'pending' || kind === 'pending-edit',
        // Comments on lines always started a thread.
        ...(comment.kind === 'thread' && comment.position === undefined ? { thread: true } : {}),
      };
    });
    const memory = heldMemory();
    memory.held.set('comment-outbox', older);
    assert.deepEqual(
      asStored(
        new CommentOutbox(memory).list().map(({ id: _id, mergeRequest: _key, at: _at, ...kept }) => kept),
      ),
      asStored(
        COMMENTS.map((comment) => ({ ...comment, state: 'failed', why: 'network', unconfirmed: false })),
      ),
    );
  });

  it('stores the fields that older versions read', async () => {
    const memory = heldMemory();
    const outbox = new CommentOutbox(memory);
    for (const [index, comment] of COMMENTS.entries()) await outbox.put(item(String(index), {}, comment));
    const stored = storedCommentsSchema.parse(asStored(memory.held.get('comment-outbox')));
    assert.deepEqual(
      stored.map(({ draft, thread }) => [draft, thread]),
      COMMENTS.map(({ kind }) => [kind.startsWith('pending'), kind === 'thread']),
    );
  });

  it('restores the state of an item after a restart', async () => {
    const memory = heldMemory();
    const outbox = new CommentOutbox(memory);
    await outbox.put(item('1', { state: 'failed', why: 'timeout', unconfirmed: true }));
    await outbox.put(item('2', { state: 'failed', why: 'forbidden', unconfirmed: false }));
    memory.held.set('comment-outbox', JSON.parse(JSON.stringify(memory.held.get('comment-outbox'))));
    const open = new CommentOutbox(memory).list(key).map(({ unconfirmed }) => unconfirmed);
    assert.deepEqual(open, [true, false]);
  });

  it('returns the items of a merge request in their order', async () => {
    const outbox = new CommentOutbox(heldMemory());
    await outbox.put(item('1'));
    await outbox.put(item('2', { mergeRequest: { ...key, iid: 13 } }));
    await outbox.put(item('3'));
    await outbox.put(item('1', { body: 'Changed' }));
    assert.deepEqual(
      outbox.list(key).map(({ id, body }) => [id, body]),
      [
        ['1', 'Changed'],
        ['3', 'Why?'],
      ],
    );
    await outbox.remove('1');
    assert.deepEqual([outbox.find('1'), outbox.list().length], [undefined, 2]);
  });

  it('removes the oldest items over the limits, but never the newest', async () => {
    const outbox = new CommentOutbox(heldMemory());
    for (let count = 1; count <= 105; count++) await outbox.put(item(String(count)));
    assert.deepEqual([outbox.list().length, outbox.list()[0]?.id], [100, '6']);
    await outbox.put(item('long', { body: 'x'.repeat(600_000) }));
    assert.deepEqual(
      outbox.list().map(({ id }) => id),
      ['long'],
    );
  });

  it('ignores invalid stored values', () => {
    const memory = heldMemory();
    memory.held.set('comment-outbox', [null, 5, { id: 'x' }, { ...item('1'), mergeRequest: { base: 1 } }]);
    assert.deepEqual(new CommentOutbox(memory).list(), []);
    memory.held.set('comment-outbox', 'x');
    assert.deepEqual(new CommentOutbox(memory).list(), []);
  });
});
