import {
  type CancellationToken,
  type Event,
  EventEmitter,
  type TextDocument,
  type Uri,
  workspace,
} from 'vscode';
import { background, ignoreError } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';

/** Provides the texts of one or more schemes. */
export interface LazyTexts {
  textOf(uri: Uri, token: CancellationToken): Promise<string>;
  /** Fires if a text has to be requested again. */
  readonly onDidChange?: Event<Uri>;
}

/**
 * Documents whose tabs may be restored from the last session. Their provider is loaded when a text is
 * requested.
 */
export class LazyDocuments implements Disposable {
  readonly #load: () => Promise<LazyTexts>;
  readonly #changed = new EventEmitter<Uri>();
  readonly #subscriptions = new DisposableStore();
  #texts: LazyTexts | undefined;

  constructor(schemes: readonly string[], load: () => Promise<LazyTexts>) {
    this.#load = load;
    this.#subscriptions.add(this.#changed);
    for (const scheme of schemes) {
      const provider = {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri: Uri, token: CancellationToken) => this.#provide(uri, token),
      };
      this.#subscriptions.add(workspace.registerTextDocumentContentProvider(scheme, provider));
    }
    const open = workspace.textDocuments.filter(({ uri }) => schemes.includes(uri.scheme));
    if (open.length > 0) background(this.#refresh(open));
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** After a restart of the extension host, VS Code keeps the texts that the previous one provided. */
  async #refresh(documents: readonly TextDocument[]): Promise<void> {
    const { openTabs } = await import('../editor/open-tabs');
    const open = openTabs();
    for (const { uri } of documents) if (open.has(uri.toString())) this.#changed.fire(uri);
  }

  async #provide(uri: Uri, token: CancellationToken): Promise<string> {
    try {
      return await this.#adopt(await this.#load()).textOf(uri, token);
    } catch (error) {
      ignoreError(error);
      return t("Couldn't restore this editor. Close it and run its command again.");
    }
  }
  #adopt(texts: LazyTexts): LazyTexts {
    if (this.#texts === texts) return texts;
    this.#texts = texts;
    const relay = texts.onDidChange?.((uri) => {
      this.#changed.fire(uri);
    });
    if (relay !== undefined) this.#subscriptions.add(relay);
    return texts;
  }
}
