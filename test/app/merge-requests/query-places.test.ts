import assert from 'node:assert/strict';
import type { Accounts } from '../../../src/app/accounts/accounts';
import { placeChoices } from '../../../src/app/merge-requests/query-places';
import type { ProjectOutcome } from '../../../src/app/projects/projects';

const base = 'https://a.example';
const project = (id: number, path: string): ProjectOutcome => ({
  ok: true,
  project: { key: { base, project: id }, path, remote: 'origin', details: undefined },
});

describe('places of a saved query', () => {
  const account = { base } as ReturnType<Accounts['list']>[number];
  const deps = {
    accounts: { list: () => [account] },
    projects: {
      search: () =>
        Promise.resolve({
          state: 'found' as const,
          projects: [project(1, 'acme/storefront'), project(2, 'acme/payments')],
        }),
    },
    groups: { list: () => [] },
  };

  it('selects the project of a row, which names it by ID', async () => {
    const { choices, selected } = await placeChoices(deps, { kind: 'project', base, project: 2 });
    const place = choices.flatMap((each) => (each.id === selected && 'place' in each ? [each.place] : []));
    assert.deepEqual(place, [{ kind: 'project', base, project: 'acme/payments' }]);
  });

  it('includes a place that is not in the workspace', async () => {
    const { choices, selected } = await placeChoices(deps, { kind: 'project', base, project: 9 });
    assert.equal(choices[0]?.id, selected);
    assert.equal(choices.length, (await placeChoices(deps, undefined)).choices.length + 1);
  });

  it('selects the first choice for a new query', async () => {
    const { choices, selected } = await placeChoices(deps, undefined);
    assert.equal(selected, choices[0]?.id);
  });
});
