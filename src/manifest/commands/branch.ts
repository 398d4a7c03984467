import type { CommandDefinition } from '../command-definition';
import { WHEN, anyOf } from '../conditions';
import { inViewTitle, onRow, inEditorTitle } from '../menus';

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

/** Page, link, ID, and reference of a row. */
export const LINK_COMMANDS = {
  openInBrowser: {
    title: 'Open in Browser',
    icon: 'link-external',
    writes: 'nothing',
    palette: anyOf(WHEN.log, WHEN.review),
    menus: [
      onRow('inline@9', WHEN.pipelinesOrMergeRequests, 'web', '!(cancel|cancelAll)'),
      onRow('1_open@2', WHEN.pipelinesOrMergeRequests, '(web|thread|comment)'),
      onRow('inline@9', WHEN.errors, 'web'),
      onRow('1_open@2', WHEN.errors, 'web'),
      inEditorTitle('navigation@2', WHEN.log),
    ],
  },
  copyLink: {
    title: 'Copy Link',
    icon: 'link',
    writes: 'nothing',
    palette: anyOf(WHEN.log, WHEN.review),
    menus: [
      onRow('3_copy@2', WHEN.mergeRequests, 'change'),
      onRow('3_copy@1', WHEN.pipelinesOrMergeRequests, '(web|thread|comment)'),
      onRow('3_copy@2', WHEN.errors, 'web'),
      inEditorTitle('3_copy@2', WHEN.review),
      inEditorTitle('1_log@4', WHEN.log),
    ],
  },
  copyReference: {
    title: 'Copy Markdown Link',
    writes: 'nothing',
    palette: WHEN.log,
    menus: [onRow('3_copy@2', WHEN.pipelinesOrMergeRequests, 'web')],
  },
  copyId: {
    title: 'Copy ID',
    writes: 'nothing',
    palette: WHEN.log,
    menus: [onRow('3_copy@3', WHEN.pipelinesOrMergeRequests, '(job|attempt|bridge|pipeline)')],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
