import assert from 'node:assert/strict';
import { ReviewEntry } from '../../../src/app/review/entry';
import { diffEntrySchema } from '../../../src/schemas/diff';

const LINES = '@@ -1 +1 @@\n-a\n+b\n';

/** What is known of a file of which a server tells this. */
const withheld = (told: Readonly<Record<string, unknown>>): string | undefined =>
  new ReviewEntry(
    diffEntrySchema.parse({
      ...{ old_path: 'a.ts', new_path: 'a.ts', a_mode: '100644', b_mode: '100644', diff: '' },
      ...told,
    }),
    'f00d',
  ).withheld;

describe('a file whose diff the server left out', () => {
  it('is known by what the server says of it', () => {
    assert.equal(withheld({ too_large: true }), 'too-large');
    assert.equal(withheld({ collapsed: true }), 'collapsed');
    assert.equal(withheld({ collapsed: true, new_file: true }), 'collapsed');
    assert.equal(withheld({ collapsed: true, diff: LINES }), undefined);
  });

  it('is known where the server says nothing, since a change has lines', () => {
    assert.equal(withheld({}), 'collapsed');
    assert.equal(withheld({ diff: null }), 'collapsed');
    assert.equal(withheld({ diff: LINES }), undefined);
    assert.equal(withheld({ diff: 'Binary files a/a.ts and b/a.ts differ\n' }), undefined);
  });

  it('is no file that may have none: of another mode, moved, or empty', () => {
    assert.equal(withheld({ b_mode: '100755' }), undefined);
    assert.equal(withheld({ renamed_file: true, new_path: 'b.ts' }), undefined);
    assert.equal(withheld({ new_file: true, a_mode: '0' }), undefined);
    assert.equal(withheld({ deleted_file: true, b_mode: '0' }), undefined);
  });
});
