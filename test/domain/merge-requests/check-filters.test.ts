import assert from 'node:assert/strict';
import fc from 'fast-check';
import { queryPairs, queryText } from '../../../src/api/encode';
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from '../../../src/api/endpoints/merge-requests';
import { MAX_QUERY_BYTES } from '../../../src/api/split-query';
import { checkFilters, isDate, MAX_QUERY_LENGTH } from '../../../src/domain/merge-requests/check-filters';
import type { PlaceKind, QueryFilters } from '../../../src/schemas/merge-request-query';

const problemsOf = (place: PlaceKind, filters: QueryFilters): string[] =>
  checkFilters(place, filters).map(({ field, problem }) => `${field}: ${problem.kind}`);

describe('validation of merge request filters', () => {
  it('accepts no filters, and all filters that a list supports', () => {
    assert.deepEqual(problemsOf('host', {}), []);
    assert.deepEqual(
      problemsOf('project', {
        state: 'opened',
        labels: ['bug', 'ui'],
        assignee_id: 'None',
        iids: [1, 2],
        wip: 'no',
        created_after: '2026-11-01',
        created_before: '2026-11-21T23:59:59Z',
        not: { labels: ['wontfix'], author_username: 'sam' },
      }),
      [],
    );
  });

  it("rejects filters that the list doesn't support", () => {
    assert.deepEqual(problemsOf('group', { wip: 'yes', environment: 'staging' }), [
      'environment: place',
      'wip: place',
    ]);
    assert.deepEqual(problemsOf('host', { iids: [3], non_archived: true }), [
      'iids: place',
      'non_archived: place',
    ]);
    assert.deepEqual(problemsOf('project', { deployed_after: '2026-01-01', in: ['title'] }), [
      'deployed_after: place',
      'in: place',
    ]);
  });

  it('reports both filters of a mutually exclusive pair', () => {
    assert.deepEqual(problemsOf('project', { author_id: 1, author_username: 'sam' }), [
      'author_id: excludes',
      'author_username: excludes',
    ]);
    assert.deepEqual(problemsOf('project', { not: { reviewer_id: 1, reviewer_username: 'sam' } }), [
      'not.reviewer_id: excludes',
      'not.reviewer_username: excludes',
    ]);
    assert.deepEqual(problemsOf('project', { author_id: 1, not: { author_username: 'sam' } }), []);
  });

  it('requires a scope that includes other authors for an author filter on the whole server', () => {
    assert.deepEqual(problemsOf('host', { author_username: 'sam' }), ['author_username: needs-scope']);
    assert.deepEqual(problemsOf('host', { author_id: 4, scope: 'created_by_me' }), [
      'author_id: needs-scope',
    ]);
    assert.deepEqual(problemsOf('host', { author_id: 4, scope: 'all' }), []);
    assert.deepEqual(problemsOf('host', { author_id: 4, scope: 'assigned_to_me' }), []);
    assert.deepEqual(problemsOf('group', { author_username: 'sam' }), []);
  });

  it('rejects invalid values', () => {
    assert.deepEqual(problemsOf('project', { approved_by_ids: [1, 2, 3, 4, 5, 6] }), [
      'approved_by_ids: too-many',
    ]);
    assert.deepEqual(problemsOf('project', { labels: [] }), ['labels: empty']);
    assert.deepEqual(problemsOf('project', { search: '' }), ['search: empty']);
    assert.deepEqual(problemsOf('project', { labels: ['None', 'bug'] }), ['labels: word-alone']);
    assert.deepEqual(problemsOf('project', { labels: ['a,b'] }), ['labels: comma']);
    assert.deepEqual(problemsOf('project', { author_id: 1.5 }), ['author_id: not-a-number']);
    assert.deepEqual(problemsOf('host', { in: ['comments'] }), ['in: not-a-choice']);
  });

  it('rejects invalid dates and ranges that end before they start', () => {
    assert.deepEqual(problemsOf('project', { created_after: 'yesterday' }), ['created_after: not-a-date']);
    assert.deepEqual(
      problemsOf('project', { updated_after: '2026-11-02', updated_before: '2026-11-01T23:59:59Z' }),
      ['updated_before: order'],
    );
    assert.deepEqual(
      problemsOf('project', { updated_after: '2026-11-02', updated_before: '2026-11-02T23:59:59Z' }),
      [],
    );
    for (const text of ['2026-02-31', '2026-13-01', '2026-1-1', '21.11.2026', '2026-11-21T25:00:00Z', '']) {
      assert.equal(isDate(text), false, text);
    }
    for (const text of ['2024-02-29', '2026-11-21T09:30Z', '2026-11-21T09:30:00.5+01:00']) {
      assert.equal(isDate(text), true, text);
    }
  });

  it('limits the length of the query, and reports the longest filter', () => {
    const labels = Array.from({ length: 400 }, (_, index) => `a label in words ${index}`);
    assert.deepEqual(problemsOf('project', { labels, search: 'x' }), ['labels: too-long']);
    assert.ok(MAX_QUERY_LENGTH < MAX_QUERY_BYTES, 'room for paging');
  });

  it('accepts only filters that fit in a request', () => {
    const word = fc.constantFrom('None' as const, 'Any' as const);
    const id = fc.oneof(fc.nat(), word);
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const filters = fc.record(
      {
        approved_by_ids: fc.oneof(fc.array(fc.nat(), { maxLength: 7 }), word),
        assignee_id: id,
        author_id: fc.nat(),
        author_username: text,
        labels: fc.array(text, { maxLength: 80 }),
        milestone: text,
        search: text,
        created_after: fc.oneof(text, fc.constantFrom('2026-11-21', '2026-02-30')),
        reviewer_id: id,
        reviewer_username: text,
        scope: fc.constantFrom('all' as const, 'created_by_me' as const),
        in: fc.array(text),
        not: fc.record(
          { labels: fc.array(text), author_id: fc.nat(), author_username: text },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    );
    const lists = {
      host: listMergeRequests,
      group: listGroupMergeRequests,
      project: listProjectMergeRequests,
    };
    fc.assert(
      fc.property(
        fc.constantFrom('host' as const, 'group' as const, 'project' as const),
        filters,
        (place, given) => {
          if (checkFilters(place, given).length > 0) return;
          const { query } = lists[place];
          const text = queryText(queryPairs(query, { ...given, per_page: 50 }));
          assert.ok(text.length <= MAX_QUERY_BYTES, String(text.length));
        },
      ),
    );
  });
});
