import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { FileToSend } from '../../api/params';
import type { Project } from './model';

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

type Color = readonly [red: number, green: number, blue: number];

/** Returns a PNG image. */
function png(width: number, height: number, colorAt: (x: number, y: number) => Color): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_column, x) => colorAt(x, y)).flat()]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(checksum(content));
  return Buffer.concat([length, content, sum]);
}

/** Returns the CRC-32 of PNG. Node.js 20 has no function for it. */
function checksum(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
