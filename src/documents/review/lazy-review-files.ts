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

/** What is read of the sides of files, as it is made once somebody opens one. */
export type ReviewFileReading = Pick<FileSystemProvider, 'stat' | 'readFile'>;

const refuse = (): never => {
  throw FileSystemError.NoPermissions();
};

/**
 * The sides of files in diffs of merge requests, as files that can only be read. Their tabs may have been left open in
 * the last session: the scheme is known from the start, and what is behind it is loaded with the first of them.
 */
export class LazyReviewFiles implements FileSystemProvider, Disposable {
  readonly #load: () => Promise<ReviewFileReading>;
  readonly #registration: EditorDisposable;

  readonly createDirectory = refuse;
  readonly writeFile = refuse;
  readonly delete = refuse;
  readonly rename = refuse;

  /** What is at a commit never changes. */
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
