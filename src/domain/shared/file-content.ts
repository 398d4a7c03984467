/** What a file is, by its bytes and its mode. */
export const CONTENT_KINDS = ['text', 'binary', 'image', 'lfs', 'link', 'submodule', 'too-large'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** Modes of git that are no files of their own. */
export const LINK_MODE = '120000';
export const SUBMODULE_MODE = '160000';

/** What stands in a repository for a file that is stored elsewhere. */
export interface LfsPointer {
  /** In bytes. */
  readonly size: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly oid: string;
}

/** Pointers are never longer (the specification of Git LFS). */
const MAX_POINTER_LENGTH = 1024;
/** How far git looks for a NUL to tell texts from other files. */
const PROBED = 8000;
/** What the editor shows as pictures by the ending of their name. SVG is a text for it. */
const IMAGE = /\.(?:jpe?|jpg|jpeg|png|bmp|gif|ico|webp|avif)$/i;

export const isImagePath = (path: string): boolean => IMAGE.test(path);

export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, PROBED).includes(0);
}

/** Reads the pointer that Git LFS leaves in the place of a file; undefined for anything else. */
export function lfsPointer(bytes: Uint8Array): LfsPointer | undefined {
  if (bytes.length > MAX_POINTER_LENGTH || bytes[0] !== 'v'.charCodeAt(0)) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (!text.startsWith('version https://git-lfs.github.com/spec/')) return undefined;
  const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
  const size = /^size (\d{1,15})$/m.exec(text)?.[1];
  return oid === undefined || size === undefined ? undefined : { oid, size: Number(size) };
}

/** The commit has no such file: a made-up address, or one of a file that a version does not have. */
export class NoSuchFile extends Error {
  override readonly name = 'NoSuchFile';
  constructor() {
    super('the commit has no such file');
  }
}
