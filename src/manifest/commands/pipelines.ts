import type { CommandDefinition } from '../command-definition';
import { WHEN } from '../conditions';
import { inViewTitle, onOneRow, onRow } from '../menus';

/** The Pipelines view and pipelines. */
export const PIPELINE_COMMANDS = {
  refreshPipelines: {
    title: 'Refresh Pipelines',
    shortTitle: 'Refresh',
    icon: 'refresh',
    writes: 'nothing',
    palette: true,
    menus: [inViewTitle('navigation@3', WHEN.pipelines, WHEN.signedIn)],
  },
  collapsePipelines: {
    title: 'Collapse All Pipelines',
    shortTitle: 'Collapse All',
    icon: 'collapse-all',
    writes: 'nothing',
    palette: false,
    menus: [inViewTitle('0_show@9', WHEN.pipelines, WHEN.signedIn)],
  },
  showNewPipelines: {
    title: 'Show New Pipelines',
    icon: 'fold-up',
    writes: 'nothing',
    palette: false,
    menus: [onRow('inline@1', WHEN.pipelines, 'hasNew'), onRow('1_open@1', WHEN.pipelines, 'hasNew')],
  },
  loadOlderPipelines: {
    title: 'Load Older Pipelines',
    icon: 'history',
    writes: 'nothing',
    palette: false,
  },
  selectPipelines: {
    title: 'Select Pipelines to Show...',
    icon: 'list-selection',
    writes: 'nothing',
    menus: [inViewTitle('0_show@1', WHEN.pipelines, WHEN.projectFound)],
  },
  filterPipelines: {
    title: 'Filter Pipelines...',
    shortTitle: 'Filter...',
    icon: 'filter',
    writes: 'nothing',
    menus: [inViewTitle('navigation@1', WHEN.pipelines, WHEN.projectFound)],
  },
  filterPipelinesByRef: {
    title: 'Filter Pipelines by Branch or Tag...',
    shortTitle: 'Filter by Branch or Tag...',
    writes: 'nothing',
    menus: [inViewTitle('0_show@2', WHEN.pipelines, WHEN.projectFound)],
  },
  filterPipelinesByAuthor: {
    title: 'Filter Pipelines by Trigger Author...',
    shortTitle: 'Filter by Trigger Author...',
    writes: 'nothing',
    menus: [inViewTitle('0_show@3', WHEN.pipelines, WHEN.projectFound)],
  },
  clearPipelineFilter: {
    title: 'Clear Pipeline Filter',
    shortTitle: 'Clear Filter',
    icon: 'clear-all',
    writes: 'nothing',
    palette: WHEN.pipelinesFiltered,
    menus: [inViewTitle('navigation@2', WHEN.pipelines, WHEN.pipelinesFiltered)],
  },
  openUpstream: {
    title: 'Open Upstream Pipeline',
    icon: 'arrow-up',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('1_open@3', WHEN.pipelinesOrMergeRequests, 'downstream')],
  },
  openPipelineMergeRequest: {
    title: 'Open Merge Request of Pipeline',
    icon: 'git-pull-request',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('1_open@4', WHEN.pipelines, 'ofMergeRequest')],
  },
  openPipelineCommit: {
    title: 'Open Commit in Browser',
    icon: 'git-commit',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('1_open@5', WHEN.pipelinesOrMergeRequests, 'pipeline\\b.*\\bweb')],
  },
  copyPipelineCommit: {
    title: 'Copy Commit SHA',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('3_copy@4', WHEN.pipelinesOrMergeRequests, 'pipeline')],
  },
  checkOutPipeline: {
    title: 'Check Out Branch or Tag',
    icon: 'arrow-swap',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('1_open@6', WHEN.pipelinesOrMergeRequests, 'pipeline')],
  },
  filterByPipelineRef: {
    title: 'Filter by This Branch or Tag',
    icon: 'filter',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('4_filter@1', WHEN.pipelines, 'pipeline\\b.*\\bofRef')],
  },
  runPipeline: {
    title: 'Run Pipeline...',
    icon: 'run',
    writes: 'jobs',
    palette: true,
    menus: [
      inViewTitle('0_act@1', WHEN.pipelines, WHEN.projectFound),
      onOneRow('2_act@6', WHEN.pipelines, '(pipeline|project)\\b.*\\bcanRun'),
      onOneRow('2_act@6', WHEN.mergeRequests, 'pipeline\\b.*\\bcanRun'),
    ],
  },
  retryPipeline: {
    // The Command Palette sorts by title: a title with "Retry" and "Job" would be listed before "Retry Job".
    title: 'Retry Pipeline',
    shortTitle: 'Retry Failed and Canceled Jobs',
    icon: 'redo',
    writes: 'jobs',
    menus: [
      onRow('inline@1', WHEN.pipelinesOrMergeRequests, 'retryFailed', '!cancelAll'),
      onOneRow('2_act@1', WHEN.pipelinesOrMergeRequests, 'retryFailed'),
    ],
  },
  cancelPipeline: {
    title: 'Cancel Pipeline',
    icon: 'stop-circle',
    writes: 'jobs',
    menus: [
      onRow('inline@9', WHEN.pipelinesOrMergeRequests, 'cancelAll', 'web'),
      onOneRow('2_act@5', WHEN.pipelinesOrMergeRequests, 'cancelAll'),
    ],
  },
  showPipelineSummary: {
    title: 'Show Pipeline Summary',
    icon: 'preview',
    writes: 'nothing',
    menus: [
      onRow('inline@5', WHEN.pipelinesOrMergeRequests, 'pipeline\\b', '!failedLog'),
      onOneRow('1_open@0', WHEN.pipelinesOrMergeRequests, 'pipeline\\b'),
    ],
  },
  showPipeline: { title: 'Show Pipeline', writes: 'nothing', palette: false, menus: [] },
  watchPipeline: {
    title: 'Watch Pipeline',
    icon: 'eye',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('2_act@7', WHEN.pipelinesOrMergeRequests, 'watchable')],
  },
  stopWatchingPipeline: {
    title: 'Stop Watching Pipeline',
    icon: 'eye-closed',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('2_act@7', WHEN.pipelinesOrMergeRequests, 'watched')],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
