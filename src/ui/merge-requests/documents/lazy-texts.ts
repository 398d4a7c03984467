import {
  type CancellationToken,
  EventEmitter,
  type FileSystemProvider,
  type TextDocumentContentProvider,
  type Uri,
  workspace,
} from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { DIFF_SCHEME } from '../../../presentation/changes/diff-address';
import { EDIT_SCHEME } from '../../../presentation/merge-requests/edit-address';
import { LazyFiles } from '../../shared/documents/lazy-files';

/** The providers, created on demand. */
export interface MergeRequestTexts {
  readonly descriptions: Pick<FileSystemProvider, 'stat' | 'readFile' | 'writeFile'>;
  readonly diffs: Pick<TextDocumentContentProvider, 'provideTextDocumentContent'>;
}

/**
 * Descriptions that are edited as files, and diffs as text. Tabs may be restored from the last session, so
 * the schemes are registered at startup; their implementation is loaded with the first document.
 */
export class LazyMergeRequestTexts implements Disposable {
  readonly #diffs = new EventEmitter<Uri>();
  readonly #parts = new DisposableStore();

  constructor(load: () => Promise<MergeRequestTexts>) {
    this.#parts.add(this.#diffs);
    this.#parts.add(new LazyFiles(EDIT_SCHEME, 'write', async () => (await load()).descriptions));
    this.#parts.add(
      workspace.registerTextDocumentContentProvider(DIFF_SCHEME, {
        onDidChange: this.#diffs.event,
        provideTextDocumentContent: async (uri: Uri, token: CancellationToken) =>
          (await load()).diffs.provideTextDocumentContent(uri, token),
      }),
    );
  }

  /** Makes the editor reload a diff. */
  reread(uri: Uri): void {
    this.#diffs.fire(uri);
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
