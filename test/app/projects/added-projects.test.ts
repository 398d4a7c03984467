import assert from 'node:assert/strict';
import { isApiError } from '../../../src/api/errors';
import { nodeTransport } from '../../../src/api/transport';
import { Clones } from '../../../src/app/git/clones';
import { AddedProjects } from '../../../src/app/projects/added-projects';
import { bindingsFor } from '../../../src/app/projects/project-bindings';
import { ProjectFinder } from '../../../src/app/projects/project-finder';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { Projects } from '../../../src/app/projects/projects';
import type { Repositories, Repository } from '../../../src/app/shared/stores';
import { systemClock } from '../../../src/base/clock';
import { Emitter } from '../../../src/base/emitter';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { accountsOver } from '../../builders/accounts';
import { heldMemory, workspaceWith } from '../../builders/stores';

describe('added projects', () => {
  const transport = nodeTransport({ userAgent: 'switchyard/0.0.0', clock: systemClock });
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    transport.dispose();
    await sandbox.close();
  });

  async function signedIn() {
    const { accounts } = accountsOver(transport);
    await accounts.signIn(sandbox.url, sandbox.tokens.developer);
    const memory = heldMemory();
    const added = new AddedProjects(memory);
    return { accounts, added, memory, finder: new ProjectFinder(accounts) };
  }

  const pathsOf = (found: readonly { readonly path: string }[]): string[] => found.map(({ path }) => path);

  it('are found by a part of the name, the path, the ID, or a URL', async () => {
    const { finder } = await signedIn();
    assert.ok(pathsOf(await finder.find('pay')).includes('acme/payments'));
    assert.equal(pathsOf(await finder.find('acme/payments'))[0], 'acme/payments');
    assert.equal(pathsOf(await finder.find('2'))[0], 'acme/payments');
    const page = `${sandbox.url}/acme/payments/-/pipelines/12?tab=jobs`;
    assert.deepEqual(pathsOf(await finder.find(page)), ['acme/payments']);
    assert.deepEqual(pathsOf(await finder.find(`${sandbox.url}/acme/payments.git`)), ['acme/payments']);
    assert.ok((await finder.find('')).length > 1, 'without a word, those that one is a member of');
  });

  it("aren't found if they don't exist, without an error", async () => {
    const { finder } = await signedIn();
    assert.deepEqual(await finder.find('acme/there-is-none'), []);
    assert.deepEqual(await finder.find('no such words'), []);
  });

  it('report the error if the server rejects the search', async () => {
    const { accounts } = accountsOver(transport);
    await accounts.signIn(sandbox.url, sandbox.tokens.developer);
    sandbox.faults.add({ kind: 'status', status: 403, path: '/api/v4/projects**' });
    await assert.rejects(new ProjectFinder(accounts).find('pay'), (error) => isApiError(error, 'forbidden'));
    sandbox.faults.clear();
  });

  it('are found in a workspace without a repository until they are removed', async () => {
    const { accounts, added, memory, finder } = await signedIn();
    const projects = new Projects(accounts, workspaceWith(), new ProjectRenames(memory), { added });
    assert.equal((await projects.search()).state, 'no-repository');
    const [payments] = await finder.find('acme/payments');
    assert.ok(payments);
    await added.add(payments);
    await added.add(payments);
    const search = await projects.search();
    assert.ok(search.state === 'found');
    const [outcome, ...others] = search.projects;
    assert.deepEqual(others, []);
    assert.ok(outcome?.ok === true);
    assert.deepEqual([outcome.project.path, outcome.project.remote], ['acme/payments', undefined]);
    await added.remove(payments.key);
    assert.equal((await projects.search()).state, 'no-repository');
  });

  it('are listed once if a remote refers to the same project', async () => {
    const { accounts, added, memory, finder } = await signedIn();
    const [store] = await finder.find('acme/storefront');
    assert.ok(store);
    await added.add(store);
    const workspace = workspaceWith({ origin: `${sandbox.url}/acme/storefront.git` });
    const search = await new Projects(accounts, workspace, new ProjectRenames(memory), { added }).search();
    assert.ok(search.state === 'found');
    assert.deepEqual(
      search.projects.map((outcome) => outcome.ok && outcome.project.remote),
      ['origin'],
    );
  });

  /** Returns a repository of the workspace, on a branch. */
  const clone = (name: string, remotes: Readonly<Record<string, string>>): Repository => ({
    id: `file:///${name}`,
    name,
    remotes: Object.entries(remotes).map(([remote, url]) => ({ name: remote, url })),
    head: { name: `branch-of-${name}`, sha: 'abc' },
  });
  const workspaceOf = (...repositories: Repository[]): Repositories => ({
    list: () => Promise.resolve(repositories),
    onDidChange: new Emitter<void>().event,
  });

  it('can be bound to repositories whose remotes have another host, an alias, or a subpath', () => {
    const key = { base: 'https://git.example.com', project: 7 };
    const bases = [key.base, 'https://other.example.com'];
    const of = (...repositories: Repository[]): string[] =>
      bindingsFor({ key, path: 'Acme/App' }, repositories, bases).map(
        ({ name, remote }) => `${name} ${remote}`,
      );
    for (const url of ['work:acme/app.git', 'git@10.0.0.1:acme/app', 'ssh://git@x:22/git/acme/app.git'])
      assert.deepEqual(of(clone('a', { mine: url })), ['a mine'], url);
    assert.deepEqual(of(clone('a', { origin: 'work:acme/app' }), clone('b', { up: 'work:acme/app' })), [
      'a origin',
      'b up',
    ]);
    assert.deepEqual(of(clone('a', { x: 'work:notacme/app', y: 'work:acme/app2', z: '/srv/acme/app' })), []);
    assert.deepEqual(
      of(clone('a', { origin: 'git@other.example.com:acme/app' })),
      [],
      'is a project of that server',
    );
    const leads = clone('a', { origin: 'git@git.example.com:acme/app.git' });
    assert.deepEqual(of(leads, clone('b', { origin: 'work:acme/app' })), [], 'is found without');
  });

  it('have the branch and the clone of the bound repository', async () => {
    const { accounts, added, memory, finder } = await signedIn();
    const [payments] = await finder.find('acme/payments');
    assert.ok(payments);
    const mine = clone('mine', { origin: 'work:acme/payments.git' });
    const [bound] = bindingsFor(payments, [mine], [sandbox.url]);
    assert.ok(bound);
    await added.add({ ...payments, bound });
    const projects = new Projects(
      accounts,
      workspaceOf(clone('else', {}), mine),
      new ProjectRenames(memory),
      { added },
    );
    await projects.search();
    assert.deepEqual(projects.headsOf(payments.key), [mine.head]);
    const next = new AddedProjects(memory);
    const asGit = { ...mine, repository: mine.id, folder: '/mine', branch: 'main', head: undefined };
    const git = {
      clones: () => Promise.resolve([asGit]),
      effectiveRemotes: () => Promise.resolve(asGit.remotes),
    };
    const clones = new Clones(git, (base) => accounts.client(base), new ProjectRenames(memory), next);
    assert.deepEqual(
      (await clones.of(payments.key)).map(({ remote }) => remote.name),
      ['origin'],
    );
    assert.deepEqual(
      await new Clones(git, (base) => accounts.client(base), new ProjectRenames(memory)).of(payments.key),
      [],
    );
  });

  it('are stored, and invalid stored values are ignored', () => {
    const memory = heldMemory();
    memory.held.set('added-projects', [
      { base: 'https://host', project: 7, path: 'a/b' },
      { base: 'no address', project: 7, path: 'a/b' },
      'nothing',
      { base: 'https://host', project: null, path: 'a/b' },
    ]);
    assert.deepEqual(new AddedProjects(memory).list(), [
      { key: { base: 'https://host', project: 7 }, path: 'a/b' },
    ]);
    memory.held.set('added-projects', 'broken');
    assert.deepEqual(new AddedProjects(memory).list(), []);
  });
});
