import { workspace } from 'vscode';
import { LIST_SETTINGS, SECTION } from '../../presentation/shared/settings';

/** The reader's own rules as they stand in the settings, unread. */
export const problemSetting = (): unknown =>
  workspace.getConfiguration(SECTION).get(LIST_SETTINGS.problemPatterns.key);
