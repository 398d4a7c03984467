import assert from 'node:assert/strict';
import { isApiError } from '../../../src/api/errors';
import { nodeTransport } from '../../../src/api/transport';
import { suggest } from '../../../src/app/merge-requests/query-suggestions';
import { AddedGroups, checkGroup } from '../../../src/app/projects/added-groups';
import { systemClock } from '../../../src/base/clock';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { accountsOver } from '../../builders/accounts';
import { heldMemory } from '../../builders/stores';

describe('suggest', () => {
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

  it('suggests users by name or ID, labels, milestones, and branches of the project', async () => {
    const apiClient = await client();
    const people = await suggest(apiClient, {
      kind: 'usernames',
      typed: '',
      allowsWildcards: false,
      projects,
    });
    const [first] = people.items;
    assert.ok(first !== undefined && first.label === `@${first.value}` && first.detail !== undefined);
    const ids = await suggest(apiClient, {
      kind: 'user-ids',
      typed: `@${first.value}`,
      allowsWildcards: false,
      projects,
    });
    assert.ok(ids.items.some(({ label, value }) => label === first.label && /^\d+$/.test(value)));
    for (const kind of ['labels', 'milestones', 'branches'] as const) {
      const found = await suggest(apiClient, { kind, typed: '', allowsWildcards: false, projects });
      assert.ok(found.items.length > 0, kind);
      const again = await suggest(apiClient, {
        kind,
        typed: found.items[0]?.value ?? '',
        allowsWildcards: false,
        projects,
      });
      assert.ok(values(again).includes(found.items[0]?.value ?? ''), kind);
    }
  });

  it('starts with None and Any if they are allowed and match', async () => {
    const apiClient = await client();
    const all = await suggest(apiClient, { kind: 'labels', typed: '', allowsWildcards: true, projects });
    assert.deepEqual(values(all).slice(0, 2), ['None', 'Any']);
    const typed = await suggest(apiClient, {
      kind: 'reactions',
      typed: 'thumbsu',
      allowsWildcards: true,
      projects: [],
    });
    assert.deepEqual(values(typed), ['thumbsup']);
  });

  it('reports that there is no project or that access was denied', async () => {
    const apiClient = await client();
    const none = await suggest(apiClient, { kind: 'labels', typed: '', allowsWildcards: true, projects: [] });
    assert.deepEqual([values(none), none.gap], [['None', 'Any'], 'no-project']);
    const refused = await suggest(apiClient, {
      kind: 'labels',
      typed: '',
      allowsWildcards: false,
      projects: ['acme/no-such'],
    });
    assert.deepEqual(refused, { items: [], gap: 'refused' });
    const both = await suggest(apiClient, {
      kind: 'labels',
      typed: '',
      allowsWildcards: false,
      projects: ['acme/no-such', ...projects],
    });
    assert.ok(both.items.length > 0 && both.gap === undefined);
  });

  it('stops when it is canceled', async () => {
    const apiClient = await client();
    const end = new AbortController();
    const suggesting = suggest(
      apiClient,
      { kind: 'labels', typed: '', allowsWildcards: false, projects },
      { signal: end.signal },
    );
    end.abort();
    await assert.rejects(suggesting);
  });

  it('rejects an unknown group', async () => {
    const apiClient = await client();
    await checkGroup(apiClient, 'acme/labs');
    await assert.rejects(checkGroup(apiClient, 'no-such-group'), (error) => isApiError(error, 'not-found'));
  });
});

describe('AddedGroups', () => {
  it('stores each group once, in the order of adding', async () => {
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
