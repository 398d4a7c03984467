import assert from 'node:assert/strict';
import { presetQueries, PRESETS } from '../../../src/domain/merge-requests/query';

describe('the questions that everybody has', () => {
  it('are answered in the order of the time that rows show', () => {
    for (const preset of PRESETS)
      for (const { filters } of presetQueries(preset, { kind: 'host', base: 'https://git.example' }, 'dana'))
        assert.deepEqual([filters.order_by, filters.sort], ['updated_at', 'desc'], preset);
  });
});
