import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a ZIP file. All values can be wrong. */
export interface RawEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  /** Size in the header; default: that of the content. */
  readonly size?: number;
  readonly mode?: number;
  readonly flags?: number;
  readonly stored?: boolean;
  /** Checksum in the header; default: that of the content. */
  readonly checksum?: number;
  /** Sizes and offset are in a ZIP64 field. */
  readonly zip64?: boolean;
}

const DEFAULT_MODE = 0o100644;

/** Returns a ZIP file with these entries, in this order. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { name, content = '', size, checksum, mode = DEFAULT_MODE, flags = 0x800, stored, zip64 } = entry;
    const bytes = Buffer.from(content);
    const data = stored === true ? bytes : deflateRawSync(bytes);
    const full = size ?? bytes.length;
    const path = Buffer.from(name);
    const extra = zip64 === true ? wideField(full, data.length, offset) : Buffer.alloc(0);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(45, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(stored === true ? 0 : 8, 4);
    facts.writeUInt32LE(checksum ?? crc32(bytes), 10);
    facts.writeUInt32LE(zip64 === true ? 0xffffffff : data.length, 14);
    facts.writeUInt32LE(zip64 === true ? 0xffffffff : full, 18);
    facts.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, path, data]);
    facts.writeUInt16LE(extra.length, 24);
    const place = Buffer.alloc(14);
    place.writeUInt32LE((mode << 16) >>> 0, 6);
    place.writeUInt32LE(zip64 === true ? 0xffffffff : offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), Buffer.from(facts), place, path, extra);
    parts.push(local);
    offset += local.length;
  }
  return Buffer.concat([...parts, ...central, endOf(entries.length, Buffer.concat(central).length, offset)]);
}

function wideField(full: number, packed: number, offset: number): Buffer {
  const field = Buffer.alloc(28);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(24, 2);
  field.writeBigUInt64LE(BigInt(full), 4);
  field.writeBigUInt64LE(BigInt(packed), 12);
  field.writeBigUInt64LE(BigInt(offset), 20);
  return field;
}

/** The end of the archive, with a ZIP64 record for many entries. */
function endOf(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  const isMany = count >= 0xffff;
  end.writeUInt16LE(isMany ? 0xffff : count, 8);
  end.writeUInt16LE(isMany ? 0xffff : count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  if (!isMany) return end;
  const wide = Buffer.alloc(56);
  wide.write('PK\x06\x06', 'latin1');
  wide.writeBigUInt64LE(44n, 4);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(length), 40);
  wide.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([wide, locator, end]);
}
