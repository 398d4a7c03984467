import type { Accounts } from '../../../app/accounts/accounts';
import type { AddedProject, AddedProjects } from '../../../app/projects/added-projects';
import { bindingsFor } from '../../../app/projects/project-bindings';
import type { ProjectFinder } from '../../../app/projects/project-finder';
import { projectId, type ProjectKey } from '../../../app/shared/keys';
import type { Repositories } from '../../../app/shared/stores';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { explain } from '../../../presentation/shared/error-messages';
import { parts } from '../../../presentation/shared/row';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import { showNoProjectMessage } from '../../shared/commands/no-project';
import type { Prompts } from '../../shared/editor/prompts';

export interface ProjectCommandDeps {
  readonly accounts: Accounts;
  readonly added: AddedProjects;
  readonly finder: ProjectFinder;
  readonly prompts: Prompts;
  readonly repositories: Pick<Repositories, 'list'>;
  /** Projects that the view already shows. */
  readonly shown: (signal: AbortSignal) => Promise<readonly ProjectKey[]>;
  /** Shows the project's row. */
  readonly reveal: (project: AddedProject) => Promise<unknown>;
}

export function projectCommands(deps: ProjectCommandDeps): readonly CommandRow[] {
  return [
    { id: COMMAND.addProject, failure: () => t("Couldn't add the project."), run: () => add(deps) },
    {
      id: COMMAND.removeProject,
      failure: () => t("Couldn't remove the project."),
      run: (argument, _failing, selected) => remove(deps, [argument, ...selected]),
    },
  ];
}

async function add({
  accounts,
  added,
  finder,
  prompts,
  repositories,
  shown,
  reveal,
}: ProjectCommandDeps): Promise<void> {
  const servers = accounts.list();
  if (servers.length === 0) {
    showNoProjectMessage(prompts, 'signed-out');
    return;
  }
  const itemOf = (found: AddedProject) => ({
    label: found.path,
    description: parts(
      `#${String(found.key.project)}`,
      servers.length > 1 ? new URL(found.key.base).host : '',
    ),
    icon: 'repo',
    value: found,
  });
  const project = await prompts.search({
    title: t('Add Project'),
    placeholder: t('Enter a project name, path, ID, or URL'),
    find: async (typed, signal) => {
      const [found, listed] = await Promise.all([finder.find(typed, { signal }), shown(signal)]);
      const ids = new Set(listed.map(projectId));
      return found.filter(({ key }) => !ids.has(projectId(key))).map(itemOf);
    },
    nothing: (typed) =>
      typed === ''
        ? t('All of your projects are shown. Enter the path of another project.')
        : t('No other projects found for "{0}"', typed),
    failed: (error) => explain(error).why,
  });
  if (project === undefined) return;
  const found = bindingsFor(
    project,
    await repositories.list(),
    servers.map(({ base }) => base),
  );
  const [first, another] = found;
  const bound = another === undefined ? first : await chooseBinding(prompts, project, found);
  if (bound === 'given up') return;
  const plain = bound && { repository: bound.repository, remote: bound.remote };
  await added.add({ ...project, bound: plain });
  await reveal(project);
}

/** Asks for the clone if several repositories could be clones of the project. */
async function chooseBinding(
  prompts: Prompts,
  { path }: AddedProject,
  found: ReturnType<typeof bindingsFor>,
): Promise<ReturnType<typeof bindingsFor>[number] | 'given up' | undefined> {
  const chosen = await prompts.pick<{ readonly binding: (typeof found)[number] | undefined }>({
    title: t('Add Project'),
    placeholder: t('Select the clone of {0}', path),
    items: [
      ...found.map((binding) => ({
        label: binding.name,
        description: `${binding.remote} · ${withoutUser(binding.url)}`,
        icon: 'repo',
        value: { binding },
      })),
      { label: t('None of These'), icon: 'circle-slash', value: { binding: undefined } },
    ],
  });
  return chosen === undefined ? 'given up' : chosen.binding;
}

/** Remote URLs may contain passwords. */
const withoutUser = (url: string): string => url.replace(/^([a-z+]+:\/\/)[^/@]*@/i, '$1');

/** Removes the projects of the rows, or asks for one. Projects of git remotes can't be removed. */
async function remove(
  { added, prompts }: ProjectCommandDeps,
  rows: readonly CommandArgument[],
): Promise<void> {
  const chosen = rows.map((row) => row?.target).filter((target) => target?.kind === 'project');
  for (const { project } of chosen) await added.remove(project);
  if (chosen.length > 0) return;
  const projects = added.list();
  if (projects.length === 0) {
    prompts.showMessage('info', t('This workspace has no manually added projects.'), []);
    return;
  }
  const key = await prompts.pick({
    title: t('Remove Project'),
    placeholder: t('Select a project to remove from the view'),
    items: projects.map((project) => ({ label: project.path, icon: 'repo', value: project.key })),
  });
  if (key !== undefined) await added.remove(key);
}
