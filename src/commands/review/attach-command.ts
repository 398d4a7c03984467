import { window } from 'vscode';
import type { MergeRequestKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import { separatorAfter } from '../../domain/review/attachments';
import { insertText, isOwnCommentInput, textBefore } from '../../editor/review/comment-box';
import type { Prompts } from '../../editor/shared/prompts';
import { COMMAND } from '../../presentation/shared/command-ids';
import type { CommandRow } from '../shared/command-row';
import type { AttachFiles } from './attach-files';

interface AttachCommandDeps {
  readonly attachments: Pick<AttachFiles, 'pick' | 'upload'>;
  /** The merge request of the diff with the comment box. */
  readonly current: () => MergeRequestKey | undefined;
  readonly prompts: Pick<Prompts, 'progress' | 'showMessage'>;
}

/** The command that attaches files to the comment box with the cursor. */
export const attachCommand = ({ attachments, current, prompts }: AttachCommandDeps): CommandRow => ({
  id: COMMAND.attachFiles,
  failure: () => t("Couldn't attach the files."),
  run: async () => {
    const editor = window.activeTextEditor;
    const key = current();
    if (editor === undefined || !isOwnCommentInput(editor.document.uri) || key === undefined) {
      prompts.showMessage('info', t('Place the cursor in a comment box first.'), []);
      return;
    }
    for (const file of await attachments.pick()) {
      const markdown = await prompts.progress.cancellable(t('Uploading {0}…', file.name), (signal) =>
        attachments.upload(key, file, signal),
      );
      const before = textBefore(editor.document, editor.selection.active);
      if (markdown !== undefined) await insertText(editor, `${separatorAfter(before)}${markdown}`);
    }
  },
});
