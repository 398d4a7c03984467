import assert from 'node:assert/strict';
import { imageTypeOf } from '../../../src/domain/shared/image-format';

const typeOf = (start: string) => imageTypeOf(Buffer.from(`${start}${'\0'.repeat(20)}`, 'latin1'));

describe('image formats', () => {
  it('are recognized by their first bytes', () => {
    assert.deepEqual(
      ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0', 'GIF89a', 'RIFF\x01\x02\x03\x04WEBP'].map(typeOf),
      ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
    );
  });

  it('exclude drawings, other binary files, and empty files', () => {
    const others = ['<svg xmlns="http://www.w3.org/2000/svg">', 'BM', 'RIFF\x01\x02\x03\x04WAVE', 'GIF90a'];
    assert.deepEqual(others.map(typeOf), [undefined, undefined, undefined, undefined]);
    assert.equal(imageTypeOf(new Uint8Array()), undefined);
  });
});
