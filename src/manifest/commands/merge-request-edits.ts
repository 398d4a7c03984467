import type { CommandDefinition } from '../command-definition';
import { hasWord, WHEN } from '../conditions';
import { inMenu } from '../menus';
import { SUBMENU } from '../submenus';

/** Fields of a merge request, and time tracking. */
export const MERGE_REQUEST_EDIT_COMMANDS = {
  editTitle: {
    title: 'Edit Title...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.editMergeRequest, '1_text@1', WHEN.mergeRequests)],
  },
  editDescription: {
    title: 'Edit Description',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.editMergeRequest, '1_text@2', WHEN.mergeRequests)],
  },
  editLabels: {
    title: 'Edit Labels...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.editMergeRequest, '2_people@1', WHEN.mergeRequests)],
  },
  editAssignees: {
    title: 'Edit Assignees...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.editMergeRequest, '2_people@2', WHEN.mergeRequests)],
  },
  editReviewers: {
    title: 'Edit Reviewers...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.editMergeRequest, '2_people@3', WHEN.mergeRequests)],
  },
  editMilestone: {
    title: 'Edit Milestone...',
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
    title: 'Set Time Estimate...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.mergeRequestTime, '1_time@1', WHEN.mergeRequests)],
  },
  spendTime: {
    title: 'Spend Time...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.mergeRequestTime, '1_time@2', WHEN.mergeRequests)],
  },
  resetTime: {
    title: 'Reset Time...',
    writes: 'mergeRequests',
    menus: [inMenu(SUBMENU.mergeRequestTime, '3_reset@1', WHEN.mergeRequests)],
  },
  startTimer: {
    title: 'Start Timer',
    writes: 'nothing',
    palette: '!switchyard.timerRuns',
    menus: [inMenu(SUBMENU.mergeRequestTime, '2_timer@1', WHEN.mergeRequests)],
  },
  stopTimer: {
    title: 'Stop Timer...',
    writes: 'mergeRequests',
    palette: WHEN.timerRuns,
    menus: [inMenu(SUBMENU.mergeRequestTime, '2_timer@2', WHEN.mergeRequests)],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
