import { workspace, type CancellationToken, type Uri } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { t } from '../base/localize';

/** Who gives the texts of some schemes, once it is there. */
export interface LateTexts {
  textOf(uri: Uri, token: CancellationToken): Promise<string>;
}

/** Texts whose tabs were left open in the last session: who gives them is loaded when such a text is asked for. */
export class LateDocuments implements Disposable {
  readonly #load: () => Promise<LateTexts>;
  readonly #subscriptions = new DisposableStore();

  constructor(schemes: readonly string[], load: () => Promise<LateTexts>) {
    this.#load = load;
    for (const scheme of schemes) {
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
      return await (await this.#load()).textOf(uri, token);
    } catch {
      return t('This could not be shown again. Close it, and run its command once more.');
    }
  }
}
