import { orUndefined } from '../../../base/background';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { hostNameOf, matchesPattern, type ReadIncluded } from '../../../domain/git/ssh-config';

/** The folder of the user's SSH configuration. */
export const sshFolder = (): string => path.join(homedir(), '.ssh');

/** Returns the host that an SSH alias stands for in the user's configuration; undefined if there is none. */
export async function hostOfAlias(alias: string, folder: string): Promise<string | undefined> {
  const [config = ''] = await textsOf([path.join(folder, 'config')]);
  return hostNameOf(alias, config, includedIn(folder));
}

const includedIn =
  (folder: string): ReadIncluded =>
  async (name) => {
    const full = name.startsWith('~/')
      ? path.join(path.dirname(folder), name.slice(2))
      : path.resolve(folder, name);
    const pattern = path.basename(full);
    if (!/[*?]/.test(pattern)) return textsOf([full]);
    const names = await readdir(path.dirname(full)).catch((): string[] => []);
    // Like a shell, ssh skips hidden files.
    const matching = names.filter((each) => !each.startsWith('.') && matchesPattern(each, pattern)).sort();
    return textsOf(matching.map((each) => path.join(path.dirname(full), each)));
  };

/** Omits files that can't be read, like ssh. */
async function textsOf(files: readonly string[]): Promise<readonly string[]> {
  const texts = await Promise.all(files.map((file) => orUndefined(readFile(file, 'utf8'))));
  return texts.filter((text) => text !== undefined);
}
