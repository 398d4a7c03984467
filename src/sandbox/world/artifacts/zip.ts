import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive. */
export interface ZipFile {
  readonly path: string;
  readonly bytes: Buffer;
  /** Stored without compression, so that the size of the archive doesn't depend on the content. */
  readonly stored?: boolean;
}

/** The date of all files, 2026-01-01, in the format of ZIP files. */
const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;
/** Text in UTF-8. */
const FLAGS = 0x0800;
/** A regular file with the permissions 0644, as created on Unix. */
const FILE_MODE = 0o100644;

/** Returns a ZIP file with an entry for each file and folder, as GitLab Runner creates it. */
export function zip(files: readonly ZipFile[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes, stored = false } of files) {
    const name = Buffer.from(path);
    const data = stored ? bytes : deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(FLAGS, 2);
    facts.writeUInt16LE(stored ? 0 : 8, 4);
    facts.writeUInt16LE(DATE, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, name, data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE((FILE_MODE << 16) >>> 0, 6);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), facts, place, name);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
