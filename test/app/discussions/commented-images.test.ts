import assert from 'node:assert/strict';
import { CommentableFiles } from '../../../src/app/changes/commentable-files';
import type { SideRequest, SideText } from '../../../src/app/changes/sides/side-text';
import { CommentedImages } from '../../../src/app/discussions/commented-images';
import type { FileDiff } from '../../../src/domain/changes/file-diff';
import { readPatch } from '../../../src/domain/changes/patch-reader';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { closeAll } from '../../api/helpers/client';
import { actingOn } from '../../builders/acting';
import { reviewing } from '../../builders/review';

/** The merge request that changes the logo. */
const TIDY = 22;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const REFS = { base: 'a'.repeat(40), start: 'b'.repeat(40), head: 'c'.repeat(40) };
const KEY = { base: 'https://git.example', project: 1, iid: 7, path: 'logo.png' };

const patchOf = (header: string, now = 'b/logo.png'): FileDiff => {
  const body = `index 1..2\nBinary files a/logo.png and ${now} differ\n`;
  const [diff] = readPatch(`diff --git a/logo.png b/logo.png\n${header}${body}`);
  assert.ok(diff);
  return diff;
};

/** Reads an image whose content is known. */
function imagesOf(text: Partial<SideText>, diff: FileDiff | undefined = patchOf('')) {
  const requests: SideRequest[] = [];
  const images = new CommentedImages({
    frames: { ofFile: () => Promise.resolve({ refs: REFS, diff }) },
    content: {
      read: (request) => {
        requests.push(request);
        return Promise.resolve({ bytes: PNG, source: 'git', what: 'image', ...text });
      },
    },
  });
  return { requests, read: () => images.read(KEY) };
}

describe('images with comments', () => {
  it('are those of the latest version', async () => {
    const sandbox: Sandbox = await startSandbox({ still: true });
    try {
      const { client, store, key } = actingOn(sandbox);
      const { changes, content } = await reviewing(client, store);
      const images = new CommentedImages({ frames: new CommentableFiles(changes), content });
      const read = await images.read({ ...key(TIDY), path: 'media/logo.png' });
      assert.ok(read.kind === 'image');
      assert.deepEqual([read.type, read.side, read.path], ['image/png', 'new', 'media/logo.png']);
      assert.ok(read.bytes.length > 0);
      const text = await images.read({ ...key(TIDY), path: 'media/README.md' });
      assert.deepEqual(text, { kind: 'problem', problem: 'format' });
      const other = await images.read({ ...key(TIDY), path: 'no/such/file.png' });
      assert.deepEqual(other, { kind: 'problem', problem: 'unchanged' });
    } finally {
      await closeAll();
      await sandbox.close();
    }
  });

  it('are the old ones of deleted files', async () => {
    const { requests, read } = imagesOf({}, patchOf('deleted file mode 100644\n', '/dev/null'));
    const image = await read();
    assert.ok(image.kind === 'image');
    assert.equal(image.side, 'old');
    assert.deepEqual(
      requests.map(({ side, from, to, path }) => [side, from, to, path]),
      [['old', REFS.base, REFS.head, 'logo.png']],
    );
  });

  it('have a format that pages can display, up to 10 MB', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(10_000_000)]);
    const texts: readonly Partial<SideText>[] = [
      { bytes: Buffer.from('BM\0') },
      { bytes: Buffer.from('<svg/>'), what: 'text' },
      { bytes: Buffer.from('Too large'), what: 'too-large' },
      { bytes: large },
      { bytes: Buffer.from('Stored in Git LFS'), what: 'lfs' },
      { bytes: Buffer.from('Binary file'), what: 'image', note: 'gaps', source: 'hunks' },
    ];
    const problems = await Promise.all(
      texts.map(async (text) => {
        const read = await imagesOf(text).read();
        return read.kind === 'problem' ? read.problem : read.kind;
      }),
    );
    assert.deepEqual(problems, ['format', 'format', 'too-large', 'too-large', 'lfs', 'unavailable']);
    assert.equal((await imagesOf({ bytes: large.subarray(0, 10_000_000) }).read()).kind, 'image');
  });
});
