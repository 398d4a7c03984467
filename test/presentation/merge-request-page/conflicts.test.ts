import assert from 'node:assert/strict';
import { conflictList } from '../../../src/presentation/merge-request-page/conflicts';
import type { ShownConflicts } from '../../../src/presentation/merge-request-page/model';
import { model } from '../../builders/merge-request-page';

describe('list of conflicting files on the merge request page', () => {
  const list = (conflicts: ShownConflicts | undefined): string =>
    String(conflictList({ ...model(), conflicts }) ?? '');

  it('is left out if there are no conflicts', () => {
    assert.equal(list(undefined), '');
  });

  it('shows each file with the reason, and escapes its path', () => {
    const shown = list({
      kind: 'files',
      files: [
        { path: 'src/<b>.ts', reason: 'both-modified' },
        { path: 'logo.png', reason: 'binary' },
      ],
    });
    assert.match(shown, /<p id="conflicts">2 conflicting files</);
    assert.match(shown, /<code>src\/&lt;b&gt;\.ts<\/code> <span class="quiet">Modified in both branches</);
    assert.match(shown, /<code>logo\.png<\/code> <span class="quiet">Binary file modified in both branches</);
  });

  it('shows at most 100 files, and how many there are in addition', () => {
    const files = Array.from({ length: 103 }, (_, index) => ({
      path: `file-${index}.ts`,
      reason: 'both-added' as const,
    }));
    const shown = list({ kind: 'files', files });
    assert.equal(shown.match(/<code>/g)?.length, 100);
    assert.match(shown, /… 3 more/);
  });

  it('shows that the files are being determined', () => {
    assert.match(list({ kind: 'finding' }), /Finding the conflicting files…/);
  });

  it('shows why the files are not listed, with a button to fetch the branches where that can help', () => {
    const fetch = /data-command="switchyard.fetchConflicts"/;
    const failed = list({ kind: 'failed', why: 'Git <failed>.' });
    assert.match(failed, /Couldn&#39;t list the conflicting files\. Git &lt;failed&gt;\./);
    assert.match(failed, fetch);
    assert.match(list({ kind: 'not-fetched' }), fetch);
    assert.match(list({ kind: 'no-clone' }), /Open a clone of the project/);
    assert.doesNotMatch(list({ kind: 'no-clone' }), fetch);
  });
});
