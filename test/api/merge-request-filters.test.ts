import assert from 'node:assert/strict';
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from '../../src/api/endpoints/merge-requests';
import type { Param, Params } from '../../src/api/params';
import { FILTER_FIELDS, FILTERS, queryFiltersSchema } from '../../src/schemas/merge-request-query';

const LISTS = { host: listMergeRequests, group: listGroupMergeRequests, project: listProjectMergeRequests };

/** The parameters of the documentation, except those that all three lists have. */
const ONLY = {
  host: ['deployed_after: string', 'deployed_before: string', 'in: list'],
  group: ['approved_by_usernames: namesOrWord, at most 5', 'non_archived: boolean'],
  project: ['iids: integers'],
  'host and project': ['environment: string', 'wip: string yes|no'],
} as const;
const SHARED = [
  'approved: string yes|no',
  'approved_by_ids: idsOrWord, at most 5',
  'approver_ids: idsOrWord',
  'assignee_id: idOrWord',
  'author_id: integer',
  'author_username: string',
  'created_after: string',
  'created_before: string',
  'labels: list',
  'merge_user_id: integer',
  'merge_user_username: string',
  'milestone: string',
  'my_reaction_emoji: string',
  'not: hash',
  'not[assignee_id]: integer',
  'not[assignee_username]: string',
  'not[author_id]: integer',
  'not[author_username]: string',
  'not[labels]: list',
  'not[milestone]: string',
  'not[my_reaction_emoji]: string',
  'not[reviewer_id]: integer',
  'not[reviewer_username]: string',
  'order_by: string created_at|title|updated_at',
  'page: integer',
  'per_page: integer',
  'reviewer_id: idOrWord',
  'reviewer_username: string',
  'scope: string created_by_me|assigned_to_me|all',
  'search: string',
  'sort: string asc|desc',
  'source_branch: string',
  'state: string all|opened|closed|locked|merged',
  'target_branch: string',
  'updated_after: string',
  'updated_before: string',
  'view: string simple',
  'with_labels_details: boolean',
  'with_merge_status_recheck: boolean',
];

const described = (params: Params, nameOf: (name: string) => string = (name) => name): string[] =>
  Object.entries(params).flatMap(([name, param]) => [
    `${nameOf(name)}: ${kindOf(param)}`,
    ...described(param.fields ?? {}, (field) => `${name}[${field}]`),
  ]);

function kindOf({ kind, values, most }: Param): string {
  const choices = values === undefined ? '' : ` ${values.join('|')}`;
  return `${kind}${choices}${most === undefined ? '' : `, at most ${String(most)}`}`;
}

describe('filters of merge request lists', () => {
  for (const place of ['host', 'group', 'project'] as const) {
    it(`are the documented parameters of the list of a ${place}`, () => {
      const others = place === 'group' ? [] : ONLY['host and project'];
      assert.deepEqual(described(LISTS[place].query).sort(), [...SHARED, ...ONLY[place], ...others].sort());
    });
  }

  it('exclude each other as documented', () => {
    const people = [
      ['author_id', 'author_username'],
      ['merge_user_id', 'merge_user_username'],
      ['reviewer_id', 'reviewer_username'],
    ];
    assert.deepEqual(listMergeRequests.exclusive, people);
    assert.deepEqual(listProjectMergeRequests.exclusive, people);
    assert.deepEqual(listGroupMergeRequests.exclusive, [
      ['approved_by_ids', 'approved_by_usernames'],
      ...people,
    ]);
    for (const field of FILTER_FIELDS) {
      const { excludes } = FILTERS[field];
      if (excludes !== undefined) assert.equal(FILTERS[excludes].excludes, field);
    }
  });

  it('have a schema that accepts their documented values and no others', () => {
    for (const field of FILTER_FIELDS) {
      const { kind, wildcards, values: [choice] = [] } = FILTERS[field];
      const samples = {
        text: ['main'],
        date: ['2026-11-21'],
        number: [7],
        texts: [['a', 'b']],
        numbers: [[1, 2]],
        choice: [choice],
        choices: [[choice]],
        flag: [true, false],
      }[kind];
      // Texts can always be `None`; whether the server interprets it is another question.
      const word = wildcards === true && field !== 'labels' ? ['None'] : [];
      for (const value of [...samples, ...word])
        assert.ok(accepts(field, value), `${field} ${String(value)}`);
      for (const value of [{}, null, [[]], kind === 'text' || kind === 'date' ? 7 : 'other']) {
        assert.ok(!accepts(field, value), `${field} ${JSON.stringify(value)}`);
      }
    }
  });
});

function accepts(field: string, value: unknown): boolean {
  const [first = '', second] = field.split('.');
  const filters = second === undefined ? { [first]: value } : { [first]: { [second]: value } };
  return queryFiltersSchema.safeParse(filters).success;
}
