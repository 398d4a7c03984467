import assert from 'node:assert/strict';
import { protectionOf } from '../../../src/domain/projects/protected-branches';

describe('the protection of a branch', () => {
  const branch = {
    protected: true,
    can_push: false,
    developers_can_push: false,
    developers_can_merge: false,
  };

  it('is refused to users who can neither push nor merge', () => {
    assert.equal(protectionOf(branch, 30), 'refused');
    assert.equal(protectionOf({ ...branch, developers_can_merge: true }, 20), 'refused');
  });

  it('allows what the branch grants', () => {
    assert.equal(protectionOf({ ...branch, can_push: true }, 30), 'allowed');
    assert.equal(protectionOf({ ...branch, developers_can_merge: true }, 30), 'allowed');
    // Maintainers can merge into protected branches unless this is restricted.
    assert.equal(protectionOf(branch, 40), 'allowed');
  });

  it('is not refused if the server or the role leaves it open', () => {
    assert.equal(protectionOf({ protected: true }, 30), 'allowed');
    assert.equal(protectionOf({ protected: true, can_push: false }, 30), 'allowed');
    assert.equal(protectionOf(branch, undefined), 'allowed');
    assert.equal(protectionOf({ ...branch, protected: false }, 30), 'none');
  });
});
