import assert from 'node:assert/strict';
import { OWN_PRESETS, PLACE_PRESETS, presetQueries } from '../../../src/domain/merge-requests/query';

describe('preset queries', () => {
  it('are sorted by the time that rows show', () => {
    for (const preset of [...OWN_PRESETS, ...PLACE_PRESETS])
      for (const { filters } of presetQueries(preset, { kind: 'host', base: 'https://git.example' }, 'dana'))
        assert.deepEqual([filters.order_by, filters.sort], ['updated_at', 'desc'], preset);
  });
});
