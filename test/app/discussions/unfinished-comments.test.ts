import assert from 'node:assert/strict';
import {
  UnfinishedComments,
  unfinishedFilePlace,
  unfinishedPlace,
} from '../../../src/app/discussions/unfinished-comments';
import { heldMemory } from '../../builders/stores';

const key = { base: 'https://git.example', project: 1, iid: 12 };
const place = unfinishedPlace(key, {});

describe('UnfinishedComments', () => {
  it('restores each comment after a restart', async () => {
    const memory = heldMemory();
    const texts = new UnfinishedComments(memory);
    await texts.put(place, 'A comm');
    await texts.put(place, 'A comment');
    await texts.put(unfinishedPlace(key, { thread: true }), 'A thread');
    await texts.put(unfinishedPlace(key, { discussion: 'abc' }), 'An answer');
    await texts.put(unfinishedPlace({ ...key, iid: 13 }, {}), 'Another one');
    memory.held.set(
      'unfinished-comments',
      JSON.parse(JSON.stringify(memory.held.get('unfinished-comments'))),
    );
    const later = new UnfinishedComments(memory);
    assert.deepEqual(
      later.list(key).map(({ text }) => text),
      ['A comment', 'A thread', 'An answer'],
    );
    assert.equal(later.get(unfinishedPlace({ ...key, iid: 13 }, {}))?.text, 'Another one');
  });

  it('restores the place of a comment in an image after a restart', async () => {
    const memory = heldMemory();
    const onImage = unfinishedFilePlace(key, 'image', 'media/logo.png');
    const image = { x: 3, y: 4, width: 10, height: 20 };
    await new UnfinishedComments(memory).put(onImage, 'Too small', { image });
    memory.held.set(
      'unfinished-comments',
      JSON.parse(JSON.stringify(memory.held.get('unfinished-comments'))),
    );
    const { text, image: restored } = new UnfinishedComments(memory).get(onImage) ?? {};
    assert.deepEqual([text, restored], ['Too small', image]);
  });

  it('removes a comment when it is sent or emptied', async () => {
    const texts = new UnfinishedComments(heldMemory());
    await texts.put(place, 'A comment');
    await texts.remove(place);
    await texts.put(place, 'Again');
    await texts.put(place, '  ');
    assert.equal(texts.get(place), undefined);
  });

  it('remembers that a comment is internal until it is sent or made public', async () => {
    const memory = heldMemory();
    const texts = new UnfinishedComments(memory);
    await texts.put(place, 'Only', { internal: true });
    await texts.put(place, 'Only for us');
    const later = new UnfinishedComments(memory);
    assert.deepEqual([later.get(place)?.text, later.get(place)?.internal], ['Only for us', true]);
    await later.put(place, 'For everyone', { internal: false });
    assert.equal(later.get(place)?.internal, undefined);
    await later.put(place, 'Only for us', { internal: true });
    await later.remove(place);
    await later.put(place, 'Another one');
    assert.equal(later.get(place)?.internal, undefined);
  });

  it('limits the total length', async () => {
    const texts = new UnfinishedComments(heldMemory());
    for (let iid = 1; iid <= 80; iid++)
      await texts.put(unfinishedPlace({ ...key, iid }, {}), 'x'.repeat(10_000));
    const left = Array.from({ length: 80 }, (_, index) =>
      texts.get(unfinishedPlace({ ...key, iid: index + 1 }, {})),
    );
    assert.equal(left.filter((each) => each !== undefined).length, 20);
    assert.ok(left.at(-1));
  });

  it('ignores invalid stored values', () => {
    const memory = heldMemory();
    for (const held of ['x', [1, { mergeRequest: {} }], [{ mergeRequest: key, name: 1, text: 'a' }]]) {
      memory.held.set('unfinished-comments', held);
      assert.deepEqual(new UnfinishedComments(memory).list(key), []);
    }
  });
});
