import assert from 'node:assert/strict';
import { readPatch } from '../../../../src/domain/changes/patch-reader';
import { twoNumbers } from '../../../../src/presentation/merge-request-page/image/acts';
import type { ImagePageModel, ShownImage } from '../../../../src/presentation/merge-request-page/image/model';
import { imagePage } from '../../../../src/presentation/merge-request-page/image/page';
import { html } from '../../../../src/presentation/shared/html';

const NOW = Date.UTC(2026, 10, 5, 12);
const PATH = 'media/logo.png';
const REFS = { base: 'a'.repeat(40), start: 'b'.repeat(40), head: 'c'.repeat(40) };
const EVIL = '"><img src=x onerror=alert(1)>';
const [diff] = readPatch(
  `diff --git a/${PATH} b/${PATH}\nindex 1..2 100644\nBinary files a/${PATH} and b/${PATH} differ\n`,
);
assert.ok(diff);
const file = { refs: REFS, diff };
const PLACE = { x: 20, y: 40, width: 100, height: 200 };
const position = {
  ...{ base_sha: REFS.base, head_sha: REFS.head, position_type: 'image', old_path: PATH, new_path: PATH },
  ...PLACE,
};
const IMAGE: ShownImage = { kind: 'image', file, side: 'new', address: 'new-1', place: PLACE };
const thread = (id: string, body: string, at: object = {}) => ({
  id,
  notes: [
    {
      ...{ id: id.length, body, system: false, resolvable: true, resolved: false },
      author: { name: `Dana ${id}`, username: 'dana' },
      created_at: new Date(NOW - 60_000).toISOString(),
      position: { ...position, ...at },
    },
  ],
});
const page = (rest: Partial<ImagePageModel> = {}, discussions: Partial<ImagePageModel['discussions']> = {}) =>
  imagePage({
    ...{ base: 'https://git.example', iid: 7, path: PATH, image: IMAGE, readOnlyReason: undefined, now: NOW },
    editor: { text: '', previewed: undefined, uploads: [] },
    discussions: {
      ...{ errorMessage: undefined, unsent: [], settling: [] },
      known: { threads: [], drafts: [], cut: false, missing: undefined },
      write: (text) => html`<p>${text}</p>`,
      ...discussions,
    },
    ...rest,
  }).toString();
const known = (threads: readonly ReturnType<typeof thread>[], drafts: readonly object[] = []) => ({
  known: {
    ...{ threads, cut: false, missing: undefined },
    drafts: drafts.map((draft, index) => ({ id: index + 1, note: 'Pending text', position, ...draft })),
  },
});
const read = (text: string): string => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('page with the comments on an image', () => {
  it('shows numbered markers, which lead to the comments in the list', () => {
    const elsewhere = thread('other', 'Elsewhere', { old_path: 'b.png', new_path: 'b.png' });
    const onLine = thread('line', 'On a line', { position_type: 'text', new_line: 1 });
    const threads = [thread('a', 'Too small'), elsewhere, onLine, thread('bb', 'Wrong color', { x: 50 })];
    const text = page({}, known(threads, [{}]));
    assert.deepEqual(
      [...text.matchAll(/class="(image-marker[^"]*)"[^>]*value="([^"]*)"[^>]*data-x="(\d+)"/g)].map((all) =>
        all.slice(1),
      ),
      [
        ['image-marker', 'image-comment-1', '20'],
        ['image-marker', 'image-comment-2', '50'],
        ['image-marker pending', 'image-comment-3', '20'],
      ],
    );
    assert.match(text, /aria-label="Comment 1 by Dana a, at 20, 40 of 100 × 200"/);
    assert.match(text, /aria-label="Comment 3: pending, at 20, 40 of 100 × 200"/);
    assert.match(
      read(text),
      /1 At 20, 40 of 100 × 200 .*Dana a .*Too small .*2 At 50, 40 .*Dana bb .*Wrong color .*3 At 20, 40 .*pending visible only to you .*Pending text/,
    );
    assert.doesNotMatch(read(text), /Elsewhere|On a line/);
    for (const number of [1, 2, 3]) assert.ok(text.includes(`id="image-comment-${number}"`));
  });

  it('marks comments on other versions as outdated', () => {
    const text = page({}, known([thread('a', 'Old', { head_sha: 'd'.repeat(40) })]));
    assert.match(read(text), /At 20, 40 of 100 × 200 outdated/);
    assert.doesNotMatch(read(page({}, known([thread('a', 'New')]))), /outdated/);
  });

  it('offers to comment now or to add the comment to the review', () => {
    assert.match(read(page()), /Place: 20, 40 of 100 × 200 .*Comment Start a Review/);
    assert.match(read(page({}, known([], [{}]))), /Add to Review/);
    assert.match(page(), /aria-describedby="image-place-at image-place-hint"/);
    assert.match(page(), /data-form="image"[^>]*data-stored/);
  });

  it('has no text box while the image or the comments are loading, or if comments are read-only', () => {
    const texts = [
      page({ image: { ...IMAGE, place: undefined } }),
      page({}, { known: undefined }),
      page({ readOnlyReason: 'archived' }),
      page({}, { known: { threads: [], cut: false, missing: 'forbidden' } }),
    ].map((text) => [text.includes('<form'), text.includes('id="image-place"')]);
    assert.deepEqual(
      texts,
      Array.from(texts, () => [false, false]),
    );
    assert.match(
      read(page({ readOnlyReason: 'archived' })),
      /Comments on !7 are read-only because its project is archived\./,
    );
    assert.match(read(page({}, { known: undefined })), /Comments Loading…/);
  });

  it('shows why the image is not displayed', () => {
    assert.match(read(page({ image: { kind: 'loading' } })), /Loading the image…/);
    const failed = page({ image: { kind: 'failed', why: "Couldn't load the image." } });
    assert.match(read(failed), /Couldn&#39;t load the image\. Try Again/);
    const refused = page({ image: { kind: 'refused', refusal: 'lfs' } });
    assert.match(read(refused), /stored in Git LFS.*Comment on File\.\.\./);
    assert.doesNotMatch(
      page({ image: { kind: 'refused', refusal: 'unchanged' } }),
      /data-act="commentOnFile"/,
    );
  });

  it('names the deleted image', () => {
    assert.match(read(page({ image: { ...IMAGE, side: 'old' } })), /media\/logo\.png deleted image/);
  });

  it('lists comments that were not sent', () => {
    const unsent = {
      ...({
        id: 'u1',
        kind: 'thread',
        body: 'Not yet',
        state: 'failed',
        at: NOW,
        unconfirmed: true,
      } as const),
      position: { ...position },
    };
    const text = page({}, { unsent: [unsent] });
    assert.match(
      read(text),
      /Unconfirmed Comments .*May have been sent\. Refresh to check\. .*Not yet .*Send Again Discard/,
    );
  });

  it('contains no markup from the server', () => {
    const hostile = thread('a', EVIL);
    const text = page({ path: `${EVIL}.png` }, known([{ ...hostile, id: EVIL }], [{ note: EVIL }]));
    assert.equal(text.match(/<img/g)?.length, 1);
    assert.match(text, /<img\s+id="image-new-1" data-source="new-1" data-kept-node alt="Image: [^"]*" \/>/);
  });

  it('accepts only two whole numbers as a place', () => {
    assert.deepEqual(twoNumbers('12 7'), [12, 7]);
    for (const value of [undefined, '', '12', '12 7 3', '-1 2', '1.5 2', '1e3 2', '1234567 1'])
      assert.equal(twoNumbers(value), undefined, value);
  });
});
