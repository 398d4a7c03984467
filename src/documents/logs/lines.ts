import { type DocumentFilter, type TextDocument, workspace } from 'vscode';
import { type Disposable, onDispose } from '../../base/disposable';
import type { LogParser } from '../../domain/logs/parser';
import { nested, type SectionRange } from '../../domain/logs/section-ranges';
import { LOG_SCHEME } from '../../presentation/shared/document-address';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';

/** For what the editor asks of documents that are job logs. */
export const LOG_SELECTOR: DocumentFilter = { scheme: LOG_SCHEME };

/** The lines of a log; undefined where its document shows a notice instead. */
export function logLinesOf(log: LogDocument | undefined): LogParser | undefined {
  if (log === undefined) return undefined;
  const { state, trace } = log.feed;
  const shown = state.kind === 'lines' || state.kind === 'failed';
  return shown && trace.lineCount > 0 ? trace : undefined;
}

/** True where no more lines are expected. */
export function isComplete({ feed: { state } }: LogDocument): boolean {
  return state.kind !== 'lines' || (state.complete && !state.following);
}

/** The sections as the document has them: it may lag behind the log. */
export function sectionsOf(documents: LogDocuments, document: TextDocument): readonly SectionRange[] {
  const trace = logLinesOf(documents.find(document.uri));
  return trace === undefined ? [] : nested(trace.sections, Math.min(trace.lineCount, document.lineCount));
}

/** Calls back once when the document reaches a line, at once where it does; never where it is closed first. */
export function whenLong(document: TextDocument, line: number, then: () => void): Disposable {
  if (document.lineCount > line) {
    then();
    return onDispose(() => undefined);
  }
  const subscription = workspace.onDidChangeTextDocument((change) => {
    if (change.document !== document || document.lineCount <= line) return;
    subscription.dispose();
    then();
  });
  return subscription;
}
