import {
  EventEmitter,
  type FileDecoration,
  type FileDecorationProvider,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { logTooltip } from '../../../presentation/logs/header';
import { LOG_SCHEME } from '../../../presentation/shared/document-address';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';

/** Adds the job's status and its pipeline to the tooltips of tabs with logs. */
export class LogTabTooltips implements FileDecorationProvider, Disposable {
  readonly #documents: LogDocuments;
  readonly #changed = new EventEmitter<Uri>();
  /** The tooltips that were last provided, by the URI of the log. */
  readonly #shown = new Map<string, string | undefined>();
  readonly #subscriptions = new DisposableStore();
  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(documents: LogDocuments) {
    this.#documents = documents;
    this.#subscriptions.add(this.#changed);
    this.#subscriptions.add(window.registerFileDecorationProvider(this));
    this.#subscriptions.add(
      documents.onDidUpdate((log) => {
        const id = log.uri.toString();
        if (this.#shown.get(id) !== tooltipOf(log)) this.#changed.fire(log.uri);
      }),
    );
    this.#subscriptions.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#shown.delete(uri.toString());
      }),
    );
  }

  provideFileDecoration(uri: Uri): FileDecoration | undefined {
    const log = uri.scheme === LOG_SCHEME ? this.#documents.find(uri) : undefined;
    if (log === undefined) return undefined;
    const tooltip = tooltipOf(log);
    this.#shown.set(uri.toString(), tooltip);
    return tooltip === undefined ? undefined : { tooltip };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

function tooltipOf({ feed: { state } }: LogDocument): string | undefined {
  return 'job' in state ? escapeInvisibleLine(logTooltip(state.job)) : undefined;
}
