import { findServer } from '../app/accounts/server-check';
import { ProjectFinder } from '../app/projects/project-finder';
import { componentLog } from '../base/log';
import type { Services } from '../services';
import { accountCommands } from '../ui/accounts/commands/commands';
import { revealProject } from '../ui/pipelines/trees/find-node';
import { projectCommands } from '../ui/projects/commands/commands';
import type { CommandRow } from '../ui/shared/commands/command-row';
import type { PipelinesView } from './pipelines-view';

/** Returns the commands of accounts and projects. */
export function accountAndProjectCommands(
  services: Services,
  { tree, view }: PipelinesView,
): readonly CommandRow[] {
  const { accounts, clock, demo, log, projects, wire } = services;
  return [
    ...accountCommands({
      ...services,
      isDemo: demo?.server !== undefined,
      findServer: (address, signal) =>
        findServer(address, { transport: wire, clock, log: componentLog(log, 'api') }, signal),
    }),
    ...projectCommands({
      ...services,
      finder: new ProjectFinder(accounts),
      shown: async (signal) => {
        const search = await projects.search(signal);
        const outcomes = search.state === 'found' ? search.projects : [];
        return outcomes.flatMap((outcome) => (outcome.ok ? [outcome.project.key] : []));
      },
      reveal: ({ key, path }) => revealProject(tree, view.view, { ...key, path }),
    }),
  ];
}
