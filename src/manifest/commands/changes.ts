import type { CommandDefinition } from '../command-definition';
import { all, hasWord, reviewKey, walkKeys, walkLetters, WHEN } from '../conditions';
import { inEditorTitle, inMenu, inViewTitle, onRow } from '../menus';

/** Changed files, diffs, versions, and commits of a merge request. */
export const CHANGE_COMMANDS = {
  openDiff: {
    title: 'Open Merge Request Diff as Text',
    shortTitle: 'Open Diff as Text',
    icon: 'diff',
    writes: 'nothing',
    menus: [
      onRow('1_open@2', WHEN.mergeRequests, 'mergeRequest'),
      onRow('1_open@4', WHEN.mergeRequests, '(changes|changesLimited)'),
    ],
  },
  readMergeRequest: {
    title: 'Read Merge Request',
    icon: 'book',
    writes: 'nothing',
    menus: [
      onRow('1_open@3', WHEN.mergeRequests, 'mergeRequest'),
      inEditorTitle('2_walk@5', WHEN.mergeRequestPage),
    ],
  },
  openDiffVersion: {
    title: 'Open Merge Request Diff Version...',
    shortTitle: 'Open Diff Version...',
    writes: 'nothing',
  },
  showCommit: {
    title: 'Show Commit',
    icon: 'diff-multiple',
    writes: 'nothing',
    palette: false,
    menus: [onRow('1_open@1', WHEN.mergeRequests, 'commit')],
  },
  copyCommitSha: {
    title: 'Copy Commit SHA',
    icon: 'copy',
    writes: 'nothing',
    palette: false,
    menus: [onRow('3_copy@1', WHEN.mergeRequests, 'commit')],
  },
  nextCommit: {
    title: 'Show Next Commit',
    icon: 'chevron-right',
    writes: 'nothing',
    menus: [inEditorTitle('navigation@-1', WHEN.commit)],
  },
  previousCommit: {
    title: 'Show Previous Commit',
    icon: 'chevron-left',
    writes: 'nothing',
    menus: [inEditorTitle('navigation@-2', WHEN.commit)],
  },
  openFileDiff: {
    title: 'Open File Diff',
    icon: 'diff',
    writes: 'nothing',
    menus: [onRow('1_open@1', WHEN.mergeRequests, 'change')],
  },
  openAllChanges: {
    title: 'Open All Changes',
    icon: 'diff-multiple',
    writes: 'nothing',
    menus: [
      onRow('inline@1', WHEN.mergeRequests, 'changes'),
      onRow('1_open@3', WHEN.mergeRequests, '(changes|mergeRequest)'),
      inEditorTitle('2_walk@3', WHEN.review),
    ],
  },
  openChangedFile: {
    title: 'Open File',
    icon: 'go-to-file',
    writes: 'nothing',
    menus: [
      onRow('inline@2', WHEN.mergeRequests, 'change'),
      onRow('1_open@2', WHEN.mergeRequests, 'change'),
      // VS Code has the same button for files of the workspace.
      inEditorTitle('navigation@3', WHEN.reviewCommit),
    ],
  },
  openFileAtVersion: {
    title: 'Open File at This Version',
    writes: 'nothing',
    menus: [
      onRow('1_open@3', WHEN.mergeRequests, 'change'),
      inEditorTitle('2_walk@4', WHEN.review, WHEN.diffEditor),
    ],
  },
  nextFile: {
    title: 'Go to Next Changed File',
    shortTitle: 'Next Changed File',
    icon: 'chevron-right',
    writes: 'nothing',
    palette: WHEN.review,
    menus: [inEditorTitle('navigation@2', WHEN.review)],
    keys: [reviewKey(']')],
  },
  previousFile: {
    title: 'Go to Previous Changed File',
    shortTitle: 'Previous Changed File',
    icon: 'chevron-left',
    writes: 'nothing',
    palette: WHEN.review,
    menus: [inEditorTitle('navigation@1', WHEN.review)],
    keys: [reviewKey('[')],
  },
  nextUnviewedFile: {
    title: 'Go to Next Unviewed File',
    shortTitle: 'Next Unviewed File',
    writes: 'nothing',
    palette: WHEN.review,
    menus: [inEditorTitle('2_walk@1', WHEN.review)],
    keys: [reviewKey('u'), ...walkLetters('u')],
  },
  markViewedAndNext: {
    title: 'Mark as Viewed and Go to Next Unviewed File',
    shortTitle: 'Mark as Viewed and Go to Next',
    writes: 'nothing',
    palette: WHEN.review,
    menus: [inEditorTitle('2_walk@2', WHEN.review)],
    keys: [...walkLetters('v')],
  },
  nextChange: {
    title: 'Go to Next Change',
    writes: 'nothing',
    palette: WHEN.review,
    keys: [...walkKeys('f4')],
  },
  previousChange: {
    title: 'Go to Previous Change',
    writes: 'nothing',
    palette: WHEN.review,
    keys: [...walkKeys('shift+f4')],
  },
  copyFilePath: {
    title: 'Copy Path',
    writes: 'nothing',
    palette: WHEN.review,
    menus: [onRow('3_copy@1', WHEN.mergeRequests, 'change'), inEditorTitle('3_copy@1', WHEN.review)],
  },
  compareVersions: {
    title: 'Compare Versions...',
    icon: 'git-compare',
    writes: 'nothing',
    menus: [onRow('5_versions@1', WHEN.mergeRequests, '(changes|changesRange)')],
  },
  showAllChanges: {
    title: 'Show All Changes',
    icon: 'clear-all',
    writes: 'nothing',
    menus: [
      onRow('5_versions@3', WHEN.mergeRequests, '(changes|changesRange)'),
      onRow('inline@1', WHEN.mergeRequests, '(changesRange)'),
    ],
  },
  showLatestVersion: {
    title: 'Show Latest Version',
    icon: 'arrow-circle-up',
    writes: 'nothing',
    menus: [
      onRow('inline@0', WHEN.mergeRequests, '(changes|changesRange)', 'newer'),
      onRow('5_versions@0', WHEN.mergeRequests, '(changes|changesRange)', 'newer'),
    ],
  },
  openLatestVersion: {
    title: 'Open Diff in Latest Version',
    shortTitle: 'Open in Latest Version',
    icon: 'arrow-circle-up',
    writes: 'nothing',
    palette: all(WHEN.review, WHEN.olderVersion),
    menus: [inEditorTitle('navigation@0', WHEN.review, WHEN.olderVersion)],
  },
  showChangesSinceReview: {
    title: 'Show Changes Since Your Last Review',
    writes: 'nothing',
    menus: [onRow('5_versions@2', WHEN.mergeRequests, '(changes|changesRange)')],
  },
  markReviewed: {
    title: 'Mark Merge Request as Reviewed',
    shortTitle: 'Mark as Reviewed',
    writes: 'nothing',
    menus: [onRow('5_versions@4', WHEN.mergeRequests, '(changes|changesRange|mergeRequest)')],
  },
  markViewed: {
    title: 'Mark as Viewed',
    icon: 'pass',
    writes: 'nothing',
    palette: all(WHEN.review, WHEN.fileNotViewed),
    menus: [
      onRow('2_act@1', WHEN.mergeRequests, '(change|changeFolder)', 'unviewed'),
      inEditorTitle('navigation@4', WHEN.review, WHEN.fileNotViewed),
    ],
    keys: [reviewKey('v', WHEN.fileNotViewed)],
  },
  markNotViewed: {
    title: 'Mark as Unviewed',
    icon: 'pass-filled',
    writes: 'nothing',
    palette: all(WHEN.review, WHEN.fileNotUnviewed),
    menus: [
      onRow('2_act@2', WHEN.mergeRequests, '(change|changeFolder)', 'viewed'),
      inEditorTitle('navigation@4', WHEN.review, WHEN.fileViewed),
    ],
    keys: [reviewKey('v', WHEN.fileViewed)],
  },
  filterChanges: {
    title: 'Filter Changes...',
    icon: 'filter',
    writes: 'nothing',
    menus: [
      onRow('inline@2', WHEN.mergeRequests, '(changes|changesFilter)'),
      onRow('2_act@1', WHEN.mergeRequests, '(changes|changesFilter)'),
    ],
  },
  clearChangeFilter: {
    title: 'Clear Changes Filter',
    shortTitle: 'Clear Filter',
    icon: 'clear-all',
    writes: 'nothing',
    menus: [
      onRow('inline@3', WHEN.mergeRequests, 'changesFilter'),
      onRow('2_act@2', WHEN.mergeRequests, '(changesFilter|filtered)'),
    ],
  },
  viewChangesAsList: {
    title: 'View Changes as List',
    icon: 'list-flat',
    writes: 'nothing',
    palette: all(WHEN.hasAccount, WHEN.changesAsTree),
    menus: [
      inViewTitle('0_show@1', WHEN.mergeRequests, WHEN.changesAsTree),
      inMenu(
        'view/item/context',
        '2_act@3',
        WHEN.mergeRequests,
        hasWord('viewItem', 'changes'),
        WHEN.changesAsTree,
      ),
    ],
  },
  viewChangesAsTree: {
    title: 'View Changes as Tree',
    icon: 'list-tree',
    writes: 'nothing',
    palette: all(WHEN.hasAccount, WHEN.changesAsList),
    menus: [
      inViewTitle('0_show@1', WHEN.mergeRequests, WHEN.changesAsList),
      inMenu(
        'view/item/context',
        '2_act@3',
        WHEN.mergeRequests,
        hasWord('viewItem', 'changes'),
        WHEN.changesAsList,
      ),
    ],
  },
  loadRestOfChanges: {
    title: 'Load Remaining Changes',
    writes: 'nothing',
    menus: [onRow('2_act@4', WHEN.mergeRequests, '(changesLimited|leftOut)')],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
