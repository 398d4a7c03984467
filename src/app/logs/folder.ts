/** A file while it is written. It appears under its name only once it is complete. */
export interface FileWriter {
  write(bytes: Uint8Array): Promise<void>;
  commit(): Promise<void>;
  /** Leaves nothing behind. */
  abort(): Promise<void>;
}

/** A file of the folder, as it is listed. */
export interface FolderFile {
  readonly name: string;
  readonly bytes: number;
  /** When it was written or read last, in Unix milliseconds. */
  readonly usedAt: number;
}

export interface OpenFile {
  readonly bytes: number;
  /** The bytes from `from` up to, not including, `to`, in pieces. */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** A folder of files that only this person can read. Names are plain: no folders in them. */
export interface LogFolder {
  /** Nothing where the folder does not exist. */
  list(): Promise<readonly FolderFile[]>;
  /** Undefined where there is no such file. */
  open(name: string): Promise<OpenFile | undefined>;
  create(name: string): Promise<FileWriter>;
  /** Tells that a file was used now. */
  touch(name: string): Promise<void>;
  remove(name: string): Promise<void>;
}
