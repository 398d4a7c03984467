import { crc32 } from 'node:zlib';
import yauzl, { type ContentPlace, type Entry, type ZipFile } from 'yauzl';
import { type ArtifactListing, ArtifactTree, MAX_ARCHIVE_ENTRIES } from '../../domain/jobs/artifact-tree';
import { ArtifactsUnavailableError, NoSuchArtifactError } from '../../domain/jobs/artifacts';

/** Maximum size of a file that is opened in an editor, in bytes. */
export const MAX_FILE_BYTES = 50_000_000;

/** A ZIP file in memory. Nothing is written to disk, and files are decompressed one at a time, on demand. */
export class Archive {
  /** Size of the archive. */
  readonly bytes: number;
  readonly #zip: ZipFile;
  readonly #tree: ArtifactTree;
  /** Keyed by path. The library's entries would need ten times as much memory. */
  readonly #places: ReadonlyMap<string, ContentPlace>;

  private constructor(
    bytes: number,
    zip: ZipFile,
    contents: { readonly tree: ArtifactTree; readonly places: ReadonlyMap<string, ContentPlace> },
  ) {
    this.bytes = bytes;
    this.#zip = zip;
    this.#tree = contents.tree;
    this.#places = contents.places;
  }

  /** Reads the directory of an archive. @throws ArtifactsUnavailableError if it is damaged */
  static async open(bytes: Uint8Array, signal?: AbortSignal): Promise<Archive> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const tree = new ArtifactTree();
    const places = new Map<string, ContentPlace>();
    try {
      // Names and sizes are checked here, so that an unsafe entry doesn't make the others unreadable.
      const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
      const zip = await yauzl.fromBufferPromise(buffer, options);
      let count = 0;
      for await (const entry of zip.eachEntry()) {
        signal?.throwIfAborted();
        if (++count > MAX_ARCHIVE_ENTRIES) {
          tree.cut();
          break;
        }
        const path = tree.add({
          name: nameOf(entry),
          size: entry.uncompressedSize,
          attributes: entry.externalFileAttributes,
        });
        if (path !== undefined) places.set(path, placeOf(entry));
        if (tree.isCut) break;
      }
      return new Archive(bytes.length, zip, { tree, places });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ArtifactsUnavailableError('archive', undefined, { cause });
    }
  }

  /** @throws NoSuchArtifactError */
  list(folder: string): ArtifactListing {
    const listing = this.#tree.list(folder);
    if (listing === undefined) throw new NoSuchArtifactError();
    return listing;
  }

  /** Decompresses a file. @throws NoSuchArtifactError, ArtifactsUnavailableError */
  async read(path: string, signal?: AbortSignal): Promise<Uint8Array> {
    const place = this.#places.get(path);
    if (place === undefined) throw new NoSuchArtifactError();
    const entry = Object.assign(new yauzl.Entry(), place);
    if (entry.isEncrypted()) throw new ArtifactsUnavailableError('encrypted');
    if (entry.uncompressedSize > MAX_FILE_BYTES)
      throw new ArtifactsUnavailableError('file-size', MAX_FILE_BYTES);
    try {
      return await contentOf(await this.#zip.openReadStreamPromise(entry), entry, signal);
    } catch (cause) {
      signal?.throwIfAborted();
      throw cause instanceof ArtifactsUnavailableError
        ? cause
        : new ArtifactsUnavailableError('file', undefined, { cause });
    }
  }
}

const placeOf = (entry: ContentPlace): ContentPlace => ({
  compressedSize: entry.compressedSize,
  compressionMethod: entry.compressionMethod,
  crc32: entry.crc32,
  generalPurposeBitFlag: entry.generalPurposeBitFlag,
  relativeOffsetOfLocalHeader: entry.relativeOffsetOfLocalHeader,
  uncompressedSize: entry.uncompressedSize,
});

/** Backslashes are kept, because they aren't separators in ZIP files. */
const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);

/**
 * Reads a stream that must have exactly the stated size, so that at most that many bytes are decompressed, and the stated
 * checksum, which the library doesn't compare.
 */
async function contentOf(
  stream: AsyncIterable<Uint8Array>,
  { uncompressedSize: size, crc32: checksum }: Pick<Entry, 'uncompressedSize' | 'crc32'>,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let [length, found] = [0, 0];
  for await (const chunk of stream) {
    signal?.throwIfAborted();
    length += chunk.length;
    if (length > size) break;
    chunks.push(chunk);
    found = crc32(chunk, found);
  }
  if (length !== size || found !== checksum) throw new ArtifactsUnavailableError('file');
  return Buffer.concat(chunks);
}
