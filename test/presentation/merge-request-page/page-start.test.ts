import assert from 'node:assert/strict';
import { mergeRequestPageStart } from '../../../src/presentation/merge-request-page/page';

describe('start of the merge request page', () => {
  it('shows that it is loading, and errors', () => {
    assert.match(mergeRequestPageStart(42, undefined).toString(), /Loading…/);
    assert.match(
      mergeRequestPageStart(42, 'Nothing answers.').toString(),
      /Nothing answers\..*data-act="refresh"/s,
    );
  });
});
