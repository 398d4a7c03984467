import { FilePermission, type FileStat, FileSystemError, FileType, type Uri } from 'vscode';
import type { Artifacts } from '../../../app/jobs/artifacts';
import { t } from '../../../base/localize';
import { type ArtifactItem, artifactName } from '../../../domain/jobs/artifact-tree';
import { NoSuchArtifactError } from '../../../domain/jobs/artifacts';
import { type ArtifactAddress, readArtifactAddress } from '../../../presentation/jobs/artifact-address';
import { explain, sentences } from '../../../presentation/shared/error-messages';
import { plainText } from '../../../presentation/shared/plain-text';
import type { FileOperations } from '../../shared/documents/lazy-files';

const typeOf = ({ kind }: Pick<ArtifactItem, 'kind'>): FileType =>
  kind === 'folder' ? FileType.Directory : FileType.File;

/** The artifacts of jobs as read-only files and folders. */
export class ArtifactFiles implements FileOperations {
  readonly #artifacts: Pick<Artifacts, 'item' | 'list' | 'read'>;

  constructor(artifacts: Pick<Artifacts, 'item' | 'list' | 'read'>) {
    this.#artifacts = artifacts;
  }

  stat(uri: Uri): Promise<FileStat> {
    return explained(uri, async (address) => {
      const item = await this.#artifacts.item(address, address.path);
      const permissions = FilePermission.Readonly;
      return { type: typeOf(item), ctime: 0, mtime: 0, size: item.size ?? 0, permissions };
    });
  }

  readFile(uri: Uri): Promise<Uint8Array> {
    return explained(uri, (address) => this.#artifacts.read(address, address.path));
  }

  readDirectory(uri: Uri): Promise<[string, FileType][]> {
    return explained(uri, async (address) => {
      const { items } = await this.#artifacts.list(address, address.path);
      return items.map((item) => [item.name, typeOf(item)]);
    });
  }
}

/** Converts errors. The editor shows them as messages, in which links would be active. */
async function explained<T>(uri: Uri, work: (address: ArtifactAddress) => Promise<T>): Promise<T> {
  const address = readArtifactAddress(uri);
  if (address === undefined) throw FileSystemError.FileNotFound(uri);
  try {
    return await work(address);
  } catch (error) {
    const what = t("Couldn't read {0}.", artifactName(address.path));
    const message = plainText(sentences(what, explain(error).why));
    throw error instanceof NoSuchArtifactError
      ? FileSystemError.FileNotFound(message)
      : FileSystemError.Unavailable(message);
  }
}
