import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Returns the processes of the user that have a text in their arguments or environment. Only on Linux. */
export function processesWith(text: string): readonly string[] {
  const found: string[] = [];
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const part of ['cmdline', 'environ']) {
      if (contentOf(`/proc/${id}/${part}`).includes(text)) found.push(`${part} of ${commandOf(id)}`);
    }
  }
  return found;
}

const commandOf = (id: string): string => contentOf(`/proc/${id}/comm`).toString().trim();

/** Processes of other users, and those that have ended, can't be read. */
function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Returns the files below a folder that contain a text. */
export async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return (await readFile(file)).includes(text) ? [path.relative(folder, file)] : [];
    }),
  );
  return found.flat();
}
