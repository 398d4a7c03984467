import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isBinary, isImagePath, lfsPointer } from '../../../src/domain/shared/file-content';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const OID = 'ab'.repeat(32);
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${OID}\nsize 1400000\n`;

describe('file content', () => {
  it('can be a Git LFS pointer, which contains the size of the file', () => {
    assert.deepEqual(lfsPointer(bytes(POINTER)), { oid: OID, size: 1_400_000 });
    const extended = POINTER.replace('oid', `ext-0-foo sha256:${OID}\noid`);
    assert.deepEqual(lfsPointer(bytes(extended)), { oid: OID, size: 1_400_000 });
    for (const text of [
      '',
      'version 1\n',
      `// ${POINTER}`,
      POINTER.replace(/size.*\n/, ''),
      POINTER + 'x'.repeat(1024),
    ])
      assert.equal(lfsPointer(bytes(text)), undefined);
  });

  it('is not a pointer for any other content', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (any) => {
        assert.equal(lfsPointer(any), undefined);
        assert.equal(isBinary(any), any.includes(0));
      }),
    );
  });

  it('is text if Git treats it as text', () => {
    assert.equal(isBinary(bytes('a'.repeat(8000) + '\0')), false);
    assert.equal(isBinary(bytes('a'.repeat(7999) + '\0')), true);
  });

  it('is an image if its name has the extension of one', () => {
    for (const path of ['a.png', 'b/C.JPG', 'x.jpeg', 'y.gif', 'z.webp']) assert.ok(isImagePath(path), path);
    for (const path of ['png', 'a.svg', 'a.png.txt', 'apng']) assert.ok(!isImagePath(path), path);
  });
});
