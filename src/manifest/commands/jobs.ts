import type { CommandDefinition } from '../command-definition';
import { hasWord, WHEN } from '../conditions';
import { inEditorTitle, onOneRow, onRow } from '../menus';

/** Jobs, their artifacts, and their history. */
export const JOB_COMMANDS = {
  openLog: {
    title: 'Open Job Log',
    shortTitle: 'Open Log',
    icon: 'output',
    writes: 'nothing',
    palette: true,
    menus: [onOneRow('1_open@1', WHEN.pipelinesOrMergeRequests, 'log')],
  },
  openFailedLog: {
    title: 'Open Failed Job Log',
    icon: 'output',
    writes: 'nothing',
    menus: [
      onRow('inline@0', WHEN.pipelinesOrMergeRequests, 'failedLog'),
      onOneRow('1_open@1', WHEN.pipelinesOrMergeRequests, 'failedLog'),
    ],
  },
  retryStageJobs: {
    title: 'Retry Failed Jobs in Stage',
    icon: 'redo',
    writes: 'jobs',
    palette: false,
    menus: [
      onRow('inline@1', WHEN.pipelinesOrMergeRequests, 'retryAll'),
      onOneRow('2_act@1', WHEN.pipelinesOrMergeRequests, 'retryAll'),
    ],
  },
  playStageJobs: {
    title: 'Run All Manual Jobs in Stage',
    icon: 'run-all',
    writes: 'jobs',
    palette: false,
    menus: [onOneRow('2_act@2', WHEN.pipelinesOrMergeRequests, 'playAll')],
  },
  retryJob: {
    title: 'Retry Job',
    icon: 'redo',
    writes: 'jobs',
    menus: [
      onRow('inline@1', WHEN.pipelinesOrMergeRequests, 'retry'),
      onRow('2_act@1', WHEN.pipelinesOrMergeRequests, 'retry'),
      inEditorTitle('navigation@1', WHEN.log, hasWord('switchyard.activeLogActions', 'retry')),
    ],
  },
  playJob: {
    title: 'Run Manual Job',
    shortTitle: 'Run',
    icon: 'play',
    writes: 'jobs',
    menus: [
      onRow('inline@1', WHEN.pipelinesOrMergeRequests, 'play'),
      onRow('2_act@2', WHEN.pipelinesOrMergeRequests, 'play'),
      inEditorTitle('navigation@1', WHEN.log, hasWord('switchyard.activeLogActions', 'play')),
    ],
  },
  playJobWithVariables: {
    title: 'Run Manual Job with Inputs or Variables...',
    shortTitle: 'Run with Inputs or Variables...',
    icon: 'run-all',
    writes: 'jobs',
    menus: [
      onOneRow('2_act@3', WHEN.pipelinesOrMergeRequests, 'play'),
      inEditorTitle('1_log@2', WHEN.log, hasWord('switchyard.activeLogActions', 'play')),
    ],
  },
  retryJobWithInputs: {
    title: 'Retry Job with Inputs...',
    shortTitle: 'Retry with Inputs...',
    icon: 'redo',
    writes: 'jobs',
    menus: [
      onOneRow('2_act@3', WHEN.pipelinesOrMergeRequests, 'retry'),
      inEditorTitle('1_log@2', WHEN.log, hasWord('switchyard.activeLogActions', 'retry')),
    ],
  },
  runDelayedJob: {
    title: 'Start Delayed Job Now',
    shortTitle: 'Start Now',
    icon: 'play',
    writes: 'jobs',
    menus: [
      onRow('inline@1', WHEN.pipelinesOrMergeRequests, 'runNow'),
      onRow('2_act@2', WHEN.pipelinesOrMergeRequests, 'runNow'),
      inEditorTitle('navigation@1', WHEN.log, hasWord('switchyard.activeLogActions', 'runNow')),
    ],
  },
  unscheduleJob: {
    title: 'Unschedule Delayed Job',
    shortTitle: 'Unschedule',
    icon: 'calendar',
    writes: 'jobs',
    menus: [
      onRow('2_act@3', WHEN.pipelinesOrMergeRequests, 'unschedule'),
      inEditorTitle('1_log@2', WHEN.log, hasWord('switchyard.activeLogActions', 'unschedule')),
    ],
  },
  cancelJob: {
    title: 'Cancel Job',
    icon: 'stop-circle',
    writes: 'jobs',
    menus: [
      onRow('inline@9', WHEN.pipelinesOrMergeRequests, 'cancel', 'web'),
      onRow('2_act@3', WHEN.pipelinesOrMergeRequests, 'cancel'),
      inEditorTitle('1_log@3', WHEN.log, hasWord('switchyard.activeLogActions', 'cancel')),
    ],
  },
  forceCancelJob: {
    title: 'Force Cancel Job',
    icon: 'circle-slash',
    writes: 'jobs',
    menus: [
      onRow('9_danger@1', WHEN.pipelinesOrMergeRequests, 'forceCancel'),
      inEditorTitle('2_z_danger@1', WHEN.log, hasWord('switchyard.activeLogActions', 'forceCancel')),
    ],
  },
  eraseJob: {
    title: 'Erase Job Log and Artifacts...',
    shortTitle: 'Erase Log and Artifacts...',
    icon: 'trash',
    writes: 'jobs',
    menus: [
      onRow('9_danger@2', WHEN.pipelinesOrMergeRequests, 'erase'),
      inEditorTitle('2_z_danger@2', WHEN.log, hasWord('switchyard.activeLogActions', 'erase')),
    ],
  },
  openArtifacts: {
    title: 'Open Job Artifacts in Browser',
    icon: 'package',
    writes: 'nothing',
    menus: [onOneRow('1_open@5', WHEN.pipelinesOrMergeRequests, 'artifacts')],
  },
  inspectJobToken: { title: 'Inspect Job Token...', writes: 'nothing', palette: true },
  showJobHistory: {
    title: 'Show Job History',
    icon: 'history',
    writes: 'nothing',
    menus: [
      onOneRow('2_tools@1', WHEN.pipelinesOrMergeRequests, '(job|attempt)'),
      inEditorTitle('2_tools@1', WHEN.log),
    ],
  },
  loadOlderRuns: {
    title: 'Load Older Job Runs',
    icon: 'fold-down',
    writes: 'nothing',
    palette: WHEN.history,
    menus: [inEditorTitle('navigation@1', WHEN.history)],
  },
  refreshHistory: {
    title: 'Refresh Job History',
    shortTitle: 'Refresh',
    icon: 'refresh',
    writes: 'nothing',
    palette: WHEN.history,
    menus: [inEditorTitle('navigation@3', WHEN.history)],
  },
  toggleHistoryRef: {
    title: 'Toggle Branch or Tag Filter of Job History',
    shortTitle: 'Toggle Branch or Tag Filter',
    icon: 'git-branch',
    writes: 'nothing',
    palette: WHEN.history,
    menus: [inEditorTitle('navigation@2', WHEN.history)],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
