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
import { ARTIFACT_SCHEME } from '../../presentation/jobs/artifact-address';

/** The file operations, created on demand. */
export type ArtifactReading = Pick<FileSystemProvider, 'stat' | 'readFile' | 'readDirectory'>;

const readOnly = (): never => {
  throw FileSystemError.NoPermissions();
};

/**
 * The artifacts of jobs as read-only files. Tabs may be restored from the last session, so the scheme is
 * registered at startup; its implementation is loaded with the first file.
 */
export class LazyArtifactFiles implements FileSystemProvider, Disposable {
  readonly #load: () => Promise<ArtifactReading>;
  readonly #registration: EditorDisposable;

  readonly createDirectory = readOnly;
  readonly writeFile = readOnly;
  readonly delete = readOnly;
  readonly rename = readOnly;

  /** Never fires: an archive doesn't change. */
  readonly onDidChangeFile = new EventEmitter<FileChangeEvent[]>().event;

  constructor(load: () => Promise<ArtifactReading>) {
    this.#load = load;
    this.#registration = workspace.registerFileSystemProvider(ARTIFACT_SCHEME, this, {
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
  async readDirectory(uri: Uri): Promise<[string, FileType][]> {
    return (await this.#load()).readDirectory(uri);
  }
  dispose(): void {
    this.#registration.dispose();
  }
}
