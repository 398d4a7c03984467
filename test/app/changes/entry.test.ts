import assert from 'node:assert/strict';
import { ReviewEntry } from '../../../src/app/changes/entry';
import { diffEntrySchema } from '../../../src/schemas/diff';

const LINES = '@@ -1 +1 @@\n-a\n+b\n';

/** Returns why the diff of a file with the given fields is missing. */
const withheld = (fields: Readonly<Record<string, unknown>>): string | undefined =>
  new ReviewEntry(
    diffEntrySchema.parse({
      ...{ old_path: 'a.ts', new_path: 'a.ts', a_mode: '100644', b_mode: '100644', diff: '' },
      ...fields,
    }),
    'f00d',
  ).withheld;

describe('file with an omitted diff', () => {
  it('has the reason that the server sends', () => {
    assert.equal(withheld({ too_large: true }), 'too-large');
    assert.equal(withheld({ collapsed: true }), 'collapsed');
    assert.equal(withheld({ collapsed: true, new_file: true }), 'collapsed');
    assert.equal(withheld({ collapsed: true, diff: LINES }), undefined);
  });

  it('is collapsed if the server sends no reason', () => {
    assert.equal(withheld({}), 'collapsed');
    assert.equal(withheld({ diff: null }), 'collapsed');
    assert.equal(withheld({ diff: LINES }), undefined);
    assert.equal(withheld({ diff: 'Binary files a/a.ts and b/a.ts differ\n' }), undefined);
  });

  it("isn't expected for a mode change, a renamed file, or an empty file", () => {
    assert.equal(withheld({ b_mode: '100755' }), undefined);
    assert.equal(withheld({ renamed_file: true, new_path: 'b.ts' }), undefined);
    assert.equal(withheld({ new_file: true, a_mode: '0' }), undefined);
    assert.equal(withheld({ deleted_file: true, b_mode: '0' }), undefined);
  });
});
