import type { CommandDefinition } from '../command-definition';
import { WHEN } from '../conditions';
import { inViewTitle, onRow } from '../menus';

/** Projects and groups to show. */
export const PROJECT_COMMANDS = {
  addProject: {
    title: 'Add Project...',
    icon: 'add',
    writes: 'nothing',
    menus: [
      inViewTitle('0_work@1', WHEN.pipelines, WHEN.signedIn),
      inViewTitle('0_work@1', WHEN.mergeRequests, WHEN.signedIn),
      inViewTitle('0_work@1', WHEN.errors, WHEN.signedIn),
    ],
  },
  removeProject: {
    title: 'Remove Project',
    writes: 'nothing',
    menus: [onRow('9_danger@1', WHEN.pipelines, 'added')],
  },
  addGroup: {
    title: 'Add Group...',
    writes: 'nothing',
    menus: [inViewTitle('0_work@2', WHEN.mergeRequests, WHEN.signedIn)],
  },
  removeGroup: {
    title: 'Remove Group',
    writes: 'nothing',
    menus: [onRow('9_danger@1', WHEN.mergeRequests, 'group', 'added')],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
