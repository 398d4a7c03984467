import assert from 'node:assert/strict';
import fc from 'fast-check';
import { draftTitle, isDraftTitle, readyTitle } from '../../../src/domain/merge-requests/draft-title';

describe('draft title', () => {
  it('starts with one of the prefixes that servers support', () => {
    for (const title of ['Draft: a', 'draft:a', '[Draft] a', '(draft) a', '  Draft: a']) {
      assert.ok(isDraftTitle(title), title);
      assert.equal(readyTitle(title), 'a');
      assert.equal(draftTitle(title), title);
    }
    for (const title of ['Drafting: a', 'A draft: b', 'Wipe: a', 'Draft a']) {
      assert.ok(!isDraftTitle(title), title);
      assert.equal(readyTitle(title), title);
    }
  });

  it('has a prefix that only older servers support replaced by one that all support', () => {
    for (const title of ['WIP: a', '[wip]a', 'Draft - a', 'draft-a']) {
      assert.equal(draftTitle(title), 'Draft: a', title);
      assert.equal(readyTitle(title), 'a', title);
    }
  });

  it('has all prefixes removed when marked as ready', () => {
    assert.equal(readyTitle('Draft: [Draft] WIP: Do it'), 'Do it');
  });

  it('can be marked as ready for any title', () => {
    fc.assert(
      fc.property(fc.string(), (title) => {
        const marked = draftTitle(title);
        assert.ok(isDraftTitle(marked));
        assert.ok(!isDraftTitle(readyTitle(marked)));
        assert.equal(readyTitle(marked), readyTitle(title).trimStart());
      }),
    );
  });
});
