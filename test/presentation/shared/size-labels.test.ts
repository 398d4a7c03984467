import assert from 'node:assert/strict';
import { sizeLabel } from '../../../src/presentation/shared/size-labels';

describe('sizeLabel', () => {
  it('uses an appropriate unit', () => {
    assert.deepEqual([0, 1, 900, 1_000, 1_400_000, 2_500_000_000].map(sizeLabel), [
      '0 bytes',
      '1 byte',
      '900 bytes',
      '1 kB',
      '1.4 MB',
      '2.5 GB',
    ]);
  });

  it('uses the next unit for a size that is rounded up to it', () => {
    assert.deepEqual([999_949, 999_960, 999_999_999].map(sizeLabel), ['999.9 kB', '1 MB', '1 GB']);
  });
});
