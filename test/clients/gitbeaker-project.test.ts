import assert from 'node:assert/strict';
import { Gitlab } from '@gitbeaker/rest';
import { withSandbox } from '../sandbox/helpers/sandbox';
import { clientOf, refusalOf, STOREFRONT } from './helpers/gitbeaker';

const world = withSandbox({}, 'once');
const developer = () => clientOf(world(), 'developer');

describe('gitbeaker: project resources', () => {
  it('lists, creates, and deletes branches as developer', async () => {
    const { Branches } = developer();
    const all = await Branches.all(STOREFRONT);
    assert.ok(all.some(({ name, default: isDefault }) => name === 'main' && isDefault));
    const main = await Branches.show(STOREFRONT, 'main');
    assert.deepEqual([main.protected, main.can_push], [true, false]);
    const made = await Branches.create(STOREFRONT, 'try/this', 'main');
    assert.deepEqual([made.name, made.commit.id], ['try/this', main.commit.id]);
    assert.deepEqual(await refusalOf(Branches.create(STOREFRONT, 'try/this', 'main')), [
      400,
      'Branch already exists',
    ]);
    assert.match(
      (await refusalOf(Branches.create(STOREFRONT, 'other', 'no/such')))[1],
      /invalid reference name/,
    );
    const { Branches: asReporter } = clientOf(world(), 'reporter');
    assert.equal((await refusalOf(asReporter.create(STOREFRONT, 'mine', 'main')))[0], 403);
    assert.equal((await refusalOf(asReporter.remove(STOREFRONT, 'try/this')))[0], 403);
    await Branches.remove(STOREFRONT, 'try/this');
    assert.deepEqual(await refusalOf(Branches.show(STOREFRONT, 'try/this')), [404, '404 Branch Not Found']);
    const { Branches: asOwner } = clientOf(world(), 'owner');
    assert.equal((await refusalOf(asOwner.remove(STOREFRONT, 'main')))[0], 400);
  });

  it('gets files as bytes and with metadata', async () => {
    const { RepositoryFiles } = clientOf(world(), 'reporter');
    const raw = await RepositoryFiles.showRaw(STOREFRONT, 'src/cart/price.ts', 'main');
    assert.ok(typeof raw === 'string');
    const file = await RepositoryFiles.show(STOREFRONT, 'src/cart/price.ts', 'main');
    assert.equal(Buffer.from(file.content, 'base64').toString('utf8'), raw);
    assert.deepEqual(
      [file.file_name, file.file_path, file.size, file.encoding, file.ref],
      ['price.ts', 'src/cart/price.ts', Buffer.byteLength(raw), 'base64', 'main'],
    );
    assert.match(file.content_sha256, /^[0-9a-f]{64}$/);
    assert.deepEqual(await refusalOf(RepositoryFiles.show(STOREFRONT, 'no/such.ts', 'main')), [
      404,
      '404 File Not Found',
    ]);
  });

  it('lists members, labels, and milestones', async () => {
    const { ProjectLabels, ProjectMembers, ProjectMilestones } = clientOf(world(), 'reporter');
    const inherited = await ProjectMembers.all(STOREFRONT, { includeInherited: true });
    const direct = await ProjectMembers.all(STOREFRONT);
    assert.equal(direct.find(({ username }) => username === 'dana')?.access_level, 30);
    assert.ok(inherited.length >= direct.length);
    assert.equal((await ProjectMembers.show(STOREFRONT, 3)).username, 'marek');
    assert.equal((await ProjectMembers.show(STOREFRONT, 3, { includeInherited: true })).username, 'marek');
    assert.equal((await refusalOf(ProjectMembers.show(STOREFRONT, 99)))[0], 404);
    assert.ok((await ProjectLabels.all(STOREFRONT)).some(({ name }) => name === 'needs design'));
    const milestones = await ProjectMilestones.all(STOREFRONT, { state: 'active' });
    assert.deepEqual(
      milestones.map(({ title }) => title),
      ['v1.3'],
    );
  });

  it('finds projects by ID, path, and former path, and lists them', async () => {
    const { Metadata, Projects, Users } = developer();
    for (const id of [1, STOREFRONT, 'acme/shop']) {
      assert.equal((await Projects.show(id)).path_with_namespace, STOREFRONT);
    }
    const all = await Projects.all({ pagination: 'keyset', orderBy: 'id', sort: 'asc', perPage: 2 });
    const ids = all.map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
    assert.ok(ids.length > 3);
    assert.equal((await Users.showCurrentUser()).username, 'dana');
    assert.match((await Metadata.show()).version, /^\d+\./);
  });
});

describe('gitbeaker: pages', () => {
  it('returns the page number and totals', async () => {
    const { MergeRequests } = developer();
    const ask = (page: number) =>
      MergeRequests.all({ projectId: STOREFRONT, perPage: 5, page, showExpanded: true });
    const first = await ask(1);
    const { total, totalPages } = first.paginationInfo;
    assert.deepEqual(
      [first.data.length, first.paginationInfo],
      [5, { total, next: 2, current: 1, previous: null, perPage: 5, totalPages }],
    );
    const { data, paginationInfo } = await ask(totalPages);
    assert.equal(data.length, total - 5 * (totalPages - 1));
    assert.deepEqual([paginationInfo.next, paginationInfo.previous], [null, totalPages - 1]);
    const everything = await MergeRequests.all({ projectId: STOREFRONT, perPage: 5 });
    assert.equal(new Set(everything.map(({ iid }) => iid)).size, total);
  });
});

describe('gitbeaker: pages of the hosted service', () => {
  const hosted = withSandbox({ hosted: true }, 'once');

  it('returns all items without totals', async () => {
    const { MergeRequests } = clientOf(hosted(), 'developer');
    const project = { projectId: STOREFRONT, perPage: 4 };
    const { paginationInfo } = await MergeRequests.all({ ...project, page: 1, showExpanded: true });
    assert.deepEqual([paginationInfo.total, paginationInfo.next], [NaN, 2]);
    const everything = await MergeRequests.all(project);
    assert.equal(everything.length, (await MergeRequests.all({ ...project, perPage: 100 })).length);
    assert.equal((await MergeRequests.all({ ...project, maxPages: 2 })).length, 8);
  });
});

describe('gitbeaker: errors', () => {
  it("returns the service's error messages", async () => {
    const { MergeRequests, Projects } = developer();
    const nobody = new Gitlab({ host: world().sandbox.url, token: 'glpat-of-nobody-at-all' });
    assert.deepEqual(await refusalOf(nobody.Projects.show(1)), [401, '401 Unauthorized']);
    assert.deepEqual(await refusalOf(Projects.show('no/such')), [404, '404 Project Not Found']);
    assert.deepEqual(await refusalOf(MergeRequests.show(1, 9999)), [404, '404 Not found']);
    const empty = await refusalOf(MergeRequests.edit(1, 12, {}));
    assert.equal(empty[0], 400);
    assert.match(empty[1], /at least one parameter must be provided/);
    assert.deepEqual(await refusalOf(MergeRequests.create(1, 'main', 'main', 'Nothing')), [
      422,
      `["You can't use same project/branch for source and target"]`,
    ]);
  });

  it('accepts OAuth tokens and camel case', async () => {
    const { tokens, url: host } = world().sandbox;
    const { MergeRequests } = new Gitlab({ host, oauthToken: tokens.reporter, camelize: true });
    const request = await MergeRequests.show(STOREFRONT, 12);
    assert.deepEqual([request.projectId, request.author.username], [1, 'dana']);
  });
});

describe('gitbeaker: error tracking', () => {
  // `ErrorTrackingClientKeys.remove` isn't tested, because it omits the ID of the key from the path.
  it('manages client keys as owner, and refuses developers and reporters', async () => {
    const { ErrorTrackingClientKeys: keys } = clientOf(world(), 'owner');
    const made = await keys.create(STOREFRONT);
    assert.deepEqual([made.active, made.sentry_dsn.includes(made.public_key)], [true, true]);
    assert.ok((await keys.all(STOREFRONT)).some(({ id }) => id === made.id));
    for (const role of ['developer', 'reporter'] as const) {
      const { ErrorTrackingClientKeys: refused } = clientOf(world(), role);
      assert.deepEqual(await refusalOf(refused.create(STOREFRONT)), [403, '403 Forbidden']);
      assert.deepEqual(await refusalOf(refused.all(STOREFRONT)), [403, '403 Forbidden']);
    }
  });

  it('gets, changes, and replaces the settings', async () => {
    const { ErrorTrackingSettings: settings } = clientOf(world(), 'owner');
    assert.equal((await settings.show(STOREFRONT)).integrated, true);
    assert.equal((await settings.edit(STOREFRONT, false)).active, false);
    const replaced = await settings.create(STOREFRONT, true, true);
    assert.deepEqual([replaced.active, replaced.integrated], [true, true]);
    const { ErrorTrackingSettings: asDeveloper } = developer();
    assert.equal((await refusalOf(asDeveloper.create(STOREFRONT, true, true)))[0], 403);
  });
});
