import type { Uri } from 'vscode';
import { isOn, textSetting, textsOfAllScopes } from './settings';

/**
 * Which actions require confirmation, according to the current settings of the user and of a workspace
 * folder.
 */
export const confirmations = (folder: Uri | undefined) => ({
  runPatterns: [
    textSetting('confirmRunJobPattern'),
    ...textsOfAllScopes('confirmAdditionalRunJobPatterns', folder),
  ],
  cancelPipeline: isOn('confirmCancelPipeline'),
  forceCancel: isOn('confirmForceCancel'),
  erase: isOn('confirmErase'),
});
