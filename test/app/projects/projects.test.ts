import assert from 'node:assert/strict';
import { nodeTransport } from '../../../src/api/transport';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { Projects, type ProjectSearch } from '../../../src/app/projects/projects';
import type { Head } from '../../../src/app/shared/stores';
import { systemClock } from '../../../src/base/clock';
import { CANARY } from '../../api/helpers/client';
import { closeServers, sendJson, startServer } from '../../api/helpers/loopback';
import { accountsOver } from '../../builders/accounts';
import { heldMemory, workspaceWith } from '../../builders/stores';

/** Knows the projects whose paths it was given; others are missing, or refused where the path says so. */
async function aServer(...paths: string[]) {
  return startServer((request, response) => {
    if (request.url === '/api/v4/user') {
      sendJson(response, { id: 1, username: 'ada', name: 'Ada' });
      return;
    }
    const path = decodeURIComponent(request.url.replace('/api/v4/projects/', ''));
    const id = paths.indexOf(path) + 1;
    if (path.startsWith('closed/')) sendJson(response, { message: '403 Forbidden' }, 403);
    else if (id === 0) sendJson(response, { message: '404 Project Not Found' }, 404);
    else
      sendJson(response, { id, name: path, path_with_namespace: path, web_url: `http://x.example/${path}` });
  });
}

describe('projects of the workspace', () => {
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  afterEach(closeServers);
  after(() => {
    transport.dispose();
  });

  async function search(
    bases: readonly string[],
    ...remotes: Record<string, string>[]
  ): Promise<ProjectSearch> {
    const { accounts } = accountsOver(transport);
    for (const base of bases) await accounts.signIn(base, CANARY);
    return new Projects(accounts, workspaceWith(...remotes), new ProjectRenames(heldMemory())).search();
  }

  const pathsOf = (found: ProjectSearch): string[] =>
    found.state === 'found'
      ? found.projects.map((one) => (one.ok ? one.project.path : `not ${one.path}`))
      : [found.state];

  it('tell the branch that is checked out of them, after a search', async () => {
    const { url } = await aServer('acme/a');
    const { accounts } = accountsOver(transport);
    await accounts.signIn(url, CANARY);
    const remotes = [{ name: 'origin', url: `${url}/acme/a.git` }];
    const workspace = (head: Head | undefined) => ({
      ...workspaceWith(),
      list: () => Promise.resolve([{ id: '1', name: 'a', remotes, head }]),
    });
    const branchOf = (head: Head | undefined) =>
      new Projects(accounts, workspace(head), new ProjectRenames(heldMemory())).branchOf({
        base: url,
        project: 1,
      });
    assert.equal(await branchOf({ name: 'main', sha: undefined }), 'main');
    assert.equal(await branchOf({ name: undefined, sha: 'a'.repeat(40) }), undefined);
    assert.equal(await branchOf(undefined), undefined);
  });

  it('know the level of the person in them, for which nothing is asked', async () => {
    let asked = 0;
    const { url } = await startServer((request, response) => {
      if (request.url === '/api/v4/user') {
        sendJson(response, { id: 1, username: 'ada', name: 'Ada' });
        return;
      }
      asked++;
      const permissions = { project_access: null, group_access: { access_level: 20 } };
      sendJson(response, { id: 7, name: 'a', path_with_namespace: 'acme/a', web_url: url, permissions });
    });
    const { accounts } = accountsOver(transport);
    await accounts.signIn(url, CANARY);
    const workspace = workspaceWith({ origin: `${url}/acme/a.git` });
    const projects = new Projects(accounts, workspace, new ProjectRenames(heldMemory()));
    const level = () => projects.accessOf({ base: url, project: 7 });
    assert.equal(level(), undefined, 'before it was read');
    await projects.search();
    assert.deepEqual([level(), projects.accessOf({ base: url, project: 8 }), asked], [20, undefined, 1]);
    await accounts.signOut(url);
    assert.equal(level(), undefined, 'it was that of another account');
  });

  it('need somebody signed in, a repository, and a remote that fits', async () => {
    const { url } = await aServer('acme/a');
    assert.deepEqual(await search([], { origin: `${url}/acme/a.git` }), { state: 'signed-out' });
    assert.deepEqual(await search([url]), { state: 'no-repository' });
    assert.deepEqual(await search([url], { origin: 'git@github.com:acme/a.git' }), {
      state: 'no-project',
      hosts: ['github.com'],
    });
  });

  it('are named by origin before upstream before others', async () => {
    const { url } = await aServer('acme/a', 'acme/b', 'acme/c');
    const all = { zeta: `${url}/acme/c.git`, upstream: `${url}/acme/b.git`, origin: `${url}/acme/a.git` };
    assert.deepEqual(pathsOf(await search([url], all)), ['acme/a']);
    const { origin, ...others } = all;
    assert.ok(origin);
    assert.deepEqual(pathsOf(await search([url], others)), ['acme/b']);
  });

  it('are one for each repository, and the same one only once', async () => {
    const { url } = await aServer('acme/a', 'acme/b');
    const found = await search(
      [url],
      { origin: `${url}/acme/a.git` },
      { origin: `${url}/acme/b` },
      { origin: `${url}/acme/a.git` },
    );
    assert.deepEqual(pathsOf(found), ['acme/a', 'acme/b']);
  });

  it('do not suffer from one that is missing', async () => {
    const { url } = await aServer('acme/a');
    const found = await search([url], { origin: `${url}/acme/gone.git` }, { origin: `${url}/acme/a.git` });
    assert.deepEqual(pathsOf(found), ['not acme/gone', 'acme/a']);
  });

  it('go by their path where the server refuses to describe them', async () => {
    const { url } = await aServer();
    const found = await search([url], { origin: `${url}/closed/a.git` });
    assert.ok(found.state === 'found' && found.projects[0]?.ok);
    assert.deepEqual(found.projects[0].project.key, { base: url, project: 'closed/a' });
  });

  it('go by their path where the server has no way to describe one', async () => {
    const asked: string[] = [];
    const { url } = await startServer((request, response) => {
      asked.push(request.url.replace('/api/v4/', '').replace(/\?.*/, ''));
      if (request.url === '/api/v4/user') sendJson(response, { id: 1, username: 'ada', name: 'Ada' });
      else if (request.url.startsWith('/api/v4/projects/acme%2Fa/merge_requests')) sendJson(response, []);
      else sendJson(response, { error: '404 Not Found' }, 404);
    });
    const found = await search([url], { origin: `${url}/acme/a.git` }, { origin: `${url}/acme/gone.git` });
    assert.deepEqual(pathsOf(found), ['acme/a', 'not acme/gone']);
    assert.ok(found.state === 'found' && found.projects[0]?.ok);
    assert.deepEqual(found.projects[0].project.key, { base: url, project: 'acme/a' });
    assert.deepEqual(asked.slice(1).sort(), [
      'projects/acme%2Fa',
      'projects/acme%2Fa/merge_requests',
      'projects/acme%2Fgone',
      'projects/acme%2Fgone/merge_requests',
    ]);
  });

  it('are not asked for twice where the server says that there is no such project', async () => {
    const { url, requests } = await aServer();
    assert.deepEqual(pathsOf(await search([url], { origin: `${url}/acme/gone.git` })), ['not acme/gone']);
    assert.equal(requests.length, 2);
  });

  it('are asked for by their id where they are known to have moved, and by their path once that leads nowhere', async () => {
    const { url, requests } = await aServer('1', 'acme/new');
    const { accounts } = accountsOver(transport);
    await accounts.signIn(url, CANARY);
    const moves = new ProjectRenames(heldMemory());
    const find = () =>
      new Projects(accounts, workspaceWith({ origin: `${url}/acme/new.git` }), moves).search();
    await moves.remember(url, { from: 'acme/new', to: 1 });
    assert.deepEqual(pathsOf(await find()), ['1']);
    await moves.remember(url, { from: 'acme/new', to: 77 });
    assert.deepEqual(pathsOf(await find()), ['acme/new']);
    assert.deepEqual(
      requests.map((request) => request.url.replace('/api/v4/', '')),
      ['user', 'projects/1', 'projects/77', 'projects/acme%2Fnew'],
    );
    assert.equal(moves.idOf(url, 'acme/new'), undefined);
  });

  it('are looked for on the server that the remote names', async () => {
    const one = await aServer('acme/a');
    const other = await aServer('acme/a');
    const found = await search([one.url, other.url], { origin: `${other.url}/acme/a.git` });
    assert.ok(found.state === 'found' && found.projects[0]?.ok);
    assert.equal(found.projects[0].project.key.base, other.url);
  });
});
