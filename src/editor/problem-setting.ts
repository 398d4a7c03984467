import { workspace } from 'vscode';
import { LISTS, SECTION } from '../presentation/setting-ids';

/** The reader's own rules as they stand in the settings, unread. */
export const problemSetting = (): unknown =>
  workspace.getConfiguration(SECTION).get(LISTS.problemPatterns.key);
