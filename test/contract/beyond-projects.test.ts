import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ArgsOf } from '../../src/api/endpoint';
import { listProjects } from '../../src/api/endpoints/project-lists';
import { getProject } from '../../src/api/endpoints/projects';
import * as repository from '../../src/api/endpoints/repository';
import { getUser, getVersion } from '../../src/api/endpoints/server';
import { ends, stage, type Who } from './stage';

const id = 'acme/storefront';

describe('user and project endpoints', () => {
  const world = stage('all', { basePath: '/gitlab' });

  it('return the user of a token, also on a server with a relative URL root', async () => {
    for (const [who, username] of [
      ['owner', 'olivia'],
      ['developer', 'dana'],
      ['guest', 'gwen'],
    ] as const) {
      assert.equal((await world.client(who).call(getUser, {})).username, username);
    }
  });

  it('return the version to signed-in users', async () => {
    assert.match((await world.client('guest').call(getVersion, {})).version, /^\d+\.\d+\.\d+/);
  });

  it('find a project by its ID and by its path, regardless of case', async () => {
    const byPath = await world.client().call(getProject, { id });
    assert.deepEqual([byPath.id, byPath.path_with_namespace, byPath.default_branch], [1, id, 'main']);
    assert.deepEqual(await world.client().call(getProject, { id: 1 }), byPath);
    assert.equal((await world.client().call(getProject, { id: 'Acme/Storefront' })).id, 1);
  });

  it('return the namespace of a project: group, subgroup, or user', async () => {
    for (const [path, name, kind] of [
      ['acme/storefront', 'Acme / Storefront', 'group'],
      ['acme/labs/prism', 'Acme / Labs / Prism', 'group'],
      ['dana/storefront', 'Dana Lindqvist / Storefront', 'user'],
    ]) {
      const project = await world.client().call(getProject, { id: path ?? '' });
      const { name_with_namespace, path: slug, namespace } = project;
      assert.deepEqual([name_with_namespace, slug], [name, path?.replace(/^.*\//, '')]);
      assert.ok(namespace !== null && typeof namespace === 'object' && 'kind' in namespace);
      assert.equal(namespace.kind, kind);
    }
  });

  it('find a project under its former path for reading only', async () => {
    assert.equal((await world.client().call(getProject, { id: 'acme/shop' })).path_with_namespace, id);
    assert.equal((await world.client().page(repository.listLabels, { id: 'acme/shop' })).items.length, 5);
    assert.deepEqual(
      world
        .as('maintainer')
        .taken()
        .slice(-2)
        .map(({ status }) => status),
      [301, 200],
    );
  });

  const paths = async (args: ArgsOf<typeof listProjects>, who: Who = 'maintainer'): Promise<string[]> => {
    const all: string[] = [];
    for await (const page of world.client(who).pages(listProjects, args)) {
      assert.deepEqual(page.problems, []);
      all.push(...page.items.map((project) => project.path_with_namespace));
    }
    return all;
  };

  it('list the projects that the user can see', async () => {
    const sortArgs = { order_by: 'id', sort: 'asc' } as const;
    const open = ['acme/storefront', 'acme/payments', 'dana/storefront'];
    assert.deepEqual(await paths(sortArgs, 'nobody'), open);
    assert.deepEqual(await paths(sortArgs, 'guest'), [
      ...open,
      'acme/handbook',
      'acme/roadmap',
      'acme/labs/prism',
    ]);
    assert.ok((await paths(sortArgs, 'owner')).includes('acme/vault'));
  });

  it('filter, sort, and paginate a list of projects', async () => {
    const ordered = await paths({ order_by: 'path', sort: 'asc', per_page: 2 });
    assert.deepEqual(ordered, [...ordered].sort());
    assert.deepEqual((await paths({ search: 'STORE' })).sort(), ['acme/storefront', 'dana/storefront']);
    assert.ok(!(await paths({ membership: true }, 'developer')).includes('acme/handbook'));
    const { items, total } = await world.client().page(listProjects, { simple: true, per_page: 1 });
    assert.equal(total, ordered.length);
    assert.equal(items[0]?.visibility, undefined);
  });

  it('list each project once with keyset pagination, which supports only sorting by ID (405)', async () => {
    const keyset = { pagination: 'keyset', order_by: 'id', sort: 'desc' } as const;
    const all = await paths({ ...keyset, per_page: 2 });
    assert.deepEqual([...all].sort(), (await paths({})).sort());
    const other = world.client().page(listProjects, { ...keyset, order_by: 'name' });
    await ends(other, 'method-not-allowed', 405, /^Keyset pagination is not yet available/);
  });

  it('return the members, labels, and milestones of the project', async () => {
    const client = world.client();
    const levels = (await client.page(repository.listMembers, { id })).items.map((one) => one.access_level);
    assert.deepEqual(levels, [50, 40, 30, 20, 10]);
    const [found] = (await client.page(repository.listMembers, { id, query: 'LIND' })).items;
    assert.deepEqual([found?.username, found?.access_level], ['dana', 30]);
    const vault = await client.page(repository.listMembers, { id: 'acme/vault' });
    assert.equal(vault.total, 2);

    const labels = await client.page(repository.listLabels, { id, per_page: 2 });
    assert.deepEqual([labels.items.map(({ name }) => name), labels.total], [['bug', 'chore'], 5]);
    const [design] = (await client.page(repository.listLabels, { id, search: 'design' })).items;
    assert.match(design?.color ?? '', /^#[0-9a-f]{6}$/);

    const milestones = async (args: Omit<ArgsOf<typeof repository.listMilestones>, 'id'>) =>
      (await client.page(repository.listMilestones, { id, ...args })).items.map(({ title }) => title);
    assert.deepEqual(await milestones({}), ['v1.3', 'v1.2']);
    assert.deepEqual(await milestones({ state: 'closed' }), ['v1.2']);
    assert.deepEqual(await milestones({ search: '1.3' }), ['v1.3']);
  });

  it('return issues by number, or by text in the title or description', async () => {
    const issues = async (args: Omit<ArgsOf<typeof repository.listIssues>, 'id'>) =>
      (await client.page(repository.listIssues, { id, ...args })).items.map(({ iid }) => iid);
    const client = world.client();
    assert.deepEqual(await issues({}), [4, 6, 3]);
    assert.deepEqual(await issues({ search: 'BALANCE' }), [4, 3]);
    assert.deepEqual(await issues({ search: 'over a second' }), [6]);
    assert.deepEqual(await issues({ iids: [3, 99] }), [3]);
    assert.deepEqual(await issues({ state: 'closed' }), []);
  });
});

describe('repository endpoints', () => {
  const world = stage();
  const raw = (file_path: string, ref?: string) =>
    world.client().text(repository.getRawFile, { id, file_path, ref });

  it('return branches with their latest commits', async () => {
    const client = world.client();
    const { items, total } = await client.page(repository.listBranches, { id, per_page: 100 });
    assert.equal(items.length, total);
    const main = items.find(({ name }) => name === 'main');
    assert.deepEqual([main?.default, main?.protected], [true, true]);
    for (const { commit } of items) assert.match(commit?.id ?? '', /^[0-9a-f]{40}$/);
    const named = async (search: string) =>
      (await client.page(repository.listBranches, { id, search })).items.map(({ name }) => name);
    assert.deepEqual(await named('^mai'), ['main']);
    assert.ok((await named('cards$')).every((name) => name.endsWith('cards')));
    assert.deepEqual(await named('no such branch'), []);
  });

  it('return a file unchanged at a branch, a tag, a commit, and HEAD', async () => {
    world.as('maintainer').taken();
    const atMain = await raw('src/cart/price.ts', 'main');
    assert.ok(atMain.kind === 'whole' && !atMain.cut);
    const { items } = await world.client().page(repository.listBranches, { id, search: '^main' });
    const atCommit = await raw('src/cart/price.ts', items[0]?.commit?.id);
    assert.ok(atCommit.kind === 'whole');
    assert.deepEqual(atCommit.bytes, atMain.bytes);
    const atHead = await raw('src/cart/price.ts');
    assert.ok(atHead.kind === 'whole');
    assert.deepEqual(atHead.bytes, atMain.bytes);
    assert.equal((await raw('README.md', 'v1.0.0')).kind, 'whole');
    // The object ID in Git is the hash of these bytes.
    const blob = world.as('maintainer').taken()[0]?.header('x-gitlab-blob-id');
    const named = Buffer.concat([Buffer.from(`blob ${atMain.bytes.length}\0`), atMain.bytes]);
    assert.equal(createHash('sha1').update(named).digest('hex'), blob);
  });

  it('find a file with slashes, spaces, and non-ASCII letters in its path', async () => {
    const file = await raw('docs/prix à payer.md', 'chore/tidy');
    assert.ok(file.kind === 'whole');
    assert.match(Buffer.from(file.bytes).toString('utf8'), /^# Prix\n/);
  });

  it('return a commit with its parents, and its diff against the first one', async () => {
    const client = world.client();
    const { items } = await client.page(repository.listBranches, { id, search: '^main' });
    const head = await client.call(repository.getCommit, { id, sha: items[0]?.commit?.id ?? '' });
    const [parent = ''] = head.parent_ids;
    assert.match(parent, /^[0-9a-f]{40}$/);
    const { items: files } = await client.page(repository.listCommitDiff, { id, sha: head.id });
    assert.ok(files.length > 0);
    for (const file of files) assert.match(file.diff, /^(@@|Binary files)/);
    let first = head;
    for (let [next] = first.parent_ids; next !== undefined; [next] = first.parent_ids)
      first = await client.call(repository.getCommit, { id, sha: next });
    const all = await client.page(repository.listCommitDiff, { id, sha: first.id, per_page: 100 });
    assert.ok(all.items.length > 0 && all.items.every((file) => file.new_file));
  });

  it('list commits of a branch or of all branches newest first, with their titles', async () => {
    const client = world.client();
    const { items } = await client.page(repository.listBranches, { id });
    const tips = items.map(({ commit }) => commit?.id);
    const all = await client.page(repository.listCommits, { id, all: true, per_page: 100 });
    for (const tip of tips) assert.ok(all.items.some((commit) => commit.id === tip));
    const main = await client.page(repository.listCommits, { id, ref_name: 'main', per_page: 2 });
    assert.equal(main.items.length, 2);
    const [head, parent] = main.items;
    const read = await client.call(repository.getCommit, { id, sha: head?.id ?? '' });
    assert.deepEqual([read.title, read.parent_ids[0]], [head?.title, parent?.id]);
    await assert.rejects(client.page(repository.listCommits, { id, ref_name: 'no-such-ref' }), /404/);
  });

  it('return an image unchanged', async () => {
    const file = await raw('media/logo.png', 'chore/tidy');
    assert.ok(file.kind === 'whole');
    assert.equal(Buffer.from(file.bytes).toString('latin1', 1, 4), 'PNG');
  });

  it("don't send a file again if its ETag is known", async () => {
    const file = await raw('README.md', 'main');
    assert.ok(file.kind === 'whole' && file.etag !== undefined);
    const args = { id, file_path: 'README.md', ref: 'main' };
    const again = await world.client().text(repository.getRawFile, args, { etag: file.etag });
    assert.equal(again.kind, 'unchanged');
  });

  it("report a path that isn't a file and an unknown ref as not found (404)", async () => {
    for (const path of ['src', 'no/where.ts', '../../vault.git/HEAD']) {
      await ends(raw(path), 'not-found', 404, /^404 File Not Found$/);
    }
    for (const ref of ['nowhere', '--help', 'f'.repeat(40)]) {
      await ends(raw('README.md', ref), 'not-found', 404, /^404 Commit Not Found$/);
    }
  });
});
