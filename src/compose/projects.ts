import { AddedProjects } from '../app/projects/added-projects';
import { Projects } from '../app/projects/projects';
import type { DisposableStore } from '../base/disposable';
import { GitRepositories } from '../ui/git/editor/repositories';
import { editorContextKeys } from '../ui/shared/editor/context-keys';
import type { AccountsModule } from './accounts';

/** Projects of the workspace, found through its repositories or added by the user. */
export interface ProjectsModule {
  readonly repositories: GitRepositories;
  readonly added: AddedProjects;
  readonly projects: Projects;
}

export function composeProjects(
  store: DisposableStore,
  { accounts, moves, workspaceMemory }: AccountsModule,
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
  const projects = store.add(new Projects(accounts, repositories, moves, added));
  return { repositories, added, projects };
}
