import assert from 'node:assert/strict';
import { nodeTransport } from '../../../src/api/transport';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { Projects, type ProjectSearch } from '../../../src/app/projects/projects';
import { SshHosts } from '../../../src/app/projects/ssh-hosts';
import type { GitRemote, Head } from '../../../src/app/shared/stores';
import { systemClock } from '../../../src/base/clock';
import { CANARY } from '../../api/helpers/client';
import { closeServers, sendJson, startServer } from '../../api/helpers/loopback';
import { accountsOver } from '../../builders/accounts';
import { heldMemory, workspaceWith } from '../../builders/stores';

/** Asks for any project, because each contains the host of the server's SSH URLs. */
const SSH_HOST_QUERY = 'projects?per_page=1&simple=true&order_by=id&sort=asc';

/**
 * Starts a server with the projects of the given paths. Returns 403 for paths in `closed/`, and 404 for
 * others.
 */
async function aServer(...paths: string[]) {
  return startServer((request, response) => {
    if (request.url === '/api/v4/user') {
      sendJson(response, { id: 1, username: 'ada', name: 'Ada' });
      return;
    }
    if (request.url === `/api/v4/${SSH_HOST_QUERY}`) {
      sendJson(response, [
        {
          id: 1,
          name: 'any',
          path_with_namespace: 'any/any',
          web_url: 'http://x.example/any/any',
          ssh_url_to_repo: 'ssh://git@git.acme.example:2222/any/any.git',
        },
      ]);
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

describe('Projects', () => {
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

  it('returns the checked-out branch', async () => {
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

  it('removes the clones of a project that is no longer in the workspace', async () => {
    const { url } = await aServer('acme/a', 'acme/b');
    const { accounts } = accountsOver(transport);
    await accounts.signIn(url, CANARY);
    const head = { name: 'main', sha: undefined };
    const repository = (id: string) => ({
      id,
      name: id,
      remotes: [{ name: 'origin', url: `${url}/acme/${id}.git` }],
      head,
    });
    let open = ['a', 'b'];
    const workspace = { ...workspaceWith(), list: () => Promise.resolve(open.map(repository)) };
    const projects = new Projects(accounts, workspace, new ProjectRenames(heldMemory()));
    const known = () =>
      [1, 2].map((project) => [
        projects.headsOf({ base: url, project }).length,
        projects.clonesOf({ base: url, project }).length,
      ]);
    await projects.search();
    assert.deepEqual(known(), [
      [1, 1],
      [1, 1],
    ]);
    open = ['b'];
    await projects.search();
    assert.deepEqual(known(), [
      [0, 0],
      [1, 1],
    ]);
    // A project that can't be read may still be in the workspace.
    open = ['b', 'missing'];
    await projects.search();
    assert.deepEqual(known()[1], [1, 1]);
    open = [];
    await projects.search();
    assert.deepEqual(known(), [
      [0, 0],
      [0, 0],
    ]);
  });

  it('returns the access level of the user without requests', async () => {
    let requestCount = 0;
    const { url } = await startServer((request, response) => {
      if (request.url === '/api/v4/user') {
        sendJson(response, { id: 1, username: 'ada', name: 'Ada' });
        return;
      }
      requestCount++;
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
    assert.deepEqual(
      [level(), projects.accessOf({ base: url, project: 8 }), requestCount],
      [20, undefined, 1],
    );
    await accounts.signOut(url);
    assert.equal(level(), undefined, 'it was that of another account');
  });

  it('reports each server when its first project was read, also after another sign-in', async () => {
    const { url } = await aServer('acme/a', 'acme/b');
    const { accounts } = accountsOver(transport);
    await accounts.signIn(url, CANARY);
    const remotes = ['acme/a', 'acme/b'].map((path) => ({ origin: `${url}/${path}.git` }));
    const projects = new Projects(accounts, workspaceWith(...remotes), new ProjectRenames(heldMemory()));
    const found: string[] = [];
    projects.onDidFindServer((base) => {
      found.push(base);
      assert.deepEqual(projects.servers(), [url]);
    });
    await projects.search();
    await projects.search();
    assert.deepEqual(found, [url]);
    await accounts.signIn(url, `${CANARY}2`);
    assert.deepEqual(projects.servers(), []);
    await projects.search();
    assert.deepEqual(found, [url, url]);
  });

  it('requires an account, a repository, and a matching remote', async () => {
    const { url } = await aServer('acme/a');
    assert.deepEqual(await search([], { origin: `${url}/acme/a.git` }), { state: 'signed-out' });
    assert.deepEqual(await search([url]), { state: 'no-repository' });
    assert.deepEqual(await search([url], { origin: 'git@github.com:acme/a.git' }), {
      state: 'no-project',
      hosts: ['github.com'],
    });
  });

  it('prefers origin, then upstream, then other remotes', async () => {
    const { url } = await aServer('acme/a', 'acme/b', 'acme/c');
    const all = { zeta: `${url}/acme/c.git`, upstream: `${url}/acme/b.git`, origin: `${url}/acme/a.git` };
    assert.deepEqual(pathsOf(await search([url], all)), ['acme/a']);
    const { origin, ...others } = all;
    assert.ok(origin);
    assert.deepEqual(pathsOf(await search([url], others)), ['acme/b']);
  });

  it('returns one project per repository, without duplicates', async () => {
    const { url } = await aServer('acme/a', 'acme/b');
    const found = await search(
      [url],
      { origin: `${url}/acme/a.git` },
      { origin: `${url}/acme/b` },
      { origin: `${url}/acme/a.git` },
    );
    assert.deepEqual(pathsOf(found), ['acme/a', 'acme/b']);
  });

  it('returns the other projects if one is missing', async () => {
    const { url } = await aServer('acme/a');
    const found = await search([url], { origin: `${url}/acme/gone.git` }, { origin: `${url}/acme/a.git` });
    assert.deepEqual(pathsOf(found), ['not acme/gone', 'acme/a']);
  });

  it('uses the path if the server denies access to the project details', async () => {
    const { url } = await aServer();
    const found = await search([url], { origin: `${url}/closed/a.git` });
    assert.ok(found.state === 'found' && found.projects[0]?.ok);
    assert.deepEqual(found.projects[0].project.key, { base: url, project: 'closed/a' });
  });

  it('uses the path if the server has no endpoint for project details', async () => {
    const requestedPaths: string[] = [];
    const { url } = await startServer((request, response) => {
      requestedPaths.push(request.url.replace('/api/v4/', '').replace(/\?.*/, ''));
      if (request.url === '/api/v4/user') sendJson(response, { id: 1, username: 'ada', name: 'Ada' });
      else if (request.url.startsWith('/api/v4/projects/acme%2Fa/merge_requests')) sendJson(response, []);
      else sendJson(response, { error: '404 Not Found' }, 404);
    });
    const found = await search([url], { origin: `${url}/acme/a.git` }, { origin: `${url}/acme/gone.git` });
    assert.deepEqual(pathsOf(found), ['acme/a', 'not acme/gone']);
    assert.ok(found.state === 'found' && found.projects[0]?.ok);
    assert.deepEqual(found.projects[0].project.key, { base: url, project: 'acme/a' });
    assert.deepEqual(requestedPaths.slice(1).sort(), [
      'projects/acme%2Fa',
      'projects/acme%2Fa/merge_requests',
      'projects/acme%2Fgone',
      'projects/acme%2Fgone/merge_requests',
    ]);
  });

  it("sends one request for a project that doesn't exist", async () => {
    const { url, requests } = await aServer();
    assert.deepEqual(pathsOf(await search([url], { origin: `${url}/acme/gone.git` })), ['not acme/gone']);
    assert.equal(requests.length, 2);
  });

  it('requests a renamed project by its ID, or by its path if the ID no longer exists', async () => {
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

  describe('of remotes that are on no known server as the editor reads them', () => {
    /** Returns the result of a search, and the requests after signing in. `effective`: the remotes according to git. */
    async function searchWith(
      { url, requests }: Awaited<ReturnType<typeof aServer>>,
      remote: GitRemote,
      effective?: readonly GitRemote[],
    ) {
      const { accounts } = accountsOver(transport);
      await accounts.signIn(url, CANARY);
      const before = requests.length;
      let asked = 0;
      const repository = { id: '1', name: 'a', remotes: [remote], head: { name: 'main', sha: 'abc' } };
      const workspace = {
        ...workspaceWith(),
        list: () => Promise.resolve([repository]),
        effectiveRemotes: () => {
          asked++;
          return effective === undefined ? Promise.reject(new Error('closed')) : Promise.resolve(effective);
        },
      };
      const projects = new Projects(accounts, workspace, new ProjectRenames(heldMemory()));
      const relevant = await projects.isRelevant();
      const paths = pathsOf(await projects.search());
      await projects.search();
      const urls = requests.slice(before).map((request) => request.url.replace('/api/v4/', ''));
      return { paths, relevant, asked, urls };
    }

    it('uses the URL that git uses instead, and asks git once', async () => {
      const server = await aServer('acme/a');
      const remote = { name: 'origin', url: 'short:acme/a' };
      const found = await searchWith(server, remote, [{ name: 'origin', url: `${server.url}/acme/a.git` }]);
      assert.deepEqual(found, { paths: ['acme/a'], relevant: true, asked: 1, urls: ['projects/acme%2Fa'] });
    });

    it('asks git again if git could not be asked', async () => {
      const server = await aServer('acme/a');
      const found = await searchWith(server, { name: 'origin', url: 'short/acme/a' });
      assert.deepEqual(found, { paths: ['no-project'], relevant: false, asked: 3, urls: [] });
    });

    it("doesn't ask git about remotes of known servers", async () => {
      const server = await aServer('acme/a');
      const found = await searchWith(server, { name: 'origin', url: `${server.url}/acme/a.git` }, []);
      assert.deepEqual([found.paths, found.asked], [['acme/a'], 0]);
    });

    it('uses the URLs to push to if the one to fetch from is on another server', async () => {
      const server = await aServer('acme/a');
      const pushUrls = ['https://github.com/acme/a.git', `${server.url}/acme/a.git`];
      const remote = { name: 'origin', url: 'https://github.com/acme/a.git', pushUrls };
      assert.deepEqual((await searchWith(server, remote, [remote])).paths, ['acme/a']);
    });

    it("compares with the host of the server's SSH URLs, without sending the path of another repository", async () => {
      const server = await aServer('acme/a');
      const own = { name: 'origin', url: 'git@git.acme.example:acme/a.git' };
      const found = await searchWith(server, own, [own]);
      assert.deepEqual(found.paths, ['acme/a']);
      assert.deepEqual(found.urls, [SSH_HOST_QUERY, 'projects/acme%2Fa']);
      const other = { name: 'origin', url: 'git@elsewhere.example:secret/plan.git' };
      const none = await searchWith(server, other, [other]);
      assert.deepEqual([none.paths, none.urls], [['no-project'], [SSH_HOST_QUERY]]);
    });

    it('asks for the host of SSH URLs again after a failure, and after a caller canceled', async () => {
      const server = await aServer('acme/a');
      const { accounts } = accountsOver(transport);
      await accounts.signIn(server.url, CANARY);
      const hosts = new SshHosts(accounts);
      const abort = new AbortController();
      const [canceled, host] = [hosts.of(server.url, abort.signal), hosts.of(server.url)];
      abort.abort();
      await assert.rejects(canceled, { name: 'AbortError' });
      assert.equal(await host, 'git.acme.example');
      assert.equal(await hosts.of(server.url), 'git.acme.example');
      assert.equal(server.requests.filter(({ url }) => url.endsWith(SSH_HOST_QUERY)).length, 1);
      const failing = new SshHosts(accountsOver(transport).accounts);
      assert.equal(await failing.of('http://127.0.0.1:9'), undefined);
    });

    it('uses the host that an SSH alias stands for', async () => {
      const server = await aServer('acme/a');
      const remote = { name: 'origin', url: 'work:acme/a.git' };
      const found = await searchWith(server, remote, [{ ...remote, aliasOf: new URL(server.url).hostname }]);
      assert.deepEqual([found.paths, found.urls], [['acme/a'], ['projects/acme%2Fa']]);
    });

    it("doesn't ask the server about remotes of other services and wikis", async () => {
      const server = await aServer('acme/a');
      for (const url of ['git@github.com:acme/a.git', 'git@git.acme.example:acme/a.wiki.git']) {
        const remote = { name: 'origin', url };
        const found = await searchWith(server, remote, [remote]);
        assert.deepEqual([found.paths, found.urls], [['no-project'], []], url);
      }
    });
  });

  it('uses the server of the remote', async () => {
    const one = await aServer('acme/a');
    const other = await aServer('acme/a');
    const found = await search([one.url, other.url], { origin: `${other.url}/acme/a.git` });
    assert.ok(found.state === 'found' && found.projects[0]?.ok);
    assert.equal(found.projects[0].project.key.base, other.url);
  });
});
