import type { CommandDefinition } from '../command-definition';
import { WHEN } from '../conditions';
import { inViewTitle, onRow } from '../menus';

/** The checked-out branch, and "Go to Pipeline, Job, or Merge Request...". */
export const BRANCH_COMMANDS = {
  showBranchPipeline: {
    title: 'Show Branch Pipeline',
    writes: 'nothing',
    palette: true,
  },
  find: {
    title: 'Go to Pipeline, Job, or Merge Request...',
    icon: 'search',
    writes: 'nothing',
    palette: true,
    menus: [
      inViewTitle('0_act@2', WHEN.pipelines, WHEN.signedIn),
      inViewTitle('0_act@1', WHEN.mergeRequests, WHEN.signedIn),
    ],
  },
  openAddress: {
    title: 'Open from URL...',
    writes: 'nothing',
    palette: false,
  },
  openLink: {
    title: 'Open Link',
    writes: 'nothing',
    palette: false,
  },
  openMergeRequest: {
    title: 'Open Merge Request',
    icon: 'open-preview',
    writes: 'nothing',
    palette: true,
    menus: [onRow('1_open@1', WHEN.mergeRequests, 'mergeRequest')],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
