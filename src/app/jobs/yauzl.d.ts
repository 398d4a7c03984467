// Types of the parts of yauzl that are used; the package has none.

declare module 'yauzl' {
  /** The fields of an entry that are needed to read the content of its file. */
  interface ContentPlace {
    readonly compressedSize: number;
    readonly compressionMethod: number;
    /** Checksum of the decompressed file; the library doesn't compare it. */
    readonly crc32: number;
    readonly generalPurposeBitFlag: number;
    readonly relativeOffsetOfLocalHeader: number;
    readonly uncompressedSize: number;
  }

  interface Entry extends ContentPlace {
    readonly fileNameRaw: Buffer;
    readonly extraFields: readonly { readonly id: number; readonly data: Buffer }[];
    readonly externalFileAttributes: number;
    isEncrypted(): boolean;
  }

  interface ZipFile {
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<AsyncIterable<Uint8Array>>;
  }

  interface Options {
    readonly autoClose: boolean;
    readonly decodeStrings: boolean;
    readonly validateEntrySizes: boolean;
  }

  const yauzl: {
    readonly Entry: new () => Entry;
    fromBufferPromise(bytes: Buffer, options: Options): Promise<ZipFile>;
    getFileNameLowLevel(
      flags: number,
      name: Buffer,
      extraFields: Entry['extraFields'],
      strictFileNames: boolean,
    ): string;
  };
  export type { ContentPlace, Entry, ZipFile };
  export default yauzl;
}
