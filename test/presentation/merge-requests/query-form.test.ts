import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkFilters } from '../../../src/domain/merge-requests/check-filters';
import { QUERY_FIELDS, type QueryField } from '../../../src/presentation/merge-requests/query-fields';
import { queryForm, type QueryFormModel } from '../../../src/presentation/merge-requests/query-form';
import { filterSentence, queryPlaceLabel } from '../../../src/presentation/merge-requests/query-labels';
import {
  deletedQueryPage,
  foundCountLabel,
  queryPage,
} from '../../../src/presentation/merge-requests/query-page';
import {
  filtersNamed,
  invalidEntryReason,
  problemSentence,
} from '../../../src/presentation/merge-requests/query-problems';
import { filtersOfValues, valuesOfFilters } from '../../../src/presentation/merge-requests/query-values';
import { fieldsOf, valuesOf } from '../../../src/presentation/shared/forms/form-fields';
import {
  FILTER_FIELDS,
  FILTERS,
  type PlaceKind,
  type QueryFilters,
  queryFiltersSchema,
} from '../../../src/schemas/merge-request-query';

function model(filters: QueryFilters, more: Partial<QueryFormModel> = {}): QueryFormModel {
  return {
    kind: 'new',
    values: { name: 'a', place: 'p', path: '', home: 'user', ...valuesOfFilters(filters) },
    places: [{ value: 'p', label: 'acme/storefront' }],
    placeKind: 'project',
    pathKind: undefined,
    targets: ['user', 'workspace'],
    people: new Map(),
    ...more,
  };
}

const fieldsFor = (placeKind: PlaceKind, filters: QueryFilters = {}): string[] =>
  fieldsOf(queryForm(model(filters, { placeKind }))).map(({ name }) => name);

/** Fields above the filters. */
const HEAD_FIELDS = ['name', 'place', 'home'];

/** Random filters that the form supports. */
const name = fc.stringMatching(/^[a-z][a-z ]{0,8}[a-z]$/);
const word = fc.constantFrom('None' as const, 'Any' as const);
const someNames = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });
const someIds = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 5 });
const day = fc.constantFrom('2026-11-21', '2026-11-21T09:30:00Z');
const anyFilters = fc.record(
  {
    approved_by_ids: fc.oneof(someIds, word),
    approved_by_usernames: fc.oneof(someNames, word),
    approved: fc.constantFrom('yes' as const, 'no' as const),
    assignee_id: fc.oneof(fc.nat(), word),
    author_username: name,
    created_after: day,
    created_before: fc.constantFrom('2026-11-22T23:59:59Z', '2026-11-22T09:30:00Z'),
    iids: someIds,
    in: fc.constantFrom(['title'], ['description']),
    labels: fc.oneof(someNames, fc.constantFrom(['None'], ['Any'])),
    milestone: fc.oneof(name, word),
    non_archived: fc.boolean(),
    order_by: fc.constantFrom('title' as const, 'updated_at' as const),
    reviewer_id: fc.oneof(fc.nat(), word),
    state: fc.constantFrom('all' as const, 'locked' as const),
    wip: fc.constantFrom('yes' as const, 'no' as const),
    not: fc.record({ labels: someNames, reviewer_id: fc.nat(), milestone: name }),
  },
  { requiredKeys: [] },
);

describe('saved query form', () => {
  it('has one field for every filter', () => {
    const placed = (['host', 'group', 'project'] as const).flatMap((place) => fieldsFor(place));
    assert.deepEqual([...new Set(placed)].sort(), [...FILTER_FIELDS, ...HEAD_FIELDS].sort());
    for (const place of ['host', 'group', 'project'] as const) {
      assert.equal(new Set(fieldsFor(place)).size, fieldsFor(place).length);
    }
  });

  it("finds the filters in a server's error message, ignoring ordinary words", () => {
    for (const [message, fields] of [
      ['400 Bad request - labels is invalid', ['labels']],
      ['state does not have a valid value, iids[] is invalid', ['iids', 'state']],
      ['author_id, author_username are mutually exclusive', ['author_id', 'author_username']],
      ['not[labels] is invalid; order_by: is missing', ['not.labels', 'order_by']],
      ['Something in the state of the search is wrong', []],
      ['in does not have a valid value', ['in']],
      ['Merge requests cannot be listed, search again', []],
      ['', []],
    ] as const) {
      assert.deepEqual([...filtersNamed(message)].sort(), [...fields].sort(), message);
    }
  });

  it('has only the filters that the list supports', () => {
    for (const [place, field] of [
      ['host', 'deployed_after'],
      ['group', 'non_archived'],
      ['project', 'iids'],
    ] as const) {
      const shown = fieldsFor(place);
      assert.ok(shown.includes(field), field);
      for (const each of FILTER_FIELDS) {
        assert.equal(shown.includes(each), FILTERS[each].places.includes(place), `${each} in a ${place}`);
      }
    }
  });

  it('keeps an unsupported filter visible while it has a value', () => {
    assert.ok(fieldsFor('group', { wip: 'yes' }).includes('wip'));
  });

  it('reads back the values that it shows', () => {
    fc.assert(
      fc.property(anyFilters, (given) => {
        const filters = queryFiltersSchema.parse(given);
        const form = queryForm(model(filters));
        const { filters: read, faults } = filtersOfValues(valuesOf(form));
        assert.deepEqual(faults, []);
        assert.deepEqual(read, filters);
      }),
    );
  });

  it('accepts different spellings of values', () => {
    const { filters } = filtersOfValues({
      assignee_id: ' none ',
      author_id: '#12',
      labels: [' bug ', ''],
      iids: ['!3', '4'],
      created_after: '2026-11-01',
      created_before: '2026-11-21',
      approved_by_usernames: ['any'],
      search: '  ',
    });
    assert.deepEqual(filters, {
      assignee_id: 'None',
      author_id: 12,
      labels: ['bug'],
      iids: [3, 4],
      created_after: '2026-11-01',
      created_before: '2026-11-21T23:59:59Z',
      approved_by_usernames: 'Any',
    });
  });

  it('rejects names instead of numbers, and unknown choices', () => {
    const faults = (values: Record<string, string | string[]>) =>
      filtersOfValues(values).faults.map(({ field, problem }) => `${field} ${problem.kind}`);
    assert.deepEqual(faults({ assignee_id: 'sam' }), ['assignee_id not-a-number']);
    assert.deepEqual(faults({ 'not.author_id': 'None' }), ['not.author_id not-a-number']);
    assert.deepEqual(faults({ approver_ids: ['1', 'Any'] }), ['approver_ids word-alone']);
    assert.deepEqual(faults({ state: 'merged?' }), ['state not-a-choice']);
  });

  it('has a label for every choice', () => {
    for (const field of FILTER_FIELDS) {
      const { kind, values } = FILTERS[field];
      const { choices }: QueryField = QUERY_FIELDS[field];
      const expected = kind === 'flag' ? ['true', 'false'] : values;
      assert.deepEqual(choices && Object.keys(choices).sort(), expected && [...expected].sort(), field);
    }
  });

  it('escapes names from a server', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const page = queryPage(model({ labels: [hostile], milestone: hostile }), {
      kind: 'answer',
      first: [{ iid: 1, title: hostile, references: undefined }],
      total: 1,
      more: false,
      stale: true,
    }).toString();
    assert.ok(!page.includes('<img'));
    assert.ok(page.includes('&lt;img'));
    assert.match(deletedQueryPage().toString(), /no longer in the settings/);
  });
});

describe('saved query description', () => {
  it('contains the place and the filters', () => {
    assert.equal(
      queryPlaceLabel({ kind: 'host', base: 'https://host.example/gitlab' }),
      'All projects on host.example/gitlab',
    );
    assert.equal(queryPlaceLabel({ kind: 'group', base: 'x', group: 'acme' }), 'Group acme');
    assert.equal(queryPlaceLabel({ kind: 'project', base: 'x', project: 3 }), 'Project #3');
    assert.equal(
      filterSentence({ labels: ['bug', 'ui'], state: 'opened', not: { author_username: 'sam' } }),
      'Labels: bug, ui · State: Open · Author is not: sam',
    );
    assert.equal(filterSentence({}), 'No filters');
  });

  it('contains the number of results, as far as the server counts them', () => {
    const first = [{ iid: 1, title: 'a', references: undefined }];
    assert.equal(foundCountLabel({ first: [], total: 0, more: false }), 'No matching merge requests');
    assert.equal(foundCountLabel({ first, total: 1, more: false }), '1 merge request');
    assert.equal(foundCountLabel({ first, total: 5_000, more: true }), '5,000 merge requests');
    assert.equal(foundCountLabel({ first, total: undefined, more: true }), 'More than 1 merge requests');
  });

  it('contains a sentence for each problem', () => {
    const [fault] = checkFilters('host', { author_id: 1, author_username: 'sam', scope: 'all' });
    assert.ok(fault !== undefined);
    assert.equal(problemSentence(fault.problem), 'Use either this filter or "Author", not both.');
    const broken = { kind: 'broken', id: 'x', target: 'user', name: 'x', query: undefined } as const;
    assert.match(
      invalidEntryReason({ ...broken, fault: { kind: 'shape', path: 'filters.stat' } }),
      /"filters\.stat"/,
    );
    for (const field of FILTER_FIELDS) assert.notEqual(QUERY_FIELDS[field].label(), '');
  });
});
