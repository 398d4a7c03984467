import { FileDecoration, type FileDecorationProvider, ThemeColor, type Uri, window } from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { CHANGE_MARKS, changeOfResource } from '../../../presentation/changes/change-marks';
import { isUnreadResource, UNREAD_MARK } from '../../../presentation/merge-requests/unread-mark';

/** Letters and colors of the rows of changed files. All required data is in the URI of the row. */
class ChangeBadges implements FileDecorationProvider {
  provideFileDecoration(uri: Uri): FileDecoration | undefined {
    const change = changeOfResource(uri);
    if (change === undefined) return undefined;
    const { letter, word, color } = CHANGE_MARKS[change];
    return new FileDecoration(letter, word(), new ThemeColor(color));
  }
}

export const registerChangeBadges = (): Disposable =>
  window.registerFileDecorationProvider(new ChangeBadges());

/** The dot at the end of rows of unread merge requests. */
class UnreadBadges implements FileDecorationProvider {
  provideFileDecoration(uri: Uri): FileDecoration | undefined {
    return isUnreadResource(uri) ? new FileDecoration(UNREAD_MARK.sign, UNREAD_MARK.word()) : undefined;
  }
}

export const registerUnreadBadges = (): Disposable =>
  window.registerFileDecorationProvider(new UnreadBadges());
