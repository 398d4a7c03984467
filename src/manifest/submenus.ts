import type { MenuItem } from './command-definition';
import { WHEN } from './conditions';
import { onRow } from './menus';

/** IDs of submenus, for the commands in them. */
export const SUBMENU = {
  editMergeRequest: 'switchyard.editMergeRequest',
  mergeRequestTime: 'switchyard.mergeRequestTime',
} as const;

export interface SubmenuDefinition {
  readonly label: string;
  readonly menus: readonly MenuItem[];
}

export const SUBMENUS: Readonly<Record<keyof typeof SUBMENU, SubmenuDefinition>> = {
  editMergeRequest: {
    label: 'Edit',
    menus: [onRow('2_edit@1', WHEN.mergeRequests, 'can-edit')],
  },
  mergeRequestTime: {
    label: 'Time Tracking',
    menus: [onRow('2_edit@2', WHEN.mergeRequests, 'can-trackTime')],
  },
};
