/** Kinds of files, detected from their content and mode. */
export const CONTENT_KINDS = ['text', 'binary', 'image', 'lfs', 'link', 'submodule', 'too-large'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** Git modes of entries that aren't regular files. */
export const LINK_MODE = '120000';
export const SUBMODULE_MODE = '160000';

/** A Git LFS pointer file, which replaces the file in the repository. */
export interface LfsPointer {
  /** In bytes. */
  readonly size: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly oid: string;
}

/** Maximum length according to the Git LFS specification. */
const MAX_POINTER_LENGTH = 1024;
/** Number of bytes that git searches for a NUL to detect binary files. */
const PROBED = 8000;
/** Extensions of files that the editor shows as images. SVG files are shown as text. */
const IMAGE = /\.(?:jpe?|jpg|jpeg|png|bmp|gif|ico|webp|avif)$/i;

export const isImagePath = (path: string): boolean => IMAGE.test(path);

export const isSvgPath = (path: string): boolean => /\.svg$/i.test(path);

export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, PROBED).includes(0);
}

/** Parses a Git LFS pointer file; returns undefined for any other content. */
export function lfsPointer(bytes: Uint8Array): LfsPointer | undefined {
  if (bytes.length > MAX_POINTER_LENGTH || bytes[0] !== 'v'.charCodeAt(0)) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (!text.startsWith('version https://git-lfs.github.com/spec/')) return undefined;
  const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
  const size = /^size (\d{1,15})$/m.exec(text)?.[1];
  return oid === undefined || size === undefined ? undefined : { oid, size: Number(size) };
}

/**
 * Thrown if a commit doesn't contain a file: the URI is invalid, or the file doesn't exist in this version.
 */
export class NoSuchFileError extends Error {
  override readonly name = 'NoSuchFileError';
  constructor() {
    super('the commit has no such file');
  }
}
