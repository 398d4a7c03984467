import assert from 'node:assert/strict';
import { listPipelines } from '../../../src/api/endpoints/pipelines';
import { nodeTransport } from '../../../src/api/transport';
import { clearOnAccountChange } from '../../../src/app/accounts/clear-on-account-change';
import { BranchHeads } from '../../../src/app/branch/heads';
import { JobActions } from '../../../src/app/jobs/actions';
import { PipelineFilterStore } from '../../../src/app/pipelines/filter-store';
import { filteredPipelines } from '../../../src/app/pipelines/filtered-pipelines';
import { JobUpdates } from '../../../src/app/pipelines/job-updates';
import type { PipelinesChange } from '../../../src/app/pipelines/pipelines';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { Projects } from '../../../src/app/projects/projects';
import { systemClock } from '../../../src/base/clock';
import { DisposableStore } from '../../../src/base/disposable';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index';
import { accountsOver } from '../../builders/accounts';
import { heldMemory, workspaceWith } from '../../builders/stores';

describe('filtered pipelines', () => {
  let sandbox: Sandbox;
  let store: DisposableStore;
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  beforeEach(() => {
    store = new DisposableStore();
  });
  afterEach(() => {
    store.dispose();
  });
  after(async () => {
    transport.dispose();
    await sandbox.close();
  });

  async function composed() {
    const { accounts } = accountsOver(transport);
    await accounts.signIn(sandbox.url, sandbox.tokens.maintainer);
    await accounts.settled();
    const workspace = workspaceWith({ origin: `${sandbox.url}/acme/storefront.git` });
    const projects = new Projects(accounts, workspace, new ProjectRenames(heldMemory()));
    const clientFor = (base: string) => accounts.client(base);
    const filter = store.add(new PipelineFilterStore(heldMemory()));
    const heads = new BranchHeads(projects);
    const pipelines = filteredPipelines({ clientFor, clock: systemClock, filter, heads, store });
    store.add(clearOnAccountChange(accounts, [pipelines]));
    const actions = store.add(new JobActions(clientFor));
    store.add(new JobUpdates(actions, pipelines));
    const project = { base: sandbox.url, project: 1 };
    const changes: PipelinesChange[] = [];
    pipelines.onDidChange((received) => changes.push(...received));
    return { accounts, actions, filter, pipelines, client: clientFor(sandbox.url), project, changes };
  }

  it('requests the pipelines of the filter, and reloads them when it changes', async () => {
    const { changes, filter, pipelines, project } = await composed();
    await pipelines.list(project);
    await filter.change({ mode: 'recent', ref: 'main' });
    assert.deepEqual(changes, [{ kind: 'list', project }]);
    const { pipelines: listed } = await pipelines.list(project);
    assert.ok(listed.length > 0);
    assert.ok(listed.every(({ ref }) => ref === 'main'));
  });

  it('removes pipelines when an account changes', async () => {
    const { accounts, pipelines, project } = await composed();
    await pipelines.list(project);
    assert.ok(pipelines.peekList(project));
    await accounts.signOut(sandbox.url);
    assert.equal(pipelines.peekList(project), undefined);
  });

  it('shows the job that an action returns', async () => {
    const { actions, client, pipelines, project } = await composed();
    const { items } = await client.page(listPipelines, { id: 1, status: 'failed' });
    assert.ok(items[0]);
    const key = { ...project, pipeline: items[0].id };
    const { jobs } = await pipelines.content(key);
    const job = jobs.find(({ status, archived }) => status === 'failed' && !archived);
    assert.ok(job);
    const retried = await actions.run('retry', { key: { ...project, job: job.id }, kind: 'job', job });
    assert.equal(pipelines.member(key, retried.id)?.job.id, retried.id);
  });
});
