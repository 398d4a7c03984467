import { type RawEntry, rawZip } from './zip';

/** Returns an archive with about this many entries. Anyone who can run a job can make it. */
type Make = (entries: number) => Uint8Array;

const of =
  (make: (index: number, count: number) => RawEntry): Make =>
  (count) =>
    rawZip(Array.from({ length: count }, (_, index) => ({ stored: true, ...make(index, count) })));

const levels = (count: number, name: (level: number) => string): string =>
  Array.from({ length: count }, (_, level) => name(level)).join('/');

/** Overwrites bytes of an archive: all matches of a signature, at an offset. */
const patched =
  (make: Make, signature: string, patch: (archive: Buffer, at: number, index: number) => void): Make =>
  (count) => {
    const archive = Buffer.from(make(count));
    let index = 0;
    for (let at = archive.indexOf(signature); at >= 0; at = archive.indexOf(signature, at + 4))
      patch(archive, at, index++);
    return archive;
  };

const CENTRAL = 'PK\u0001\u0002';
const END = 'PK\u0005\u0006';
const plain = of((index) => ({ name: `f${index}`, content: 'x' }));

const ARCHIVES: Readonly<Record<string, Make>> = {
  'many files': plain,
  'many empty files': of((index) => ({ name: `f${index}` })),
  'many folders': of((index) => ({ name: `d${index}/` })),
  'files in many folders': of((index) => ({ name: `d${index}/f` })),
  'files in deep folders': of((index) => ({ name: `${levels(39, (level) => `${index}-${level}`)}/f` })),
  'files in one deep folder': of((index) => ({ name: `${levels(39, (level) => `d${level}`)}/f${index}` })),
  'folders that are too deep': of((index) => ({ name: `${levels(500, () => 'd')}/f${index}` })),
  'a staircase of folders': of((index) => ({
    name: `${levels(index % 45, (level) => `d${level}`)}/${index}`,
  })),
  'a staircase of different folders': of((index) => ({
    name: `${levels(index % 40, (at) => `${index}.${at}`)}/f`,
  })),
  'long names': of((index) => ({ name: `${'n'.repeat(1_000)}${index}` })),
  'names that are too long': of((index) => ({ name: `${'n'.repeat(60_000)}${index}` })),
  'long names of folders': of((index) => ({ name: `${levels(4, () => 'd'.repeat(240))}${index}/f` })),
  'names that differ only at the end': of((index) => ({ name: `${'a/'.repeat(30)}${index}` })),
  'names of numbers': of((index, count) => ({ name: String(count - index).padStart(12, '0') })),
  'long numbers in names': of((index) => ({ name: `${'9'.repeat(500)}${index}` })),
  'names with many numbers': of((index) => ({ name: `${'1a'.repeat(200)}${index}` })),
  accents: of((index) => ({ name: `${'e\u0301'.repeat(100)}${index}` })),
  'upper and lower case': of((index) => ({ name: `${index % 2 === 0 ? 'README' : 'readme'}${index >> 1}` })),
  'names of another code page': of((index) => ({
    name: Buffer.from([0x82, 0x81, ...Buffer.from(String(index))]),
    flags: 0,
  })),
  'invalid names': of((index) => ({
    name: Buffer.from([0xff, 0xfe, ...Buffer.from(String(index))]),
  })),
  'empty names': of(() => ({ name: '' })),
  'equal names': of(() => ({ name: 'same' })),
  'equal folders': of(() => ({ name: 'same/' })),
  'a file as a folder': of((index) => ({ name: index === 0 ? 'a' : `a/${index}` })),
  'a folder as a file': of((index) => ({ name: index % 2 === 0 ? `a${index}/b` : `a${index - 1}` })),
  slashes: of((index) => ({ name: `${'/'.repeat(index % 900)}f` })),
  dots: of((index) => ({ name: `${'./'.repeat(index % 40)}f` })),
  'paths to the outside': of((index) => ({ name: `${'../'.repeat(1 + (index % 40))}f${index}` })),
  'absolute paths': of((index) => ({ name: `/etc/f${index}` })),
  drives: of((index) => ({ name: `C:/f${index}` })),
  backslashes: of((index) => ({ name: `a\\b${index}` })),
  'control characters': of((index) => ({ name: `\u001b[31m${index}` })),
  'zeros in names': of((index) => ({ name: `a\u0000${index}` })),
  links: of((index) => ({ name: `l${index}`, content: '/etc/passwd', mode: 0o120777 })),
  devices: of((index) => ({ name: `d${index}`, mode: 0o060666 })),
  'sizes that are too large': of((index) => ({ name: `f${index}`, content: 'x', size: 0xffff_fff0 })),
  'sizes that are too small': of((index) => ({ name: `f${index}`, content: 'long text', size: 1 })),
  'wrong checksums': of((index) => ({ name: `f${index}`, content: 'x', checksum: 1 })),
  'sizes of 64 bits': of((index) => ({ name: `f${index}`, content: 'x', zip64: true })),
  'encrypted files': of((index) => ({ name: `f${index}`, content: 'x', flags: 0x801 })),
  'compressed zeros': (count) =>
    rawZip(
      Array.from({ length: 3 }, (_, index) => ({ name: `f${index}`, content: Buffer.alloc(count * 500) })),
    ),
  'compressed zeros with a small size': (count) =>
    rawZip([{ name: 'f', content: Buffer.alloc(count * 500), size: 10 }]),
  'files at the same place': patched(plain, CENTRAL, (archive, at) => archive.writeUInt32LE(0, at + 42)),
  'files outside the archive': patched(plain, CENTRAL, (archive, at) =>
    archive.writeUInt32LE(0xffff_fff0, at + 42),
  ),
  'unknown compression': patched(plain, CENTRAL, (archive, at, index) =>
    archive.writeUInt16LE(index % 100, at + 10),
  ),
  'names longer than the archive': patched(plain, CENTRAL, (archive, at, index) => {
    if (index === 1) archive.writeUInt16LE(0xffff, at + 28);
  }),
  'fields longer than the archive': patched(plain, CENTRAL, (archive, at, index) => {
    if (index === 1) archive.writeUInt16LE(0xffff, at + 30);
  }),
  'more entries than stated': patched(plain, END, (archive, at) => archive.writeUInt16LE(1, at + 10)),
  'fewer entries than stated': patched(plain, END, (archive, at) => archive.writeUInt16LE(0xfffe, at + 10)),
  'a directory outside the archive': patched(plain, END, (archive, at) =>
    archive.writeUInt32LE(0xffff_fff0, at + 16),
  ),
};

/** The names of the archives. */
export const HOSTILE_ARCHIVES: readonly string[] = Object.keys(ARCHIVES);

/** Returns an archive of this kind with about this many entries. */
export function hostileArchive(name: string, entries: number): Uint8Array {
  const make = ARCHIVES[name];
  if (make === undefined) throw new Error(`There is no hostile archive "${name}".`);
  return make(entries);
}
