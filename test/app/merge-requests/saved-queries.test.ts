import assert from 'node:assert/strict';
import { type QuerySetting, SavedQueries } from '../../../src/app/merge-requests/saved-queries';
import { Emitter } from '../../../src/base/emitter';
import {
  idOf,
  type QueryConfigurationTarget,
  QueryNotSavedError,
} from '../../../src/domain/merge-requests/saved-query';

const HOST = 'https://host.example';
const PLACE = { kind: 'project', base: HOST, project: 'acme/storefront' } as const;

/** Settings in an object. Like in VS Code, writes are asynchronous. */
function heldSetting(
  held: Partial<Record<QueryConfigurationTarget, unknown>> = {},
): QuerySetting & { readonly held: typeof held } {
  const changed = new Emitter<void>();
  return {
    held,
    read: (target) => held[target],
    write: async (target, value) => {
      await Promise.resolve();
      held[target] = value;
      changed.fire();
    },
    hasWorkspace: () => true,
    onDidChange: changed.event,
  };
}

const stored = (name: string, more: object = {}) => ({
  name,
  host: HOST,
  filters: { state: 'opened' },
  ...more,
});
const names = (queries: SavedQueries): string[] =>
  queries
    .list()
    .map((entry) => `${entry.kind} ${entry.query?.name ?? ''} ${entry.query?.target ?? ''}`.trim());

describe('SavedQueries', () => {
  it('returns the queries of the workspace and the user, with their places', () => {
    const queries = new SavedQueries(
      heldSetting({
        user: [stored('mine', { group: 'acme' })],
        workspace: [
          stored('ours', { project: 'acme/storefront' }),
          stored('all', { host: 'host.example/api/v4/' }),
        ],
      }),
    );
    assert.deepEqual(names(queries), ['query ours workspace', 'query all workspace', 'query mine user']);
    const places = queries.list().map((entry) => entry.query?.place);
    assert.deepEqual(places, [
      PLACE,
      { kind: 'host', base: HOST },
      { kind: 'group', base: HOST, group: 'acme' },
    ]);
  });

  it('reports invalid queries, and preserves them when others are written', async () => {
    const odd = [
      'text',
      { name: 'typo', host: HOST, filters: { stat: 'opened' } },
      stored('twice'),
      stored('twice', { filters: {} }),
      stored('nowhere', { host: 'ftp://host.example' }),
      stored('both', { group: 'a', project: 'a/b' }),
      stored('pair', { filters: { author_id: 1, author_username: 'sam', scope: 'all' } }),
    ];
    const setting = heldSetting({ user: odd });
    const queries = new SavedQueries(setting);
    const faults = queries.list().map((entry) => (entry.kind === 'broken' ? entry.fault.kind : 'fine'));
    assert.deepEqual(faults, ['shape', 'shape', 'fine', 'same-name', 'host', 'two-places', 'filters']);
    const typo = queries.list()[1];
    assert.ok(typo?.kind === 'broken' && typo.name === 'typo');
    assert.equal(new Set(queries.list().map(idOf)).size, odd.length, 'each has an id of its own');
    await queries.save('user', { name: ' new ', place: PLACE, filters: {} });
    assert.deepEqual(setting.held.user, [
      ...odd,
      { name: 'new', host: HOST, project: 'acme/storefront', filters: {} },
    ]);
  });

  it("reports a setting that isn't a list, and never overwrites it", async () => {
    const setting = heldSetting({ user: 'mine' });
    const queries = new SavedQueries(setting);
    const [entry] = queries.list();
    assert.ok(entry?.kind === 'broken' && entry.fault.kind === 'no-list');
    await assert.rejects(queries.save('user', { name: 'a', place: PLACE, filters: {} }), QueryNotSavedError);
    assert.equal(setting.held.user, 'mine');
  });

  it('replaces a query at its position, or moves it to the other settings', async () => {
    const setting = heldSetting({ user: [stored('a'), stored('b'), stored('c')] });
    const queries = new SavedQueries(setting);
    const b = queries.list()[1];
    assert.ok(b !== undefined);
    const saved = await queries.save('user', { name: 'B', place: PLACE, filters: {} }, idOf(b));
    assert.deepEqual(names(queries), ['query a user', 'query B user', 'query c user']);
    assert.deepEqual(queries.find(saved.id), saved);
    await queries.save('workspace', saved, saved.id);
    assert.deepEqual(names(queries), ['query B workspace', 'query a user', 'query c user']);
  });

  it('requires unique names within the same settings', async () => {
    const queries = new SavedQueries(heldSetting({ user: [stored('a')] }));
    const again = { name: 'a ', place: PLACE, filters: {} };
    await assert.rejects(queries.save('user', again), { name: 'QueryNotSavedError', message: 'name-taken' });
    await queries.save('workspace', again);
    const own = queries.list().find((entry) => entry.query?.target === 'user');
    assert.ok(own !== undefined && !queries.isNameUsed('user', 'a', idOf(own)));
  });

  it('restores a removed query at its position', async () => {
    const setting = heldSetting({ user: [stored('a'), 'odd', stored('c')] });
    const before = setting.held.user;
    const queries = new SavedQueries(setting);
    const odd = queries.list()[1];
    assert.ok(odd !== undefined);
    const undo = await queries.remove(idOf(odd));
    assert.deepEqual(setting.held.user, [stored('a'), stored('c')]);
    await undo();
    assert.deepEqual(setting.held.user, before);
  });

  it('preserves all queries when several are saved concurrently', async () => {
    const setting = heldSetting();
    const queries = new SavedQueries(setting);
    let changes = 0;
    queries.onDidChange(() => changes++);
    await Promise.all(
      ['a', 'b', 'c'].map((name) => queries.save('user', { name, place: PLACE, filters: {} })),
    );
    assert.deepEqual(names(queries), ['query a user', 'query b user', 'query c user']);
    assert.equal(changes, 3);
  });

  it('saves a query after a failed write', async () => {
    const setting = heldSetting();
    let fails = true;
    const queries = new SavedQueries({
      ...setting,
      write: (target, value) =>
        fails ? Promise.reject(new Error('read-only')) : setting.write(target, value),
    });
    const draft = { name: 'a', place: PLACE, filters: {} };
    await assert.rejects(queries.save('user', draft), /read-only/);
    fails = false;
    await queries.save('user', draft);
    assert.deepEqual(names(queries), ['query a user']);
  });
});
