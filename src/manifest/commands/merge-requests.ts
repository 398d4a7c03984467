import type { CommandDefinition } from '../command-definition';
import { WHEN } from '../conditions';
import { inMenu, inViewTitle, onRow } from '../menus';

/** The Merge Requests view, saved queries, and checking out. */
export const MERGE_REQUEST_COMMANDS = {
  refreshMergeRequests: {
    title: 'Refresh Merge Requests',
    shortTitle: 'Refresh',
    icon: 'refresh',
    writes: 'nothing',
    menus: [inViewTitle('navigation@3', WHEN.mergeRequests, WHEN.signedIn)],
  },
  collapseMergeRequests: {
    title: 'Collapse All Merge Requests',
    shortTitle: 'Collapse All',
    icon: 'collapse-all',
    writes: 'nothing',
    palette: false,
    menus: [inViewTitle('0_show@9', WHEN.mergeRequests, WHEN.signedIn)],
  },
  loadMoreMergeRequests: {
    title: 'Load More Merge Requests',
    writes: 'nothing',
    palette: false,
  },
  createMergeRequest: {
    title: 'Create Merge Request...',
    icon: 'git-pull-request-create',
    writes: 'mergeRequests',
    palette: true,
    menus: [
      inMenu(
        'scm/title',
        '3_switchyard@1',
        'scmProvider == git',
        WHEN.signedIn,
        'switchyard.projects != no-project',
      ),
      inViewTitle('navigation@1', WHEN.mergeRequests, WHEN.projectFound),
      inViewTitle('0_act@3', WHEN.pipelines, WHEN.projectFound),
    ],
  },
  checkOutMergeRequest: {
    title: 'Check Out Merge Request Branch',
    shortTitle: 'Check Out Branch',
    icon: 'arrow-swap',
    writes: 'nothing',
    menus: [
      onRow('1_work@1', WHEN.mergeRequests, 'mergeRequest'),
      onRow('inline@2', WHEN.mergeRequests, 'mergeRequest'),
    ],
  },
  checkOutInWorktree: {
    title: 'Check Out Merge Request in Worktree...',
    shortTitle: 'Check Out in Worktree...',
    writes: 'nothing',
    menus: [onRow('1_work@2', WHEN.mergeRequests, 'mergeRequest')],
  },
  deleteMergedBranch: {
    title: 'Delete Local Branch of Merged Merge Request...',
    writes: 'nothing',
    menus: [onRow('1_work@3', WHEN.mergeRequests, 'mergeRequest\\b.*\\bmerged')],
  },
  copyBranchName: {
    title: 'Copy Source Branch Name',
    writes: 'nothing',
    palette: false,
    menus: [onRow('3_copy@3', WHEN.mergeRequests, 'mergeRequest')],
  },
  searchMergeRequests: {
    title: 'Search Merge Requests...',
    shortTitle: 'Search...',
    icon: 'search',
    writes: 'nothing',
    menus: [
      inViewTitle('0_act@4', WHEN.mergeRequests, WHEN.signedIn),
      onRow('2_act@1', WHEN.mergeRequests, '(host|group|project|search)'),
    ],
  },
  removeMergeRequestSearch: {
    title: 'Remove Search',
    icon: 'close',
    writes: 'nothing',
    palette: false,
    menus: [
      onRow('inline@1', WHEN.mergeRequests, 'search'),
      onRow('9_danger@1', WHEN.mergeRequests, 'search'),
    ],
  },
  newQuery: {
    title: 'New Merge Request Query...',
    shortTitle: 'New Query...',
    icon: 'add',
    writes: 'nothing',
    menus: [
      inViewTitle('0_work@3', WHEN.mergeRequests, WHEN.signedIn),
      onRow('2_act@2', WHEN.mergeRequests, '(query|host|group|project)'),
    ],
  },
  editQuery: {
    title: 'Edit Merge Request Query...',
    shortTitle: 'Edit Query...',
    icon: 'edit',
    writes: 'nothing',
    menus: [onRow('inline@1', WHEN.mergeRequests, 'saved'), onRow('2_act@1', WHEN.mergeRequests, 'saved')],
  },
  deleteQuery: {
    title: 'Delete Merge Request Query',
    shortTitle: 'Delete Query',
    icon: 'trash',
    writes: 'nothing',
    menus: [onRow('9_danger@1', WHEN.mergeRequests, 'saved')],
  },
  pinMergeRequest: {
    title: 'Pin Merge Request',
    shortTitle: 'Pin',
    icon: 'pin',
    writes: 'nothing',
    palette: false,
    menus: [onRow('4_keep@1', WHEN.mergeRequests, 'mergeRequest', '!pinned')],
  },
  unpinMergeRequest: {
    title: 'Unpin Merge Request',
    shortTitle: 'Unpin',
    icon: 'pinned',
    writes: 'nothing',
    palette: false,
    menus: [onRow('4_keep@1', WHEN.mergeRequests, 'pinned')],
  },
  snoozeMergeRequest: {
    title: 'Snooze Merge Request...',
    shortTitle: 'Snooze...',
    icon: 'bell-slash',
    writes: 'nothing',
    palette: false,
    menus: [onRow('4_keep@2', WHEN.mergeRequests, 'mergeRequest', '!snoozed')],
  },
  unsnoozeMergeRequest: {
    title: 'Unsnooze Merge Request',
    shortTitle: 'Unsnooze',
    icon: 'bell',
    writes: 'nothing',
    palette: false,
    menus: [onRow('4_keep@2', WHEN.mergeRequests, 'snoozed')],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;

/** To-do items in the Merge Requests view. */
export const TODO_COMMANDS = {
  openTodo: {
    title: 'Open To-Do Item',
    writes: 'nothing',
    palette: false,
    menus: [onRow('1_open@1', WHEN.mergeRequests, 'todo')],
  },
  markTodoDone: {
    title: 'Mark To-Do Item as Done',
    shortTitle: 'Mark as Done',
    icon: 'check',
    writes: 'mergeRequests',
    palette: false,
    menus: [onRow('inline@1', WHEN.mergeRequests, 'todo'), onRow('2_act@1', WHEN.mergeRequests, 'todo')],
  },
  markAllTodosDone: {
    title: 'Mark All To-Do Items as Done',
    shortTitle: 'Mark All as Done',
    icon: 'check-all',
    writes: 'mergeRequests',
    palette: false,
    menus: [
      onRow('inline@1', WHEN.mergeRequests, 'todoList', 'pending'),
      onRow('2_act@1', WHEN.mergeRequests, 'todoList', 'pending'),
    ],
  },
  loadMoreTodos: {
    title: 'Load More To-Do Items',
    writes: 'nothing',
    palette: false,
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
