import { nodeTransport } from '../../../src/api/transport';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { Projects } from '../../../src/app/projects/projects';
import { systemClock } from '../../../src/base/clock';
import { DisposableStore } from '../../../src/base/disposable';
import type { Sandbox } from '../../../src/sandbox/index';
import { accountsOver } from '../../builders/accounts';
import { heldMemory, workspaceWith } from '../../builders/stores';

/** An account of the sandbox with the projects of a clone. */
export async function signedIn(sandbox: Sandbox, role: keyof Sandbox['tokens']) {
  const store = new DisposableStore();
  const transport = store.add(nodeTransport({ userAgent: 'test', clock: systemClock }));
  const { accounts } = accountsOver(transport);
  store.add(accounts);
  await accounts.signIn(sandbox.url, sandbox.tokens[role]);
  const workspace = workspaceWith({ origin: `${sandbox.url}/acme/storefront.git` });
  const projects = store.add(new Projects(accounts, workspace, new ProjectRenames(heldMemory())));
  await projects.search();
  return { store, transport, accounts, projects, clientFor: (base: string) => accounts.client(base) };
}
