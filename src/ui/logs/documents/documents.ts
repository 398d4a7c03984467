import {
  type CancellationToken,
  EventEmitter,
  type Tab,
  TabInputText,
  type TextDocumentShowOptions,
  type TextEditor,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { LogFeed } from '../../../app/logs/feed';
import type { JobKey } from '../../../app/shared/keys';
import { background } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/localize';
import {
  type LogAddress,
  logAddress,
  logLabel,
  readLogAddress,
} from '../../../presentation/shared/document-address';
import type { LazyTexts } from '../../shared/documents/lazy-documents';
import { openTabs } from '../../shared/editor/open-tabs';
import { LogDocument } from './document';

export interface OpenedLog {
  readonly editor: TextEditor;
  /** False if the log was already open. */
  readonly isNew: boolean;
}

/** Read-only documents of job logs. A log is polled while an editor shows it, and kept until it is closed. */
export class LogDocuments implements LazyTexts, Disposable {
  readonly #loadFeeds: () => Promise<(key: JobKey) => LogFeed>;
  readonly #documents = new Map<string, LogDocument>();
  /** URIs of documents that are being opened. The rest of their text waits for the first screen. */
  readonly #opening = new Set<string>();
  readonly #changed = new EventEmitter<Uri>();
  readonly #updated = new Emitter<LogDocument>();
  readonly #subscriptions = new DisposableStore();

  readonly onDidChange = this.#changed.event;
  /** Fires if a log has more lines or another state. */
  readonly onDidUpdate = this.#updated.event;

  /** The feeds are loaded with the first log. */
  constructor(loadFeeds: () => Promise<(key: JobKey) => LogFeed>) {
    this.#loadFeeds = loadFeeds;
    this.#subscriptions.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        // A change of the document's language fires a close and an open event in the same turn.
        queueMicrotask(() => {
          const open = workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
          if (!open) this.#close(uri);
        });
      }),
    );
    const markActive = (): void => {
      this.#markActive();
    };
    this.#subscriptions.add(window.onDidChangeVisibleTextEditors(markActive));
    this.#subscriptions.add(window.tabGroups.onDidChangeTabs(markActive));
    const pump = ({ uri }: { readonly uri: Uri }): void => background(this.find(uri)?.pump());
    this.#subscriptions.add(workspace.onDidOpenTextDocument(pump));
    this.#subscriptions.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        pump(document);
      }),
    );
  }

  /** Opens the log of a job, or reveals the editor that shows it. */
  async open(log: LogAddress, jobName: string, where: TextDocumentShowOptions = {}): Promise<OpenedLog> {
    const uri = Uri.from(logAddress(log, jobName));
    const isNew = !openTabs().has(uri.toString());
    // The editor caches documents after they are closed, including failures.
    const known = this.find(uri);
    if (known?.feed.state.kind === 'failed') known.feed.restart();
    this.#opening.add(uri.toString());
    try {
      const document = await workspace.openTextDocument(uri);
      return { editor: await window.showTextDocument(document, { preview: true, ...where }), isNew };
    } finally {
      this.#opening.delete(uri.toString());
      background(this.find(uri)?.pump());
    }
  }

  /** Opens the log of another attempt in the same place, and closes the editor of the previous one. */
  async moveOn(editor: TextEditor, log: LogAddress, jobName: string): Promise<OpenedLog> {
    const { viewColumn } = editor;
    const before = editor.document.uri.toString();
    const isBefore = ({ input }: Tab): boolean =>
      input instanceof TabInputText && input.uri.toString() === before;
    const tabOf = (): Tab | undefined =>
      window.tabGroups.all.find((group) => group.viewColumn === viewColumn)?.tabs.find(isBefore);
    const opened = await this.open(log, jobName, {
      ...(viewColumn === undefined ? {} : { viewColumn }),
      preview: tabOf()?.isPreview ?? true,
      preserveFocus: editor !== window.activeTextEditor,
    });
    const left = tabOf();
    if (left !== undefined && !left.isPinned) await window.tabGroups.close(left, true);
    return opened;
  }

  all(): readonly LogDocument[] {
    return [...this.#documents.values()];
  }

  find(uri: Uri): LogDocument | undefined {
    return this.#documents.get(uri.toString());
  }

  async textOf(uri: Uri, token: CancellationToken): Promise<string> {
    const address = readLogAddress(uri);
    if (address === undefined) return t('No content available at this URL.');
    const feedOf = await this.#loadFeeds();
    const log = this.find(uri) ?? this.#add(uri, feedOf(address));
    if (log.feed.state.kind === 'loading') await this.#firstUpdate(log, token);
    // After a restart of the extension host, the editor is already visible.
    if (visibleUris().has(uri.toString())) log.feed.attention = 'watched';
    return log.text();
  }

  dispose(): void {
    for (const { feed } of this.#documents.values()) feed.dispose();
    this.#documents.clear();
    this.#subscriptions.dispose();
    this.#updated.dispose();
    this.#changed.dispose();
  }

  #add(uri: Uri, feed: LogFeed): LogDocument {
    const log = new LogDocument(uri, logLabel(uri), feed, {
      replace: () => {
        this.#changed.fire(uri);
      },
      isOpening: () => this.#opening.has(uri.toString()),
    });
    this.#documents.set(uri.toString(), log);
    feed.onDidUpdate((update) => {
      log.take(update);
      this.#updated.fire(log);
    });
    return log;
  }

  /** The editor shows its own progress until the beginning of the log is loaded. */
  #firstUpdate(log: LogDocument, token: CancellationToken): Promise<void> {
    return new Promise((resolve) => {
      const subscriptions = new DisposableStore();
      const done = (): void => {
        subscriptions.dispose();
        resolve();
      };
      subscriptions.add(log.feed.onDidUpdate(done));
      subscriptions.add(token.onCancellationRequested(done));
      // Visible editors are detected later; until then, the log is loaded once.
      log.feed.attention = 'hidden';
    });
  }

  #close(uri: Uri): void {
    this.find(uri)?.feed.dispose();
    this.#documents.delete(uri.toString());
  }

  /** Polls visible logs at the normal interval, logs in background tabs less often, and closed logs never. */
  #markActive(): void {
    if (this.#documents.size === 0) return;
    const visible = visibleUris();
    const open = openTabs();
    for (const [uri, { feed }] of this.#documents) {
      if (visible.has(uri)) feed.attention = 'watched';
      else if (open.has(uri)) feed.attention = 'hidden';
      // A log that is being opened has no tab yet.
      else if (feed.state.kind !== 'loading') feed.attention = 'none';
    }
  }
}

const visibleUris = (): ReadonlySet<string> =>
  new Set(window.visibleTextEditors.map(({ document }) => document.uri.toString()));
