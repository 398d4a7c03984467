import { workspace } from 'vscode';
import { LIST_SETTINGS, SECTION } from '../../../presentation/shared/settings';

/** Returns the user's patterns from the settings without validation. */
export const problemSetting = (): unknown =>
  workspace.getConfiguration(SECTION).get(LIST_SETTINGS.logProblemPatterns.key);
