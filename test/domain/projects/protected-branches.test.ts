import assert from 'node:assert/strict';
import { protectionOf } from '../../../src/domain/projects/protected-branches';

describe('branch protection', () => {
  const branch = {
    protected: true,
    can_push: false,
    developers_can_push: false,
    developers_can_merge: false,
  };

  it('rejects users who can neither push nor merge', () => {
    assert.equal(protectionOf(branch, 30), 'refused');
    assert.equal(protectionOf({ ...branch, developers_can_merge: true }, 20), 'refused');
  });

  it('allows users to whom the branch grants access', () => {
    assert.equal(protectionOf({ ...branch, can_push: true }, 30), 'allowed');
    assert.equal(protectionOf({ ...branch, developers_can_merge: true }, 30), 'allowed');
    // Maintainers can merge into protected branches unless this is restricted.
    assert.equal(protectionOf(branch, 40), 'allowed');
  });

  it("allows users if the server or the role doesn't determine it", () => {
    assert.equal(protectionOf({ protected: true }, 30), 'allowed');
    assert.equal(protectionOf({ protected: true, can_push: false }, 30), 'allowed');
    assert.equal(protectionOf(branch, undefined), 'allowed');
    assert.equal(protectionOf({ ...branch, protected: false }, 30), 'none');
  });
});
