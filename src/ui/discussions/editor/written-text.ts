import type { TextDocument } from 'vscode';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { EDIT_SCHEME, readEditAddress } from '../../../presentation/merge-requests/edit-address';
import { activeMergeRequest } from '../../changes/editor/active-review';
import { isOwnCommentInput } from './comment-box';

/** The documents in which users write Markdown for a merge request. Other extensions also have comment boxes. */
export const MARKDOWN_DOCUMENTS = [{ scheme: 'comment' }, { scheme: EDIT_SCHEME }];

/**
 * Returns the merge request that a document is written for: a comment box, a comment that is being edited, or a
 * description. Undefined for other documents, for example commit messages.
 */
export function mergeRequestOfDocument({ uri }: Pick<TextDocument, 'uri'>): MergeRequestKey | undefined {
  // In a comment box, the diff is still the active editor.
  if (isOwnCommentInput(uri)) return activeMergeRequest();
  const edited = readEditAddress(uri);
  if (edited === undefined || edited.side !== 'mine' || edited.message !== undefined) return undefined;
  const { base, project, iid } = edited;
  return { base, project, iid };
}
