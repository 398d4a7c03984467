import { type DocumentFilter, type TextDocument, workspace } from 'vscode';
import { type Disposable, onDispose } from '../../../base/disposable';
import type { LogParser } from '../../../domain/logs/parser';
import { nestedRanges, type SectionRange } from '../../../domain/logs/section-ranges';
import { LOG_SCHEME } from '../../../presentation/shared/document-address';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';

/** Selects documents of job logs. */
export const LOG_SELECTOR: DocumentFilter = { scheme: LOG_SCHEME };

/** Returns the lines of a log; undefined if its document shows a notice. */
export function logLinesOf(log: LogDocument | undefined): LogParser | undefined {
  if (log === undefined) return undefined;
  const { state, trace } = log.feed;
  const shown = state.kind === 'lines' || state.kind === 'failed';
  return shown && trace.lineCount > 0 ? trace : undefined;
}

/** True if no more lines are expected. */
export function isComplete({ feed: { state } }: LogDocument): boolean {
  return state.kind !== 'lines' || (state.complete && !state.following);
}

/** Returns the sections up to the end of the document, which may be behind the log. */
export function sectionsOf(documents: LogDocuments, document: TextDocument): readonly SectionRange[] {
  const trace = logLinesOf(documents.find(document.uri));
  return trace === undefined
    ? []
    : nestedRanges(trace.sections, Math.min(trace.lineCount, document.lineCount));
}

/**
 * Calls `then` once when the document contains a line, immediately if it already does. Never calls it if the
 * document is closed first.
 */
export function whenLineExists(document: TextDocument, line: number, then: () => void): Disposable {
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
