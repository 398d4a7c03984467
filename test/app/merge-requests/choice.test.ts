import assert from 'node:assert/strict';
import { nodeTransport } from '../../../src/api/transport';
import { MergeRequestChoice } from '../../../src/app/merge-requests/choice';
import { ProjectParts } from '../../../src/app/projects/members-and-milestones';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { Projects } from '../../../src/app/projects/projects';
import { systemClock } from '../../../src/base/clock';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { accountsOver } from '../../builders/accounts';
import { heldMemory, workspaceWith } from '../../builders/stores';

describe('choices for merge requests', () => {
  let sandbox: Sandbox;
  const transport = nodeTransport({ userAgent: 'switchyard/0.0.0', clock: systemClock });
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(() => {
    sandbox.faults.clear();
  });
  after(async () => {
    transport.dispose();
    await sandbox.close();
  });

  async function choosing(...paths: readonly string[]) {
    const { accounts } = accountsOver(transport);
    await accounts.signIn(sandbox.url, sandbox.tokens.maintainer);
    const workspace = workspaceWith(...paths.map((path) => ({ origin: `${sandbox.url}/${path}.git` })));
    const projects = new Projects(accounts, workspace, new ProjectRenames(heldMemory()));
    const clientFor = (base: string) => accounts.client(base);
    const base = accounts.list()[0]?.base ?? '';
    return {
      choice: new MergeRequestChoice(clientFor, projects),
      parts: new ProjectParts(clientFor),
      project: { base, project: 1 },
    };
  }

  it('are the open merge requests of the workspace, most recently updated first', async () => {
    const { choice } = await choosing('acme/storefront');
    const found = await choice.recent('opened', '');
    assert.ok(typeof found !== 'string' && found.length > 5);
    assert.ok(found.every(({ mergeRequest, path }) => mergeRequest.state === 'opened' && path === undefined));
    const times = found.map(({ mergeRequest }) => mergeRequest.updated_at ?? '');
    assert.deepEqual(times, [...times].sort().reverse());
  });

  it('are only merged ones if requested', async () => {
    const { choice } = await choosing('acme/storefront');
    const found = await choice.recent('merged', '');
    assert.ok(typeof found !== 'string' && found.length > 0);
    assert.ok(found.every(({ mergeRequest }) => mergeRequest.state === 'merged'));
  });

  it('are found by number, with or without prefix, and by text', async () => {
    const { choice } = await choosing('acme/storefront', 'acme/payments');
    const iids = async (typed: string, state?: 'opened' | 'closed') => {
      const found = await choice.recent(state, typed);
      assert.ok(typeof found !== 'string');
      return found.map(({ mergeRequest: { iid }, path }) => `${path ?? ''} ${iid}`);
    };
    assert.deepEqual(await iids('!12'), ['acme/storefront 12']);
    assert.deepEqual([...(await iids(' 5 '))].sort(), ['acme/payments 5', 'acme/storefront 5']);
    assert.deepEqual(await iids('5', 'closed'), ['acme/storefront 5']);
    assert.deepEqual(await iids('swiss franc'), ['acme/payments 4']);
  });

  it('are empty if merge requests are disabled in the project', async () => {
    const { choice } = await choosing('acme/storefront');
    sandbox.faults.add({ kind: 'status', status: 403, path: '**/merge_requests' });
    assert.deepEqual(await choice.recent('opened', ''), []);
  });

  it("aren't available without a repository", async () => {
    const { choice } = await choosing();
    assert.equal(await choice.recent('opened', ''), 'no-repository');
  });

  it('are members, labels, milestones, and branches of the project', async () => {
    const { parts, project } = await choosing('acme/storefront');
    const { members, more } = await parts.members(project, '');
    assert.ok(members.some(({ username }) => username === 'dana') && !more);
    assert.deepEqual(
      (await parts.members(project, 'marek')).members.map(({ username }) => username),
      ['marek'],
    );
    assert.ok((await parts.labels(project)).includes('needs design'));
    assert.ok((await parts.milestones(project)).length > 0);
    assert.deepEqual(await parts.branches(project, 'gift'), ['feature/gift-cards']);
  });

  it('are empty if access is denied, and fail after other errors', async () => {
    const { parts, project } = await choosing('acme/storefront');
    sandbox.faults.add({ kind: 'status', status: 403, path: '**' });
    assert.deepEqual(await parts.members(project, ''), { members: [], more: false });
    assert.deepEqual([await parts.labels(project), await parts.milestones(project)], [[], []]);
    sandbox.faults.clear();
    sandbox.faults.add({ kind: 'status', status: 422, path: '**' });
    await assert.rejects(parts.branches(project, ''), /unprocessable/);
  });
});
