import { findServer } from '../../app/accounts/server-check';
import { FilterSuggestions } from '../../app/pipelines/filter-suggestions';
import { ProjectFinder } from '../../app/projects/project-finder';
import { accountCommands } from '../../ui/accounts/commands/commands';
import { filterCommands } from '../../ui/pipelines/commands/filter-commands';
import { projectCommands } from '../../ui/projects/commands/commands';
import type { CommandRow } from '../../ui/shared/commands/command-row';
import { revealProject } from '../../ui/pipelines/trees/find-node';
import type { Core } from '../core';

/** Returns the commands of accounts and projects, and of the pipeline filter. */
export function composeProjectCommands(core: Core): readonly CommandRow[] {
  const {
    accounts,
    added,
    choices,
    clientFor,
    clock,
    filter,
    log,
    pipelines,
    projects,
    prompts,
    repositories,
  } = core;
  const { demo, tree, view, wire } = core;
  return [
    ...accountCommands({
      isDemo: demo?.server !== undefined,
      accounts,
      prompts,
      repositories,
      findServer: (address, signal) => findServer(address, { transport: wire, clock, log }, signal),
    }),
    ...filterCommands({
      filter,
      prompts,
      choices,
      suggestions: new FilterSuggestions({ clientFor, projects, pipelines }),
    }),
    ...projectCommands({
      accounts,
      added,
      finder: new ProjectFinder(accounts),
      prompts,
      choices,
      repositories,
      shown: async (signal) => {
        const search = await projects.search(signal);
        const outcomes = search.state === 'found' ? search.projects : [];
        return outcomes.flatMap((outcome) => (outcome.ok ? [outcome.project.key] : []));
      },
      reveal: ({ key, path }) => revealProject(tree, view.view, { ...key, path }),
    }),
  ];
}
