import assert from 'node:assert/strict';
import fc from 'fast-check';
import { draftTitle, isDraftTitle, readyTitle } from '../../../src/domain/merge-requests/draft-title';

describe('the title of a draft', () => {
  it('begins with one of the marks that servers know', () => {
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

  it('gets a mark that every server knows in the place of one that only older servers know', () => {
    for (const title of ['WIP: a', '[wip]a', 'Draft - a', 'draft-a']) {
      assert.equal(draftTitle(title), 'Draft: a', title);
      assert.equal(readyTitle(title), 'a', title);
    }
  });

  it('loses every mark when it is ready', () => {
    assert.equal(readyTitle('Draft: [Draft] WIP: Do it'), 'Do it');
  });

  it('is ready after it was a draft, whatever it says', () => {
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
