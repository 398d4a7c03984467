import { randomBytes } from 'node:crypto';
import type { FileToSend } from '../../api/params';
import type { Project } from './model';
import { png } from './png';

/** A file that was added to a text. Its URL contains the secret. */
export interface Upload {
  /** Path of the project. */
  readonly project: string;
  readonly secret: string;
  readonly filename: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** The image in the description of !22. */
const LOGO: Upload = {
  project: 'acme/storefront',
  secret: 'a3f1c2d4e5b60718293a4b5c6d7e8f90',
  filename: 'logo.png',
  type: 'image/png',
  bytes: png(240, 80, (x, y) => (((x >> 4) + (y >> 4)) % 2 === 0 ? [54, 120, 200] : [236, 242, 250])),
};

/** Its path in Markdown, relative to the project. */
export const LOGO_PATH = `/uploads/${LOGO.secret}/${LOGO.filename}`;

/** The files that were added to texts. */
export class UploadStore {
  readonly #uploads: Upload[] = [LOGO];

  find({ path }: Pick<Project, 'path'>, secret: string, filename: string): Upload | undefined {
    return this.#uploads.find(
      (each) => each.project === path && each.secret === secret && each.filename === filename,
    );
  }

  add({ path }: Pick<Project, 'path'>, { name, bytes }: FileToSend): Upload {
    const upload = {
      project: path,
      secret: randomBytes(16).toString('hex'),
      filename: safeName(name),
      type: typeOf(name),
      bytes: Buffer.from(bytes),
    };
    this.#uploads.push(upload);
    return upload;
  }
}

/** Returns the last part of a path, without characters that have a meaning in URLs or Markdown. */
const safeName = (name: string): string => {
  const last = /[^/\\]*$/.exec(name)?.[0] ?? '';
  return last.replace(/[^\p{L}\p{N}._+-]+/gu, '_').replace(/^\.+/, '') || 'file';
};

/** The types of files that texts show as images. */
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

const typeOf = (name: string): string => {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return (
    (Object.hasOwn(IMAGE_TYPES, extension) ? IMAGE_TYPES[extension] : undefined) ?? 'application/octet-stream'
  );
};

/** Returns the Markdown of an upload: an image, or a link to another file. */
export function uploadMarkdown({ secret, filename, type }: Upload): string {
  const address = `/uploads/${secret}/${filename}`;
  return type.startsWith('image/')
    ? `![${filename.replace(/\.[^.]*$/, '')}](${address})`
    : `[${filename}](${address})`;
}
