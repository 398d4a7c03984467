import { Range, Selection, type TextEditor, TextEditorRevealType, window } from 'vscode';
import type { JobKey } from '../../../app/shared/keys';
import { DisposableStore } from '../../../base/disposable';
import type { LogDocument } from './document';
import type { JobLogs } from './job-logs';
import { isComplete, logLinesOf, whenLineExists } from './lines';

/**
 * Opens a log and reveals one of its lines as soon as it is loaded. Reveals the last line if the log is
 * shorter, and the notice of an omitted part if the line may be in or after that part. Reveals nothing if there
 * is no log.
 */
export async function openLogAt(
  logs: JobLogs,
  { key, name, line }: { readonly key: JobKey; readonly name: string; readonly line: number | undefined },
): Promise<void> {
  await logs.open(key, name);
  const editor = window.activeTextEditor;
  const log = editor === undefined ? undefined : logs.documents.find(editor.document.uri);
  if (line === undefined || editor === undefined || log === undefined) return;
  const { document } = editor;
  await new Promise<void>((resolve) => {
    const waits = new DisposableStore();
    const done = (at: number): void => {
      waits.dispose();
      const showLine = (): void => {
        if (!showsNotice(log)) show(editor, Math.min(at, log.feed.ownLines, document.lineCount - 1));
      };
      showLine();
      logs.follow.linked(editor, showLine);
      resolve();
    };
    const checkComplete = (): void => {
      const over = isComplete(log) && log.upToDate && document.lineCount <= line;
      if (over) done(document.lineCount - 1);
    };
    waits.add(
      whenLineExists(document, line, () => {
        done(line);
      }),
    );
    waits.add(logs.documents.onDidUpdate(checkComplete));
    waits.add(
      window.onDidChangeVisibleTextEditors((editors) => {
        // Canceled when the editor closes.
        if (editors.includes(editor)) return;
        waits.dispose();
        resolve();
      }),
    );
    checkComplete();
  });
}

/** True if the document shows why there is no log. Its lines aren't those of a link. */
const showsNotice = (log: LogDocument): boolean =>
  log.feed.state.kind !== 'loading' && logLinesOf(log) === undefined;

/** Selects the whole line to highlight it. */
function show(editor: TextEditor, line: number): void {
  const { range } = editor.document.lineAt(line);
  editor.selection = new Selection(range.end, range.start);
  editor.revealRange(new Range(range.start, range.start), TextEditorRevealType.InCenter);
}
