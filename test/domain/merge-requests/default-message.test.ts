import assert from 'node:assert/strict';
import {
  defaultMergeMessage,
  defaultSquashMessage,
} from '../../../src/domain/merge-requests/message-template';

const request = {
  iid: 12,
  title: 'Add gift cards',
  source_branch: 'feature/gift-cards',
  target_branch: 'main',
  references: { full: 'acme/storefront!12' },
};

describe('default merge messages', () => {
  it('contain the branches, the title, and the merge request', () => {
    assert.equal(
      defaultMergeMessage(request, []),
      "Merge branch 'feature/gift-cards' into 'main'\n\nAdd gift cards\n\nSee merge request acme/storefront!12",
    );
    assert.equal(defaultSquashMessage(request), 'Add gift cards');
  });

  it('list the issues that will be closed', () => {
    const closing = (...names: string[]) => defaultMergeMessage(request, names).split('\n\n')[2];
    assert.equal(closing('#3'), 'Closes #3');
    assert.equal(closing('#3', '#4', 'PAY-7'), 'Closes #3, #4 and PAY-7');
  });
});
