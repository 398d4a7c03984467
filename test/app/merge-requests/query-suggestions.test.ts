import assert from 'node:assert/strict';
import { isApiError } from '../../../src/api/errors';
import { nodeTransport } from '../../../src/api/transport';
import { suggest } from '../../../src/app/merge-requests/query-suggestions';
import { AddedGroups, checkGroup } from '../../../src/app/projects/added-groups';
import { systemClock } from '../../../src/base/clock';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { accountsOver } from '../../builders/accounts';
import { heldMemory } from '../../builders/stores';

describe('suggestions for a query', () => {
  const transport = nodeTransport({ userAgent: 'switchyard/0.0.0', clock: systemClock });
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    transport.dispose();
    await sandbox.close();
  });

  async function client() {
    const { accounts } = accountsOver(transport);
    await accounts.signIn(sandbox.url, sandbox.tokens.developer);
    return accounts.client(sandbox.url);
  }
  const projects = ['acme/storefront'];
  const values = (found: Awaited<ReturnType<typeof suggest>>): string[] =>
    found.items.map(({ value }) => value);

  it('come from the project: people by name and number, labels, milestones, branches', async () => {
    const asked = await client();
    const people = await suggest(asked, { kind: 'usernames', typed: '', words: false, projects });
    const [first] = people.items;
    assert.ok(first !== undefined && first.label === `@${first.value}` && first.detail !== undefined);
    const ids = await suggest(asked, { kind: 'user-ids', typed: `@${first.value}`, words: false, projects });
    assert.ok(ids.items.some(({ label, value }) => label === first.label && /^\d+$/.test(value)));
    for (const kind of ['labels', 'milestones', 'branches'] as const) {
      const found = await suggest(asked, { kind, typed: '', words: false, projects });
      assert.ok(found.items.length > 0, kind);
      const again = await suggest(asked, {
        kind,
        typed: found.items[0]?.value ?? '',
        words: false,
        projects,
      });
      assert.ok(values(again).includes(found.items[0]?.value ?? ''), kind);
    }
  });

  it('begin with None and Any where these may stand, as far as they fit', async () => {
    const asked = await client();
    const all = await suggest(asked, { kind: 'labels', typed: '', words: true, projects });
    assert.deepEqual(values(all).slice(0, 2), ['None', 'Any']);
    const typed = await suggest(asked, { kind: 'reactions', typed: 'thumbsu', words: true, projects: [] });
    assert.deepEqual(values(typed), ['thumbsup']);
  });

  it('say why there are none: no project to ask, or one that may not be asked', async () => {
    const asked = await client();
    const none = await suggest(asked, { kind: 'labels', typed: '', words: true, projects: [] });
    assert.deepEqual([values(none), none.gap], [['None', 'Any'], 'no-project']);
    const refused = await suggest(asked, {
      kind: 'labels',
      typed: '',
      words: false,
      projects: ['acme/no-such'],
    });
    assert.deepEqual(refused, { items: [], gap: 'refused' });
    const both = await suggest(asked, {
      kind: 'labels',
      typed: '',
      words: false,
      projects: ['acme/no-such', ...projects],
    });
    assert.ok(both.items.length > 0 && both.gap === undefined);
  });

  it('end with who asked', async () => {
    const asked = await client();
    const end = new AbortController();
    const asking = suggest(
      asked,
      { kind: 'labels', typed: '', words: false, projects },
      { signal: end.signal },
    );
    end.abort();
    await assert.rejects(asking);
  });

  it('know whether there is a group', async () => {
    const asked = await client();
    await checkGroup(asked, 'acme/labs');
    await assert.rejects(checkGroup(asked, 'no-such-group'), (error) => isApiError(error, 'not-found'));
  });
});

describe('groups that were added', () => {
  it('are remembered in their order, each once', async () => {
    const memory = heldMemory();
    const groups = new AddedGroups(memory);
    let changes = 0;
    groups.onDidChange(() => changes++);
    const base = 'https://host.example';
    for (const group of ['acme', 'other', 'acme']) await groups.add({ base, group });
    assert.deepEqual(new AddedGroups(memory).list(), [
      { base, group: 'other' },
      { base, group: 'acme' },
    ]);
    await groups.remove({ base, group: 'other' });
    assert.deepEqual([groups.list().length, changes], [1, 4]);
    await memory.set('added-groups', [{ base: 'no address', group: 'a' }, 1]);
    assert.deepEqual(groups.list(), []);
  });
});
