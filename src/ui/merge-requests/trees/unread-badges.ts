import { FileDecoration, type FileDecorationProvider, type Uri, window } from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { isUnreadResource, UNREAD_MARK } from '../../../presentation/merge-requests/unread-mark';

/** The dot at the end of rows of unread merge requests. */
class UnreadBadges implements FileDecorationProvider {
  provideFileDecoration(uri: Uri): FileDecoration | undefined {
    return isUnreadResource(uri) ? new FileDecoration(UNREAD_MARK.sign, UNREAD_MARK.word()) : undefined;
  }
}

export const registerUnreadBadges = (): Disposable =>
  window.registerFileDecorationProvider(new UnreadBadges());
