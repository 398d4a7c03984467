// The secret that each request to the editor's server requires. It protects all files of the developer, because the
// server checks neither the origin nor the host name of a request.
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { temporaryFolder } from './temporary.mjs';

/**
 * Creates a token for a server. It is passed in a file, because all users of the computer can read the
 * arguments of a process. Only the owner can read the folder and the file, which are deleted when the script
 * ends, if not before.
 */
export async function newConnectionToken() {
  const token = randomBytes(32).toString('base64url');
  const folder = temporaryFolder(tmpdir(), 'sy-token-');
  const file = path.join(folder, 'token');
  await writeFile(file, token, { mode: 0o600, flag: 'wx' });
  return { token, file, remove: () => rm(folder, { recursive: true, force: true }) };
}
