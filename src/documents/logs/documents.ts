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
import type { LogFeed } from '../../app/logs/feed';
import type { JobKey } from '../../app/shared/keys';
import { background } from '../../base/background';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { t } from '../../base/localize';
import {
  LOG_SCHEME,
  type LogAddress,
  logAddress,
  logLabel,
  readLogAddress,
} from '../../presentation/shared/document-address';
import type { LazyTexts } from '../shared/lazy-documents';
import { LogDocument } from './document';

export interface OpenedLog {
  readonly editor: TextEditor;
  /** False where it was open before. */
  readonly isNew: boolean;
}

/** The logs of jobs as read-only documents. A log is read while one of its editors can be seen, and kept until it is closed. */
export class LogDocuments implements LazyTexts, Disposable {
  readonly #loadFeeds: () => Promise<(key: JobKey) => LogFeed>;
  readonly #documents = new Map<string, LogDocument>();
  /** Addresses on their way into an editor: their rest waits until the first screen is there. */
  readonly #opening = new Set<string>();
  readonly #changed = new EventEmitter<Uri>();
  readonly #updated = new Emitter<LogDocument>();
  readonly #subscriptions = new DisposableStore();

  readonly onDidChange = this.#changed.event;
  /** Something new is known of a log: more lines, or another state. */
  readonly onDidUpdate = this.#updated.event;

  /** What reads a log is loaded with the first one. */
  constructor(loadFeeds: () => Promise<(key: JobKey) => LogFeed>) {
    this.#loadFeeds = loadFeeds;
    this.#subscriptions.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        // A document whose language changes is told as closed and opened again, in one go.
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

  /** Opens the log of a job in an editor, or goes to the one that shows it. */
  async open(log: LogAddress, jobName: string, where: TextDocumentShowOptions = {}): Promise<OpenedLog> {
    const uri = Uri.from(logAddress(log, jobName));
    const isNew = !openTabs().has(uri.toString());
    // The editor keeps documents for a while after they were closed: with them, what went wrong then.
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

  /** Opens the log of another attempt where an editor shows the one before, and takes that one away. */
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
    if (address === undefined) return t("This isn't the URL of a job log.");
    const feedOf = await this.#loadFeeds();
    const log = this.find(uri) ?? this.#add(uri, feedOf(address));
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
      // Whether somebody sees it is known a moment later; until then it is read once.
      log.feed.attention = 'hidden';
    });
  }

  #close(uri: Uri): void {
    this.find(uri)?.feed.dispose();
    this.#documents.delete(uri.toString());
  }

  /** What is visible is followed; what lies behind another editor is looked at seldom, what is closed not at all. */
  #markActive(): void {
    if (this.#documents.size === 0) return;
    const visible = new Set(window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    const open = openTabs();
    for (const [uri, { feed }] of this.#documents) {
      if (visible.has(uri)) feed.attention = 'watched';
      else if (open.has(uri)) feed.attention = 'hidden';
      // One that is just being opened has no tab yet.
      else if (feed.state.kind !== 'loading') feed.attention = 'none';
    }
  }
}

/** Addresses of logs that have a tab, in front or behind. */
function openTabs(): ReadonlySet<string> {
  const inputs = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const texts = inputs.filter((input) => input instanceof TabInputText);
  return new Set(texts.map(({ uri }) => uri.toString()).filter((uri) => uri.startsWith(LOG_SCHEME)));
}
