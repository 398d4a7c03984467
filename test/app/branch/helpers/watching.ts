import { nodeTransport } from '../../../../src/api/transport';
import { BranchHeads } from '../../../../src/app/branch/heads';
import { type BranchFacts, BranchWatch } from '../../../../src/app/branch/watch';
import { MergeRequests } from '../../../../src/app/merge-requests/merge-requests';
import { Pipelines } from '../../../../src/app/pipelines/pipelines';
import { ProjectRenames } from '../../../../src/app/projects/project-renames';
import { Projects } from '../../../../src/app/projects/projects';
import type { Head, Repositories } from '../../../../src/app/shared/stores';
import { systemClock } from '../../../../src/base/clock';
import { Emitter } from '../../../../src/base/emitter';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { ManualClock } from '../../../api/helpers/clocks';
import { accountsOver } from '../../../builders/accounts';
import { heldMemory } from '../../../builders/stores';

export const IDLE_MS = 60_000;
export const HOUR_MS = 60 * 60_000;

/** Sets up workspaces whose branch is watched. */
export function watching() {
  let sandbox: Sandbox;
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  after(async () => {
    transport.dispose();
    await sandbox.close();
  });

  /** Returns a workspace of the demo project with an account. */
  async function aWorkspace(head: Head | undefined, { viewIsSeen = false, at = sandbox.url } = {}) {
    const workspace = { head, viewIsSeen };
    const changed = new Emitter<void>();
    const repositories: Repositories = {
      list: () =>
        Promise.resolve([
          {
            id: '1',
            name: 'storefront',
            remotes: [{ name: 'origin', url: `${at}/acme/storefront.git` }],
            head: workspace.head,
          },
        ]),
      onDidChange: changed.event,
    };
    const { accounts } = accountsOver(transport);
    await accounts.signIn(at, sandbox.tokens.maintainer);
    const projects = new Projects(accounts, repositories, new ProjectRenames(heldMemory()));
    const clock = new ManualClock();
    const clientFor = (base: string) => accounts.client(base);
    const pipelines = new Pipelines(clientFor, clock);
    const mergeRequests = new MergeRequests(clientFor);
    const changes: (BranchFacts | undefined)[] = [];
    const heads = new BranchHeads(projects);
    const branch = new BranchWatch({
      clientFor,
      projects,
      pipelines,
      mergeRequests,
      clock,
      listsAreFresh: () => workspace.viewIsSeen && !pipelines.isFailing,
      heads,
    });
    branch.onDidChange((facts) => changes.push(facts));
    return {
      branch,
      heads,
      changes,
      clock,
      pipelines,
      mergeRequests,
      accounts,
      projects,
      workspace,
      client: clientFor(at),
    };
  }

  const requests = async (work: () => Promise<unknown>): Promise<number> => {
    const before = sandbox.requests().length;
    await work();
    return sandbox.requests().length - before;
  };

  const onMain: Head = { name: 'main', sha: undefined };

  return {
    get sandbox() {
      return sandbox;
    },
    aWorkspace,
    requests,
    onMain,
  };
}
