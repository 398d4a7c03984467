import type { CommandDefinition } from '../command-definition';
import { all, WHEN } from '../conditions';
import { inEditor, inEditorTitle, onOneRow } from '../menus';

/** Job logs. */
export const LOG_COMMANDS = {
  toggleFollowLog: {
    title: 'Toggle Following Log',
    shortTitle: 'Toggle Following',
    icon: 'arrow-down',
    writes: 'nothing',
    palette: WHEN.logGrows,
    menus: [inEditorTitle('navigation@1', WHEN.log, WHEN.logGrows)],
  },
  reloadLog: {
    title: 'Reload Log',
    icon: 'refresh',
    writes: 'nothing',
    palette: WHEN.log,
    menus: [inEditorTitle('1_log@1', WHEN.log)],
  },
  showNextLogPart: {
    title: 'Show Next Part of Log',
    shortTitle: 'Show Next Part',
    icon: 'unfold',
    writes: 'nothing',
    palette: WHEN.logHasMore,
    menus: [inEditorTitle('navigation@1', WHEN.log, WHEN.logHasMore)],
  },
  openNewerLog: {
    title: 'Open Log of Latest Attempt',
    shortTitle: 'Open Latest Attempt',
    icon: 'arrow-right',
    writes: 'nothing',
    palette: WHEN.logRetried,
    menus: [inEditorTitle('navigation@1', WHEN.log, WHEN.logRetried)],
  },
  saveLog: {
    title: 'Save Log...',
    icon: 'save-as',
    writes: 'nothing',
    palette: all(WHEN.log, WHEN.logHasLines),
    menus: [inEditorTitle('2_save@1', WHEN.log, WHEN.logHasLines)],
  },
  saveRawLog: {
    title: 'Save Raw Log...',
    writes: 'nothing',
    palette: all(WHEN.log, WHEN.logHasLines),
    menus: [inEditorTitle('2_save@2', WHEN.log, WHEN.logHasLines)],
  },
  clearStoredLogs: {
    title: 'Clear Stored Logs',
    writes: 'nothing',
  },
  nextLogProblem: {
    title: 'Go to Next Problem in Log',
    shortTitle: 'Next Problem',
    icon: 'arrow-down',
    writes: 'nothing',
    palette: all(WHEN.log, WHEN.logHasLines),
    menus: [
      inEditor('navigation@1', WHEN.log, WHEN.logHasLines),
      inEditorTitle('2_read@2', WHEN.log, WHEN.logHasLines),
    ],
    keys: [{ key: 'f4', when: all('editorTextFocus', WHEN.log) }],
  },
  previousLogProblem: {
    title: 'Go to Previous Problem in Log',
    shortTitle: 'Previous Problem',
    icon: 'arrow-up',
    writes: 'nothing',
    palette: all(WHEN.log, WHEN.logHasLines),
    menus: [
      inEditor('navigation@2', WHEN.log, WHEN.logHasLines),
      inEditorTitle('2_read@3', WHEN.log, WHEN.logHasLines),
    ],
    keys: [{ key: 'shift+f4', when: all('editorTextFocus', WHEN.log) }],
  },
  toggleLogTimes: {
    title: 'Toggle Log Timestamps',
    shortTitle: 'Toggle Timestamps',
    writes: 'nothing',
    palette: all(WHEN.log, WHEN.logHasLines),
    menus: [
      inEditor('z_log@1', WHEN.log, WHEN.logHasLines),
      inEditorTitle('2_read@1', WHEN.log, WHEN.logHasLines),
    ],
  },
  copyLogSection: {
    title: 'Copy Log Section',
    shortTitle: 'Copy Section',
    writes: 'nothing',
    palette: WHEN.log,
    menus: [inEditor('9_cutcopypaste@5', WHEN.log)],
  },
  copyLogMarkdown: {
    title: 'Copy Log as Markdown',
    shortTitle: 'Copy as Markdown',
    writes: 'nothing',
    palette: WHEN.log,
    menus: [inEditor('9_cutcopypaste@6', WHEN.log)],
  },
  compareLogEarlier: {
    title: 'Compare Log with Previous Attempt',
    icon: 'diff',
    writes: 'nothing',
    menus: [
      onOneRow('2_tools@2', WHEN.pipelinesOrMergeRequests, 'earlier'),
      inEditorTitle('2_tools@2', WHEN.log, WHEN.logHasLines, 'switchyard.activeLogEarlier'),
    ],
  },
  compareLogPassing: {
    title: 'Compare Log with Last Passed Run',
    icon: 'diff',
    writes: 'nothing',
    menus: [
      onOneRow('2_tools@3', WHEN.pipelinesOrMergeRequests, 'compare'),
      inEditorTitle('2_tools@3', WHEN.log, WHEN.logHasLines),
    ],
  },
  toggleComparedText: {
    title: 'Toggle Raw Text of Log Comparison',
    shortTitle: 'Toggle Raw Text',
    icon: 'replace',
    writes: 'nothing',
    palette: WHEN.comparison,
    menus: [inEditorTitle('navigation@1', WHEN.comparison, WHEN.diffEditor)],
  },
  searchLogs: {
    title: 'Search Pipeline Logs...',
    shortTitle: 'Search Logs...',
    icon: 'search',
    writes: 'nothing',
    menus: [onOneRow('2_tools@1', WHEN.pipelinesOrMergeRequests, 'pipeline')],
  },
  repeatLogSearch: {
    title: 'Search Logs Again',
    shortTitle: 'Search Again',
    icon: 'refresh',
    writes: 'nothing',
    palette: WHEN.searchResults,
    menus: [inEditorTitle('navigation@1', WHEN.searchResults)],
  },
  openLogLine: {
    title: 'Open Log at Line',
    writes: 'nothing',
    palette: false,
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
