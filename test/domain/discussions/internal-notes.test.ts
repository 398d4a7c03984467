import assert from 'node:assert/strict';
import { hasInternalNotes } from '../../../src/domain/discussions/internal-notes';

describe('internal notes', () => {
  it('are supported by servers of version 16.9 and later', () => {
    for (const version of ['16.9.0', '16.10.1-ee', '17.0.0-pre', '18.4.0-sandbox', '100.0'])
      assert.equal(hasInternalNotes(version), true, version);
    for (const version of ['16.8.99-ee', '15.11.0', '9.0.0', '', 'unknown', '16'])
      assert.equal(hasInternalNotes(version), false, version);
  });
});
