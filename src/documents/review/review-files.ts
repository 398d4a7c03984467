import { FilePermission, type FileStat, FileSystemError, FileType, type Uri } from 'vscode';
import type { SideContent } from '../../app/review/side-content';
import { t } from '../../base/localize';
import { NoSuchFile } from '../../domain/shared/file-content';
import { readSideAddress, type SideAddress } from '../../presentation/review/side-address';
import { explain, sentences } from '../../presentation/shared/error-messages';
import { plainText } from '../../presentation/shared/plain-text';
import type { ReviewFileReading } from './lazy-review-files';

/** The sides of files in diffs of merge requests. Each is read when the editor asks for it. */
export class ReviewFiles implements ReviewFileReading {
  readonly #content: SideContent;

  constructor(content: SideContent) {
    this.#content = content;
  }

  async stat(uri: Uri): Promise<FileStat> {
    const address = readSideAddress(uri);
    // The editor looks at the folders above.
    if (address === undefined) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { bytes } = await this.#read(address);
    const permissions = FilePermission.Readonly;
    return { type: FileType.File, ctime: 0, mtime: 0, size: bytes.length, permissions };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const address = readSideAddress(uri);
    if (address === undefined) throw FileSystemError.FileNotFound(uri);
    return (await this.#read(address)).bytes;
  }

  async #read(address: SideAddress) {
    try {
      return await this.#content.read(address);
    } catch (error) {
      // The editor asks again by its own button, and shows this as a message, in which links would work.
      const name = address.path.slice(address.path.lastIndexOf('/') + 1);
      const said = plainText(sentences(t("Couldn't read {0}.", name), explain(error).why));
      throw error instanceof NoSuchFile
        ? FileSystemError.FileNotFound(said)
        : FileSystemError.Unavailable(said);
    }
  }
}
