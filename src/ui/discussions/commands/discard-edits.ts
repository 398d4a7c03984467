import { Position, Range, type TextDocument, type Uri, workspace, WorkspaceEdit } from 'vscode';
import { t } from '../../../base/localize';
import { type OwnSuggestion, ownSuggestions } from '../../../domain/discussions/own-suggestions';
import { workingLinesOf } from '../../changes/editor/shown-side';
import type { Prompts } from '../../shared/editor/prompts';

/** A file of the workspace with local changes. */
interface EditedFile {
  readonly uri: Uri;
  readonly name: string;
  readonly iid: number;
}

/** Restores the lines that were suggested to be changed, after confirmation, as one step that can be undone. */
export async function discardEdits(
  { prompts }: { readonly prompts: Pick<Prompts, 'confirm' | 'showMessage' | 'showStatus'> },
  { uri, name, iid }: EditedFile,
  sent: readonly OwnSuggestion[],
): Promise<void> {
  const isSure = await prompts.confirm({
    message: t('Discard the changes in {0} that you suggested?', name),
    detail: t(
      'The lines of !{0} are restored. Other local changes are kept. You can undo this in the editor.',
      iid,
    ),
    action: t('Discard Changes'),
  });
  if (!isSure) return;
  const document = await workspace.openTextDocument(uri);
  // The file may have changed in the meantime: only the same changes are discarded.
  const lines = workingLinesOf(document);
  const now = (lines && ownSuggestions(lines)?.fitting) ?? [];
  const same = now.filter((edit) =>
    sent.some(
      ({ body, head }) => body === edit.body && head.start === edit.head.start && head.end === edit.head.end,
    ),
  );
  if (same.length === 0) {
    prompts.showMessage('info', t('{0} no longer contains the suggested changes.', name), []);
    return;
  }
  const wasSaved = !document.isDirty;
  const edit = new WorkspaceEdit();
  for (const suggestion of same) restore(edit, document, suggestion);
  if (!(await workspace.applyEdit(edit))) {
    prompts.showMessage('error', t("Couldn't discard the local changes. {0} can't be edited.", name), []);
    return;
  }
  if (wasSaved) await document.save();
  prompts.showStatus(t('Suggested changes in {0} discarded.', name));
}

function restore(edit: WorkspaceEdit, document: TextDocument, { working, before }: OwnSuggestion): void {
  const text = before.join('\n');
  const [from, to] = [working.start - 1, working.end - 1];
  if (to >= from) {
    edit.replace(document.uri, new Range(from, 0, to, document.lineAt(to).text.length), text);
    return;
  }
  // The lines were removed.
  if (from < document.lineCount) edit.insert(document.uri, new Position(from, 0), `${text}\n`);
  else edit.insert(document.uri, document.lineAt(document.lineCount - 1).range.end, `\n${text}`);
}
