import { type TextDocument, window } from 'vscode';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';
import { isCommentInput } from '../editor/comment-box';
import { mergeRequestOfDocument } from '../editor/written-text';

interface PreviewCommandDeps {
  /** Opens the preview beside the active editor. */
  readonly open: (key: MergeRequestKey, options: { readonly preserveFocus: boolean }) => void;
  readonly prompts: Pick<Prompts, 'showMessage'>;
}

/** The command that previews the comment box or description with the cursor. */
export const previewCommand = ({ open, prompts }: PreviewCommandDeps): CommandRow => ({
  id: COMMAND.previewText,
  failure: () => t("Couldn't open the preview."),
  run: () => {
    const editor = window.activeTextEditor;
    const key = editor && mergeRequestOfDocument(editor.document);
    if (key === undefined) prompts.showMessage('info', noWrittenText(), []);
    else open(key, { preserveFocus: editor === undefined || keepsFocus(editor.document) });
  },
});

/**
 * When VS Code adds an editor group, it moves the focus from a comment box to the diff, which can be a file of the
 * workspace. What the user types must not change it.
 */
function keepsFocus({ uri }: TextDocument): boolean {
  const { all, activeTabGroup } = window.tabGroups;
  return !isCommentInput(uri) || all.some(({ viewColumn }) => viewColumn > activeTabGroup.viewColumn);
}

/** The message if the cursor isn't in a comment box or description. */
export const noWrittenText = (): string => t('Place the cursor in a comment box or in a description first.');
