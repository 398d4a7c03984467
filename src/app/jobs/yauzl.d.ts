// Types of the parts of yauzl that are used; the package has none.

declare module 'yauzl' {
  interface Entry {
    readonly fileNameRaw: Buffer;
    readonly generalPurposeBitFlag: number;
    readonly extraFields: readonly { readonly id: number; readonly data: Buffer }[];
    readonly externalFileAttributes: number;
    readonly uncompressedSize: number;
    /** Checksum of the decompressed file; the library doesn't compare it. */
    readonly crc32: number;
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
    fromBufferPromise(bytes: Buffer, options: Options): Promise<ZipFile>;
    getFileNameLowLevel(
      flags: number,
      name: Buffer,
      extraFields: Entry['extraFields'],
      strictFileNames: boolean,
    ): string;
  };
  export type { Entry, ZipFile };
  export default yauzl;
}
