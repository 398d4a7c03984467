import { parseUrl } from '../../../base/parse-url';

/** An upload of a project: a file that was added to a text. */
export interface Upload {
  /** ID or path. */
  readonly project: string;
  readonly secret: string;
  readonly filename: string;
}

const UPLOAD = /^\/(?:-\/project\/(\d{1,12})|([^?#]{1,1000}?))\/uploads\/([0-9a-f]{32})\/([^/?#]{1,255})$/;

/** Returns the upload at a URL of a server; undefined for other URLs. */
export function uploadAt(address: string, base: string): Upload | undefined {
  const url = parseUrl(address);
  const server = parseUrl(base);
  if (url === undefined || server === undefined || url.origin !== server.origin) return undefined;
  const root = server.pathname.replace(/\/+$/, '');
  if (!url.pathname.startsWith(`${root}/`)) return undefined;
  const [, id, path, secret = '', filename = ''] = UPLOAD.exec(url.pathname.slice(root.length)) ?? [];
  const project = id ?? decoded(path ?? '');
  const name = decoded(filename);
  if (project === undefined || project === '' || name === undefined || name === '') return undefined;
  return { project, secret, filename: name };
}

/** True if an image at this URL is an upload, which is loaded with the account. */
export const isUpload = (address: string, { base }: { readonly base: string }): boolean =>
  uploadAt(address, base) !== undefined;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
