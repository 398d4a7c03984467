import type { CommandDefinition } from '../command-definition';
import { WHEN } from '../conditions';
import { inViewTitle, onOneRow, onRow } from '../menus';

/** The Errors view, errors, and stack traces. */
export const ERROR_COMMANDS = {
  refreshErrors: {
    title: 'Refresh Errors',
    shortTitle: 'Refresh',
    icon: 'refresh',
    writes: 'nothing',
    menus: [inViewTitle('navigation@3', WHEN.errors, WHEN.signedIn)],
  },
  collapseErrors: {
    title: 'Collapse All Errors',
    shortTitle: 'Collapse All',
    icon: 'collapse-all',
    writes: 'nothing',
    palette: false,
    menus: [inViewTitle('0_show@9', WHEN.errors, WHEN.signedIn)],
  },
  searchErrors: {
    title: 'Search Errors...',
    shortTitle: 'Search...',
    icon: 'search',
    writes: 'nothing',
    menus: [inViewTitle('navigation@1', WHEN.errors, WHEN.signedIn)],
  },
  sortErrors: {
    title: 'Sort Errors...',
    shortTitle: 'Sort...',
    writes: 'nothing',
    menus: [inViewTitle('0_show@1', WHEN.errors, WHEN.signedIn)],
  },
  loadMoreErrors: {
    title: 'Load More Errors',
    writes: 'nothing',
    palette: false,
  },
  openError: {
    title: 'Open Error',
    icon: 'go-to-file',
    writes: 'nothing',
    palette: false,
    menus: [
      onRow('inline@1', WHEN.errors, '(trackedError|pastedTrace)'),
      onOneRow('1_open@1', WHEN.errors, '(trackedError|pastedTrace)'),
    ],
  },
  copyErrorMarkdown: {
    title: 'Copy Error as Markdown',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('3_copy@1', WHEN.errors, '(trackedError|pastedTrace)')],
  },
  openFrame: {
    title: 'Open Stack Frame',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('1_open@1', WHEN.errors, 'frame')],
  },
  openFrameToSide: {
    title: 'Open Stack Frame to the Side',
    icon: 'split-horizontal',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('1_open@2', WHEN.errors, 'frame')],
  },
  copyFrame: {
    title: 'Copy Stack Frame',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('3_copy@1', WHEN.errors, 'frame')],
  },
  readStackTrace: {
    title: 'Open Stack Trace from Clipboard or Selection',
    icon: 'clippy',
    writes: 'nothing',
    palette: true,
    menus: [inViewTitle('0_act@1', WHEN.errors)],
  },
  removePastedTrace: {
    title: 'Remove Pasted Stack Trace',
    icon: 'close',
    writes: 'nothing',
    palette: false,
    menus: [onRow('inline@2', WHEN.errors, 'pastedTrace'), onOneRow('4_keep@1', WHEN.errors, 'pastedTrace')],
  },
  errorSettings: {
    title: 'Change Error Tracking Settings...',
    writes: 'errors',
    menus: [onOneRow('2_act@1', WHEN.errors, 'errorProject')],
  },
  insertSdkSetup: {
    title: 'Insert SDK Setup...',
    writes: 'nothing',
    menus: [onOneRow('2_act@9', WHEN.errors, 'errorProject')],
  },
  sendTestEvent: {
    title: 'Send Test Event',
    writes: 'errors',
    worksReadOnly: true,
    menus: [onOneRow('2_act@8', WHEN.errors, 'errorProject')],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
