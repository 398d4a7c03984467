import { workspace, type CancellationToken, type Uri } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Lazy } from '../base/lazy';
import { t } from '../base/localize';
import { COMPARE_SCHEME, HISTORY_SCHEME, SEARCH_SCHEME } from '../presentation/tool-addresses';
import type { RunTools } from './run-tools';

/** Texts of tools whose tabs were left open in the last session: the tools are loaded when such a text is asked for. */
export class LateDocuments implements Disposable {
  readonly #tools: Lazy<RunTools>;
  readonly #subscriptions = new DisposableStore();

  constructor(tools: Lazy<RunTools>) {
    this.#tools = tools;
    for (const scheme of [COMPARE_SCHEME, SEARCH_SCHEME, HISTORY_SCHEME]) {
      const provider = {
        provideTextDocumentContent: (uri: Uri, token: CancellationToken) => this.#provide(uri, token),
      };
      this.#subscriptions.add(workspace.registerTextDocumentContentProvider(scheme, provider));
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #provide(uri: Uri, token: CancellationToken): Promise<string> {
    try {
      const tools = await this.#tools.load();
      return await tools.textOf(uri, token);
    } catch {
      return t('This could not be shown again. Close it, and run its command once more.');
    }
  }
}
