import type { AddedProjects } from '../app/added-projects';
import type { Accounts } from '../app/accounts';
import type { ProjectFinder } from '../app/project-finder';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import type { Choices } from '../editor/choices';
import type { Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { explain } from '../presentation/error-sentences';
import type { CommandRow } from './command-row';
import { tellNowhere } from './nowhere';

export interface ProjectCommandPorts {
  readonly accounts: Accounts;
  readonly added: AddedProjects;
  readonly finder: ProjectFinder;
  readonly prompts: Prompts;
  readonly choices: Choices;
  /** Shows the view in which the project stands. */
  readonly showView: () => PromiseLike<unknown>;
}

export function projectCommands(ports: ProjectCommandPorts): readonly CommandRow[] {
  return [
    { id: COMMAND.addProject, failure: () => t('The project was not added.'), run: () => add(ports) },
    {
      id: COMMAND.removeProject,
      failure: () => t('The project was not removed.'),
      run: (argument, _failing, selected) => remove(ports, [argument, ...selected]),
    },
  ];
}

async function add({
  accounts,
  added,
  finder,
  prompts,
  choices,
  showView,
}: ProjectCommandPorts): Promise<void> {
  const servers = accounts.list();
  if (servers.length === 0) {
    tellNowhere(prompts, 'signed-out');
    return;
  }
  const project = await choices.search({
    title: t('Add Project'),
    placeholder: t('Part of its name, its path, its number, or the address of one of its pages'),
    find: async (typed, signal) =>
      (await finder.find(typed, { signal })).map((found) => ({
        label: found.path,
        description: `#${String(found.key.project)}${servers.length > 1 ? ` · ${new URL(found.key.base).host}` : ''}`,
        icon: 'repo',
        value: found,
      })),
    nothing: (typed) =>
      typed === ''
        ? t('You are a member of no project; type the path of one')
        : t('No project is found for "{0}"', typed),
    failed: (error) => explain(error).why,
  });
  if (project === undefined) return;
  await added.add(project);
  await showView();
}

/** Those of the rows, or one that is chosen. What a git remote leads to is not removed: it is not ours. */
async function remove({ added, prompts }: ProjectCommandPorts, rows: readonly unknown[]): Promise<void> {
  const chosen = rows.map(targetOf).filter((target) => target?.kind === 'project');
  for (const { project } of chosen) await added.remove(project);
  if (chosen.length > 0) return;
  const projects = added.list();
  if (projects.length === 0) {
    prompts.tell(
      'info',
      t('No project was added to this workspace by hand, so there is none to remove.'),
      [],
    );
    return;
  }
  const key = await prompts.pick({
    title: t('Remove Project'),
    placeholder: t('The project to remove from the view'),
    items: projects.map((project) => ({ label: project.path, icon: 'repo', value: project.key })),
  });
  if (key !== undefined) await added.remove(key);
}
