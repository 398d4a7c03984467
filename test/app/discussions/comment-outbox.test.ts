import assert from 'node:assert/strict';
import { CommentOutbox, type OutboxItem } from '../../../src/app/discussions/comment-outbox';
import { heldMemory } from '../../builders/stores';

const key = { base: 'https://git.example', project: 1, iid: 12 };
const item = (id: string, facts: Partial<OutboxItem> = {}): OutboxItem => ({
  ...{ id, mergeRequest: key, at: 5, state: 'failed', body: 'Why?', draft: false },
  ...facts,
});
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

describe('CommentOutbox', () => {
  it('restores its items after a restart, with those being sent as unconfirmed', async () => {
    const memory = heldMemory();
    const written = item('1', {
      position,
      discussion: 'd',
      note: 7,
      draft: true,
      resolve: true,
      state: 'sending',
    });
    await new CommentOutbox(memory).put(written);
    // As VS Code stores it.
    memory.held.set('comment-outbox', JSON.parse(JSON.stringify(memory.held.get('comment-outbox'))));
    const kept = { ...written, state: 'failed', why: undefined, unconfirmed: true };
    assert.deepEqual(new CommentOutbox(memory).list(key), [kept]);
  });

  it('restores comments on files and images, and comments that older versions stored, after a restart', async () => {
    const { line_range: _range, new_line: _line, ...place } = position;
    const onFile = { ...place, position_type: 'file' } as const;
    const memory = heldMemory();
    const outbox = new CommentOutbox(memory);
    await outbox.put(item('1', { position: onFile, internal: true }));
    await outbox.put(item('2', { position }));
    const inImage = { ...place, position_type: 'image', x: 3, y: 4, width: 10, height: 20 } as const;
    await outbox.put(item('3', { position: inImage }));
    const stored = JSON.stringify(memory.held.get('comment-outbox')).replace('"position_type":"text",', '');
    memory.held.set('comment-outbox', JSON.parse(stored));
    assert.deepEqual(
      new CommentOutbox(memory).list(key).map((each) => [each.position, each.internal]),
      [
        [onFile, true],
        [position, undefined],
        [inImage, undefined],
      ],
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
