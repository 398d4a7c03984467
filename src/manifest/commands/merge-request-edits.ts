import type { CommandDefinition } from '../command-definition';
import { all, hasWord, WHEN } from '../conditions';
import { inMenu, onOneRow } from '../menus';
import { SUBMENU } from '../submenus';

/** Fields of a merge request, and time tracking. */
export const MERGE_REQUEST_EDIT_COMMANDS = {
  editTitle: {
    title: 'Edit Merge Request Title...',
    shortTitle: 'Edit Title...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.editMergeRequest, '1_text@1', WHEN.mergeRequests)],
  },
  editDescription: {
    title: 'Edit Merge Request Description',
    shortTitle: 'Edit Description',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.editMergeRequest, '1_text@2', WHEN.mergeRequests)],
  },
  editLabels: {
    title: 'Edit Merge Request Labels...',
    shortTitle: 'Edit Labels...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.editMergeRequest, '2_people@1', WHEN.mergeRequests)],
  },
  editAssignees: {
    title: 'Edit Merge Request Assignees...',
    shortTitle: 'Edit Assignees...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.editMergeRequest, '2_people@2', WHEN.mergeRequests)],
  },
  editReviewers: {
    title: 'Edit Merge Request Reviewers...',
    shortTitle: 'Edit Reviewers...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.editMergeRequest, '2_people@3', WHEN.mergeRequests)],
  },
  requestReviewAgain: {
    title: 'Request Review Again',
    icon: 'sync',
    writes: 'mergeRequests',
    menus: [
      onOneRow('inline@1', WHEN.mergeRequests, 'can-requestReview'),
      onOneRow('2_act@1', WHEN.mergeRequests, 'can-requestReview'),
    ],
  },
  editMilestone: {
    title: 'Edit Merge Request Milestone...',
    shortTitle: 'Edit Milestone...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.editMergeRequest, '2_people@4', WHEN.mergeRequests)],
  },
  changeTargetBranch: {
    title: 'Change Target Branch...',
    writes: 'mergeRequests',
    menus: [
      inMenu(
        SUBMENU.editMergeRequest,
        '3_merge@1',
        WHEN.mergeRequests,
        hasWord('viewItem', 'can-changeTarget'),
      ),
    ],
  },
  editMergeOptions: {
    title: 'Edit Merge Options...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.editMergeRequest, '3_merge@2', WHEN.mergeRequests)],
  },
  setEstimate: {
    title: 'Set Estimate...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.mergeRequestTime, '1_time@1', WHEN.mergeRequests)],
  },
  addTimeSpent: {
    title: 'Add Time Spent...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.mergeRequestTime, '1_time@2', WHEN.mergeRequests)],
  },
  resetTime: {
    title: 'Reset Time Tracking...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.mergeRequestTime, '3_reset@1', WHEN.mergeRequests)],
  },
  startTimer: {
    title: 'Start Timer',
    writes: 'nothing',
    worksReadOnly: false,
    palette: all(WHEN.hasAccount, '!switchyard.timerRuns'),
    menus: [inMenu(SUBMENU.mergeRequestTime, '2_timer@1', WHEN.mergeRequests)],
  },
  stopTimer: {
    title: 'Stop Timer...',
    writes: 'mergeRequests',
    worksReadOnly: true,
    palette: WHEN.timerRuns,
    menus: [inMenu(SUBMENU.mergeRequestTime, '2_timer@2', WHEN.mergeRequests)],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
