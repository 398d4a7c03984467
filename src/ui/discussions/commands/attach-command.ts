import { window } from 'vscode';
import { t } from '../../../base/localize';
import { separatorAfter } from '../../../domain/shared/attachments';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';
import { insertText, textBefore } from '../editor/comment-box';
import { mergeRequestOfDocument } from '../editor/written-text';
import type { AttachFiles } from './attach-files';
import { noWrittenText } from './preview-command';

interface AttachCommandDeps {
  readonly attachments: Pick<AttachFiles, 'pick' | 'upload'>;
  readonly prompts: Pick<Prompts, 'progress' | 'showMessage'>;
}

/** The command that attaches files to the comment box or description with the cursor. */
export const attachCommand = ({ attachments, prompts }: AttachCommandDeps): CommandRow => ({
  id: COMMAND.attachFiles,
  failure: () => t("Couldn't attach the files."),
  run: async () => {
    const editor = window.activeTextEditor;
    const key = editor && mergeRequestOfDocument(editor.document);
    if (editor === undefined || key === undefined) {
      prompts.showMessage('info', noWrittenText(), []);
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
