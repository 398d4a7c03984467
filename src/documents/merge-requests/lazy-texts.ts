import {
  type CancellationToken,
  Disposable as EditorDisposable,
  EventEmitter,
  type FileChangeEvent,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  type FileType,
  type TextDocumentContentProvider,
  type Uri,
  workspace,
} from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { EDIT_SCHEME } from '../../presentation/merge-requests/edit-address';
import { DIFF_SCHEME } from '../../presentation/review/diff-address';

/** The providers, created on demand. */
export interface MergeRequestTexts {
  readonly descriptions: Pick<FileSystemProvider, 'stat' | 'readFile' | 'writeFile'>;
  readonly diffs: Pick<TextDocumentContentProvider, 'provideTextDocumentContent'>;
}

/**
 * Descriptions that are edited as files, and diffs as text. Tabs may be restored from the last session, so
 * the schemes are registered at startup; their implementation is loaded with the first document.
 */
export class LazyMergeRequestTexts implements FileSystemProvider, Disposable {
  readonly #load: () => Promise<MergeRequestTexts>;
  readonly #files = new EventEmitter<FileChangeEvent[]>();
  readonly #diffs = new EventEmitter<Uri>();
  readonly #parts = new DisposableStore();

  /** Never fires: only the editor changes open descriptions. */
  readonly onDidChangeFile = this.#files.event;

  constructor(load: () => Promise<MergeRequestTexts>) {
    this.#load = load;
    this.#parts.add(this.#files);
    this.#parts.add(this.#diffs);
    this.#parts.add(workspace.registerFileSystemProvider(EDIT_SCHEME, this, { isCaseSensitive: true }));
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

  watch(): EditorDisposable {
    return new EditorDisposable(() => undefined);
  }
  async stat(uri: Uri): Promise<FileStat> {
    return (await this.#load()).descriptions.stat(uri);
  }
  async readFile(uri: Uri): Promise<Uint8Array> {
    return (await this.#load()).descriptions.readFile(uri);
  }
  async writeFile(
    uri: Uri,
    content: Uint8Array,
    options: { readonly create: boolean; readonly overwrite: boolean },
  ): Promise<void> {
    await (await this.#load()).descriptions.writeFile(uri, content, options);
  }
  readDirectory(): [string, FileType][] {
    return [];
  }
  createDirectory(): void {
    throw FileSystemError.NoPermissions();
  }
  delete(): void {
    throw FileSystemError.NoPermissions();
  }
  rename(): void {
    throw FileSystemError.NoPermissions();
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
