import {
  Uri,
  EventEmitter,
  window,
  workspace,
  type CancellationToken,
  type TextDocumentContentProvider,
  type TextEditor,
} from 'vscode';
import { isFollowing, TraceFeed } from '../app/trace-feed';
import type { Client } from '../api/client';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import {
  LOG_SCHEME,
  logAddress,
  logLabel,
  readLogAddress,
  type LogAddress,
} from '../presentation/document-address';
import { t } from '../base/localize';
import { LogDocument } from './log-document';

/** The logs of jobs as read-only documents. A log is read while one of its editors can be seen, and kept until it is closed. */
export class LogDocuments implements TextDocumentContentProvider, Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #clock: Clock;
  readonly #documents = new Map<string, LogDocument>();
  readonly #changed = new EventEmitter<Uri>();
  readonly #updated = new Emitter<LogDocument>();
  readonly #subscriptions = new DisposableStore();

  readonly onDidChange = this.#changed.event;
  /** Something new is known of a log: more lines, or another state. */
  readonly onDidUpdate = this.#updated.event;

  constructor(clientFor: (base: string) => Client, clock: Clock) {
    this.#clientFor = clientFor;
    this.#clock = clock;
    this.#subscriptions.add(workspace.registerTextDocumentContentProvider(LOG_SCHEME, this));
    this.#subscriptions.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        // A document whose language changes is told as closed and opened again, in one go.
        queueMicrotask(() => {
          const open = workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
          if (!open) this.#close(uri);
        });
      }),
    );
    this.#subscriptions.add(
      window.onDidChangeVisibleTextEditors((editors) => {
        this.#readVisible(editors);
      }),
    );
  }

  /** Opens the log of a job in an editor. */
  async open(log: LogAddress, jobName: string): Promise<TextEditor> {
    const uri = Uri.from(logAddress(log, jobName));
    // The editor keeps documents for a while after they were closed: with them, what went wrong then.
    const known = this.find(uri);
    if (known?.feed.state.kind === 'failed') known.feed.restart();
    const document = await workspace.openTextDocument(uri);
    return window.showTextDocument(document, { preview: true });
  }

  find(uri: Uri): LogDocument | undefined {
    return this.#documents.get(uri.toString());
  }

  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    const address = readLogAddress(uri);
    if (address === undefined) return t('This is not the address of a job log.');
    const log = this.find(uri) ?? this.#add(uri, address);
    if (log.feed.state.kind === 'loading') await this.#firstUpdate(log, token);
    return log.text();
  }

  dispose(): void {
    for (const { feed } of this.#documents.values()) feed.dispose();
    this.#documents.clear();
    this.#subscriptions.dispose();
    this.#updated.dispose();
    this.#changed.dispose();
  }

  #add(uri: Uri, { base, project, job }: LogAddress): LogDocument {
    const feed = new TraceFeed({ base, project, job }, this.#clientFor(base), this.#clock);
    const log = new LogDocument(uri, logLabel(uri), feed, () => {
      this.#changed.fire(uri);
    });
    this.#documents.set(uri.toString(), log);
    feed.onDidUpdate((update) => {
      log.take(update);
      this.#updated.fire(log);
    });
    return log;
  }

  /** The editor shows its own progress until the log's beginning is here. */
  #firstUpdate(log: LogDocument, token: CancellationToken): Promise<void> {
    return new Promise((resolve) => {
      const subscriptions = new DisposableStore();
      const done = (): void => {
        subscriptions.dispose();
        resolve();
      };
      subscriptions.add(log.feed.onDidUpdate(done));
      subscriptions.add(token.onCancellationRequested(done));
      log.feed.wanted = true;
    });
  }

  #close(uri: Uri): void {
    this.find(uri)?.feed.dispose();
    this.#documents.delete(uri.toString());
  }

  #readVisible(editors: readonly TextEditor[]): void {
    const visible = new Set(editors.map(({ document }) => document.uri.toString()));
    for (const [uri, { feed }] of this.#documents) {
      if (visible.has(uri) || !isFollowing(feed.state)) continue;
      feed.wanted = false;
    }
    for (const uri of visible) {
      const log = this.#documents.get(uri);
      if (log !== undefined && isFollowing(log.feed.state)) log.feed.wanted = true;
    }
  }
}
