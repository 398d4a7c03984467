import {
  Disposable as EditorDisposable,
  EventEmitter,
  type FileChangeEvent,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  type FileType,
  type Uri,
  workspace,
} from 'vscode';
import type { Disposable } from '../../base/disposable';
import { REVIEW_SCHEME } from '../../presentation/review/side-address';

/** The file operations, created on demand. */
export type ReviewFileReading = Pick<FileSystemProvider, 'stat' | 'readFile'>;

const refuse = (): never => {
  throw FileSystemError.NoPermissions();
};

/**
 * Read-only files with the sides of diffs. Tabs may be restored from the last session, so the scheme is
 * registered at startup; its implementation is loaded with the first file.
 */
export class LazyReviewFiles implements FileSystemProvider, Disposable {
  readonly #load: () => Promise<ReviewFileReading>;
  readonly #registration: EditorDisposable;

  readonly createDirectory = refuse;
  readonly writeFile = refuse;
  readonly delete = refuse;
  readonly rename = refuse;

  /** Never fires: files in commits don't change. */
  readonly onDidChangeFile = new EventEmitter<FileChangeEvent[]>().event;

  constructor(load: () => Promise<ReviewFileReading>) {
    this.#load = load;
    this.#registration = workspace.registerFileSystemProvider(REVIEW_SCHEME, this, {
      isCaseSensitive: true,
      isReadonly: true,
    });
  }

  watch(): EditorDisposable {
    return new EditorDisposable(() => undefined);
  }
  async stat(uri: Uri): Promise<FileStat> {
    return (await this.#load()).stat(uri);
  }
  async readFile(uri: Uri): Promise<Uint8Array> {
    return (await this.#load()).readFile(uri);
  }
  readDirectory(): [string, FileType][] {
    return [];
  }
  dispose(): void {
    this.#registration.dispose();
  }
}
