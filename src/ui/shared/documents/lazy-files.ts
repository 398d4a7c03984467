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
import type { Disposable } from '../../../base/disposable';

/** The file operations of a scheme. Operations that are missing are refused. */
export type FileOperations = Pick<FileSystemProvider, 'stat' | 'readFile'> &
  Partial<Pick<FileSystemProvider, 'readDirectory' | 'writeFile'>>;

const refuse = (): never => {
  throw FileSystemError.NoPermissions();
};

/**
 * Files whose tabs may be restored from the last session. Their scheme is registered at startup; the operations are
 * loaded with the first file.
 */
export class LazyFiles implements FileSystemProvider, Disposable {
  readonly #load: () => Promise<FileOperations>;
  readonly #registration: EditorDisposable;

  readonly createDirectory = refuse;
  readonly delete = refuse;
  readonly rename = refuse;

  /** Never fires: artifacts and files in commits don't change, and only the editor changes descriptions. */
  readonly onDidChangeFile = new EventEmitter<FileChangeEvent[]>().event;

  constructor(scheme: string, access: 'read' | 'write', load: () => Promise<FileOperations>) {
    this.#load = load;
    this.#registration = workspace.registerFileSystemProvider(scheme, this, {
      isCaseSensitive: true,
      isReadonly: access === 'read',
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
    return (await this.#load()).readDirectory?.(uri) ?? [];
  }
  async writeFile(
    uri: Uri,
    content: Uint8Array,
    options: { readonly create: boolean; readonly overwrite: boolean },
  ): Promise<void> {
    const files = await this.#load();
    if (files.writeFile === undefined) refuse();
    else await files.writeFile(uri, content, options);
  }
  dispose(): void {
    this.#registration.dispose();
  }
}
