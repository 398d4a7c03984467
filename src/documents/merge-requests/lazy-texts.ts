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

/** The texts as they are made once somebody needs one. */
export interface MergeRequestTexts {
  readonly descriptions: Pick<FileSystemProvider, 'stat' | 'readFile' | 'writeFile'>;
  readonly diffs: Pick<TextDocumentContentProvider, 'provideTextDocumentContent'>;
}

/**
 * Descriptions that are edited as files, and diffs as texts. Their tabs may have been left open in the last session:
 * the addresses are known from the start, and what is behind them is loaded with the first of them.
 */
export class LazyMergeRequestTexts implements FileSystemProvider, Disposable {
  readonly #load: () => Promise<MergeRequestTexts>;
  readonly #files = new EventEmitter<FileChangeEvent[]>();
  readonly #diffs = new EventEmitter<Uri>();
  readonly #parts = new DisposableStore();

  /** Nobody but the editor changes a description that is open here. */
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

  /** A diff is to be read again. */
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
