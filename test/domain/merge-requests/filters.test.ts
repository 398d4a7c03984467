import assert from 'node:assert/strict';
import {
  EXCLUSIVE_GROUP_FILTERS,
  GROUP_FILTERS,
  HOST_FILTERS,
  PROJECT_FILTERS,
} from '../../../src/api/endpoints/merge-request-filters';
import type { Param, Params } from '../../../src/api/params';
import {
  FILTER_NAMES,
  type FilterKind,
  FILTERS,
  NEGATION_NAMES,
  NEGATIONS,
  type PlaceKind,
} from '../../../src/domain/merge-requests/filters';

const LISTS: Readonly<Record<PlaceKind, Params>> = {
  host: HOST_FILTERS,
  group: GROUP_FILTERS,
  project: PROJECT_FILTERS,
};

/**
 * Parameters that change the format of the response, not its content; and the hash `not`, whose fields have
 * their own table.
 */
const NO_FILTERS = new Set([
  'view',
  'with_labels_details',
  'with_merge_status_recheck',
  'page',
  'per_page',
  'not',
]);

/**
 * The parameter kinds for each filter kind. Text filters that accept None and Any are sent as strings,
 * because these words are ordinary values.
 */
const KINDS: Readonly<Record<FilterKind, readonly Param['kind'][]>> = {
  text: ['string'],
  number: ['integer', 'idOrWord'],
  texts: ['list', 'namesOrWord'],
  numbers: ['integers', 'idsOrWord'],
  date: ['string'],
  choice: ['string'],
  choices: ['list'],
  flag: ['boolean'],
};

describe('merge request filter table', () => {
  for (const place of ['host', 'group', 'project'] as const) {
    it(`contains exactly the filters that the list of a ${place} supports`, () => {
      const known = FILTER_NAMES.filter((name) => FILTERS[name].places.includes(place));
      const taken = Object.keys(LISTS[place]).filter((name) => !NO_FILTERS.has(name));
      assert.deepEqual([...known].sort(), taken.sort());
    });
  }

  it('matches the endpoints: kind, choices, maximum number of values, words', () => {
    for (const name of FILTER_NAMES) {
      const row = FILTERS[name];
      for (const place of row.places) {
        const param = LISTS[place][name];
        assert.ok(param !== undefined && KINDS[row.kind].includes(param.kind), name);
        assert.deepEqual(row.most, param.most, name);
        if (row.kind === 'choice') assert.deepEqual(new Set(row.values), new Set(param.values), name);
        if (param.kind.endsWith('OrWord')) assert.equal(row.wildcards, true, name);
        assert.equal(row.joined === true, param.kind === 'list', name);
      }
    }
  });

  it('excludes the combinations that the endpoints reject', () => {
    const pairs = FILTER_NAMES.flatMap((name) => {
      const { excludes } = FILTERS[name];
      if (excludes === undefined) return [];
      assert.equal(FILTERS[excludes].excludes, name);
      return [[name, excludes].sort().join(' ')];
    });
    assert.deepEqual(
      [...new Set(pairs)].sort(),
      EXCLUSIVE_GROUP_FILTERS.map((pair) => [...pair].sort().join(' ')).sort(),
    );
  });

  it('contains exactly the filters that `not` supports, with the same kinds', () => {
    const fields = HOST_FILTERS.not.fields ?? {};
    assert.deepEqual([...NEGATION_NAMES].sort(), Object.keys(fields).sort());
    for (const name of NEGATION_NAMES) {
      const kind = fields[name]?.kind;
      assert.ok(kind !== undefined && KINDS[NEGATIONS[name].kind].includes(kind), name);
    }
  });
});
