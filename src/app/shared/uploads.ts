import type { Client } from '../../api/client';
import { createUpload, getUpload } from '../../api/endpoints/uploads';
import type { FileToSend } from '../../api/params';

/** A file that was uploaded to a project, by the parts of its URL. */
export interface UploadedFile {
  readonly project: number | string;
  readonly secret: string;
  readonly filename: string;
}

/** Uploads a file to a project. Returns the Markdown that shows it. */
export async function uploadFile(
  client: Pick<Client, 'call'>,
  project: number | string,
  file: FileToSend,
  signal: AbortSignal,
): Promise<string> {
  return (await client.call(createUpload, { id: project, file }, { signal })).markdown;
}

/** Reads an uploaded file. Returns undefined if the server returns something else. */
export async function readUpload(
  client: Pick<Client, 'text'>,
  { project, secret, filename }: UploadedFile,
  options: { readonly signal: AbortSignal; readonly maxBytes: number },
): Promise<Uint8Array | 'too-large' | undefined> {
  const result = await client.text(getUpload, { id: project, secret, filename }, options);
  if (result.kind !== 'whole') return undefined;
  return result.cut ? 'too-large' : result.bytes;
}
