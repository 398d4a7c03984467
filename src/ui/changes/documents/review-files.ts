import { FilePermission, type FileStat, FileSystemError, FileType, type Uri } from 'vscode';
import type { SideContent } from '../../../app/changes/sides/side-content';
import { t } from '../../../base/localize';
import { showLoneReturns } from '../../../base/lone-returns';
import { NoSuchFileError } from '../../../domain/shared/file-content';
import { readSideAddress, type SideAddress } from '../../../presentation/changes/side-address';
import { explain, sentences } from '../../../presentation/shared/error-messages';
import { plainText } from '../../../presentation/shared/plain-text';
import type { FileOperations } from '../../shared/documents/lazy-files';

/** The sides of files in diffs. Each is loaded when the editor requests it. */
export class ReviewFiles implements FileOperations {
  readonly #content: SideContent;

  constructor(content: SideContent) {
    this.#content = content;
  }

  async stat(uri: Uri): Promise<FileStat> {
    const address = readSideAddress(uri);
    // The editor calls `stat` for the parent folders.
    if (address === undefined) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { length: size } = await this.#read(address);
    const permissions = FilePermission.Readonly;
    return { type: FileType.File, ctime: 0, mtime: 0, size, permissions };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const address = readSideAddress(uri);
    if (address === undefined) throw FileSystemError.FileNotFound(uri);
    return this.#read(address);
  }

  async #read(address: SideAddress): Promise<Uint8Array> {
    try {
      const { bytes, what } = await this.#content.read(address);
      return what === 'text' ? showLoneReturns(bytes) : bytes;
    } catch (error) {
      // The editor has a button to try again, and shows the error as a message, in which links would be
      // active.
      const name = address.path.slice(address.path.lastIndexOf('/') + 1);
      const message = plainText(sentences(t("Couldn't read {0}.", name), explain(error).why));
      throw error instanceof NoSuchFileError
        ? FileSystemError.FileNotFound(message)
        : FileSystemError.Unavailable(message);
    }
  }
}
