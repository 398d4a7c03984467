import { ReadOnlyAccounts } from '../app/accounts/read-only-accounts';
import { AddedProjects } from '../app/projects/added-projects';
import { Projects } from '../app/projects/projects';
import { ReadOnlyKey } from '../ui/accounts/editor/read-only-key';
import { GitRepositories } from '../ui/git/editor/repositories';
import { editorContextKeys } from '../ui/shared/editor/context-keys';
import type { AccountsModule } from './accounts';
import type { Registered } from './registered';

/** Projects of the workspace, found through its repositories or added by the user. */
export interface ProjectsModule {
  readonly repositories: GitRepositories;
  readonly added: AddedProjects;
  readonly projects: Projects;
  readonly readOnlyAccounts: ReadOnlyAccounts;
  readonly readOnlyKey: ReadOnlyKey;
}

export function composeProjects(
  { store, views }: Registered,
  { accounts, clientFor, moves, workspaceMemory }: AccountsModule,
): ProjectsModule {
  const showSignedIn = (): void => {
    editorContextKeys.set('switchyard.signedIn', accounts.list().length > 0);
  };
  showSignedIn();
  store.add(accounts.onDidChange(showSignedIn));
  const repositories = store.add(
    new GitRepositories(async (id) => (await import('./local-git')).localRemotes(id)),
  );
  const added = store.add(new AddedProjects(workspaceMemory));
  const readOnlyAccounts = store.add(new ReadOnlyAccounts({ clientFor, accounts }));
  const readOnly = readOnlyAccounts;
  const projects = store.add(new Projects(accounts, repositories, moves, { added, readOnly }));
  const readOnlyKey = store.add(
    new ReadOnlyKey({
      readOnly,
      projects,
      views: [views.pipelines.view, views.mergeRequests.view, views.errors.view],
      contextKeys: editorContextKeys,
    }),
  );
  return { repositories, added, projects, readOnlyAccounts, readOnlyKey };
}
