// The secret that each request to the editor's server requires. It protects all files of the developer, because the
// server checks neither the origin nor the host name of a request.
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { temporaryFolder } from './temporary.mjs';

/**
 * Makes a token of its own for one server. It is passed in a file, because every user of the machine may read the
 * arguments of a process. Folder and file can be read by their owner only, and go with the script at the latest.
 */
export async function newConnectionToken() {
  const token = randomBytes(32).toString('base64url');
  const folder = temporaryFolder(tmpdir(), 'sy-token-');
  const file = path.join(folder, 'token');
  await writeFile(file, token, { mode: 0o600, flag: 'wx' });
  return { token, file, remove: () => rm(folder, { recursive: true, force: true }) };
}
