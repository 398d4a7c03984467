import assert from 'node:assert/strict';
import { tasksView } from '../../src/sandbox/views/merge-request-parts';

describe('tasks of a description', () => {
  it('are items of bullet lists and of numbered lists', () => {
    const description = '- [ ] one\n1. [x] two\n   2) [ ] three\n* [X] four\n1.5. [ ] not\nText [ ] not\n';
    assert.deepEqual(tasksView(description), { count: 4, completed_count: 2 });
  });
});
