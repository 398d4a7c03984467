/** A file being written. It gets its name when it is complete. */
export interface FileWriter {
  write(bytes: Uint8Array): Promise<void>;
  commit(): Promise<void>;
  /** Removes the incomplete file. */
  abort(): Promise<void>;
}

/** A listed file. */
export interface FolderFile {
  readonly name: string;
  readonly bytes: number;
  /** When it was last written or read, in Unix milliseconds. */
  readonly usedAt: number;
}

export interface OpenFile {
  readonly bytes: number;
  /** The bytes from `from` up to, but not including, `to`. */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** A folder of files that only this user can read. It has no subfolders. */
export interface LogFolder {
  /** Empty if the folder doesn't exist. */
  list(): Promise<readonly FolderFile[]>;
  /** Undefined if the file doesn't exist. */
  open(name: string): Promise<OpenFile | undefined>;
  create(name: string): Promise<FileWriter>;
  /** Updates the time of last use. */
  touch(name: string): Promise<void>;
  remove(name: string): Promise<void>;
}
