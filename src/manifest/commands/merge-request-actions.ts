import type { CommandDefinition } from '../command-definition';
import { all, hasWord, WHEN } from '../conditions';
import { inEditorTitle, inMenu, onRow } from '../menus';
import { SUBMENU } from '../submenus';

/** Commands that change the state of a merge request. */
export const MERGE_REQUEST_ACTION_COMMANDS = {
  mergeMergeRequest: {
    title: 'Merge...',
    icon: 'git-merge',
    writes: 'mergeRequests',
    menus: [
      onRow('inline@1', WHEN.mergeRequests, 'can-merge'),
      onRow('2_act@1', WHEN.mergeRequests, 'can-(merge|setAutoMerge)'),
    ],
  },
  continueMerge: {
    title: 'Continue Merge',
    icon: 'git-merge',
    writes: 'mergeRequests',
    palette: WHEN.commitMessage,
    menus: [inEditorTitle('navigation@-3', WHEN.commitMessage)],
  },
  cancelAutoMerge: {
    title: 'Cancel Auto-Merge',
    writes: 'mergeRequests',
    menus: [onRow('2_act@2', WHEN.mergeRequests, 'can-cancelAutoMerge')],
  },
  rebaseMergeRequest: {
    title: 'Rebase Merge Request...',
    shortTitle: 'Rebase...',
    writes: 'mergeRequests',
    menus: [onRow('2_act@3', WHEN.mergeRequests, 'can-rebase')],
  },
  closeMergeRequest: {
    title: 'Close Merge Request',
    writes: 'mergeRequests',
    menus: [onRow('8_end@1', WHEN.mergeRequests, 'can-close')],
  },
  reopenMergeRequest: {
    title: 'Reopen Merge Request',
    writes: 'mergeRequests',
    menus: [onRow('8_end@1', WHEN.mergeRequests, 'can-reopen')],
  },
  markDraft: {
    title: 'Mark Merge Request as Draft',
    shortTitle: 'Mark as Draft',
    writes: 'mergeRequests',
    menus: [onRow('2_act@4', WHEN.mergeRequests, 'can-markDraft')],
  },
  markReady: {
    title: 'Mark Merge Request as Ready',
    shortTitle: 'Mark as Ready',
    writes: 'mergeRequests',
    menus: [onRow('2_act@4', WHEN.mergeRequests, 'can-markReady')],
  },
  approveMergeRequest: {
    title: 'Approve Merge Request',
    shortTitle: 'Approve',
    writes: 'mergeRequests',
    menus: [onRow('2_act@5', WHEN.mergeRequests, 'can-approve')],
  },
  revokeApproval: {
    title: 'Revoke Merge Request Approval',
    shortTitle: 'Revoke Approval',
    writes: 'mergeRequests',
    menus: [onRow('2_act@6', WHEN.mergeRequests, 'can-unapprove')],
  },
  subscribeMergeRequest: {
    title: 'Subscribe to Merge Request',
    writes: 'mergeRequests',
    menus: [onRow('4_keep@3', WHEN.mergeRequests, 'can-subscribe')],
  },
  unsubscribeMergeRequest: {
    title: 'Unsubscribe from Merge Request',
    writes: 'mergeRequests',
    menus: [onRow('4_keep@4', WHEN.mergeRequests, 'can-unsubscribe')],
  },
  addTodo: {
    title: 'Add To-Do Item',
    writes: 'mergeRequests',
    menus: [onRow('4_keep@5', WHEN.mergeRequests, 'can-addTodo')],
  },
  lockDiscussion: {
    title: 'Lock Discussion',
    writes: 'mergeRequests',
    menus: [
      inMenu(
        SUBMENU.editMergeRequest,
        '4_talk@1',
        WHEN.mergeRequests,
        hasWord('viewItem', 'can-lockDiscussion'),
      ),
    ],
  },
  unlockDiscussion: {
    title: 'Unlock Discussion',
    writes: 'mergeRequests',
    menus: [
      inMenu(
        SUBMENU.editMergeRequest,
        '4_talk@1',
        WHEN.mergeRequests,
        hasWord('viewItem', 'can-unlockDiscussion'),
      ),
    ],
  },
  revertMergeRequest: {
    title: 'Revert Merge Request...',
    shortTitle: 'Revert...',
    writes: 'mergeRequests',
    menus: [onRow('2_act@8', WHEN.mergeRequests, 'can-revert')],
  },
  cherryPickMergeRequest: {
    title: 'Cherry-Pick Merge Request...',
    shortTitle: 'Cherry-Pick...',
    writes: 'mergeRequests',
    menus: [onRow('2_act@9', WHEN.mergeRequests, 'can-cherryPick')],
  },
  deleteSourceBranch: {
    title: 'Delete Source Branch of Merge Request...',
    shortTitle: 'Delete Source Branch...',
    writes: 'mergeRequests',
  },
  createMergeRequestPipeline: {
    title: 'Run Merge Request Pipeline',
    shortTitle: 'Run Pipeline',
    writes: 'mergeRequests',
    menus: [onRow('2_act@7', WHEN.mergeRequests, 'can-createPipeline')],
  },
  resolveConflicts: {
    title: 'Resolve Merge Request Conflicts...',
    shortTitle: 'Resolve Conflicts...',
    icon: 'git-merge',
    writes: 'nothing',
    menus: [
      onRow('inline@1', WHEN.mergeRequests, 'can-resolveConflicts'),
      onRow('2_act@3', WHEN.mergeRequests, 'can-resolveConflicts'),
    ],
  },
  continueResolving: {
    title: 'Continue Resolving Conflicts',
    icon: 'debug-continue',
    writes: 'nothing',
    palette: WHEN.resolving,
    menus: [inMenu('scm/title', '3_switchyard@2', 'scmProvider == git', WHEN.resolving)],
  },
  acceptConflict: {
    title: 'Complete Merge of File',
    shortTitle: 'Complete Merge',
    icon: 'check',
    writes: 'nothing',
    palette: WHEN.resolvingInWorktree,
    menus: [inEditorTitle('navigation@1', WHEN.resolvingInWorktree, WHEN.mergeEditorInWorktree)],
    // VS Code's key only saves and closes the file.
    keys: [
      {
        key: 'ctrl+enter',
        mac: 'cmd+enter',
        when: all(WHEN.resolvingInWorktree, WHEN.mergeEditorInWorktree),
      },
    ],
  },
  abortResolving: {
    title: 'Abort Resolving Conflicts',
    writes: 'nothing',
    palette: WHEN.resolving,
    menus: [inMenu('scm/title', '3_switchyard@3', 'scmProvider == git', WHEN.resolving)],
  },
  fetchConflicts: {
    title: 'Fetch Branches to List Conflicts',
    shortTitle: 'Fetch Branches',
    icon: 'repo-fetch',
    writes: 'nothing',
    palette: false,
  },
  previewMergeResult: {
    title: 'Preview Merge Result',
    writes: 'nothing',
    menus: [onRow('2_act@8', WHEN.mergeRequests, 'can-previewMerge')],
  },
  deleteMergeRequest: {
    title: 'Delete Merge Request...',
    writes: 'mergeRequests',
    palette: WHEN.deleteAllowed,
    menus: [
      inMenu(
        'view/item/context',
        '9_danger@1',
        WHEN.mergeRequests,
        hasWord('viewItem', 'can-delete'),
        WHEN.deleteAllowed,
      ),
    ],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
