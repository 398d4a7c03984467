import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { GitRemote } from '../../../app/shared/git-port';
import { orUndefined } from '../../../base/background';
import {
  hostNameOf,
  matchesPattern,
  type ReadIncluded,
  type SshTarget,
} from '../../../domain/git/ssh-config';
import { parseRemote } from '../../../domain/shared/remote-url';
import { openRepository, type RepositoryAccess } from './open-repository';

/** The folder of the user's SSH configuration. */
const sshFolder = (): string => path.join(homedir(), '.ssh');

/** Returns the host that an SSH alias stands for in the user's configuration; undefined if there is none. */
async function hostOfAlias(target: SshTarget, folder: string): Promise<string | undefined> {
  const [config = ''] = await textsOf([path.join(folder, 'config')]);
  return hostNameOf(target, config, includedIn(folder));
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

/** `NAME<tab>URL (fetch)`. For partial clones, git adds the filter. */
const LINE = /^([^\t]+)\t(.*) \((fetch|push)\)(?: \[[^\]]*\])?$/;

/**
 * Returns the remotes of a repository as git and ssh use them: with `insteadOf`, included files, several URLs, and the
 * hosts of SSH aliases.
 */
export async function effectiveRemotes(
  access: RepositoryAccess,
  repository: string,
  folder = sshFolder(),
): Promise<readonly GitRemote[]> {
  const { read } = await openRepository(access, repository);
  const remotes = remotesIn(await read(['remote', '-v']));
  return Promise.all(
    remotes.map(async (remote) => {
      const { transport, host, user } = parseRemote(remote.url) ?? {};
      const aliasOf =
        transport === 'ssh' && host !== undefined
          ? await hostOfAlias({ alias: host, user }, folder)
          : undefined;
      return aliasOf === undefined || aliasOf === host ? remote : { ...remote, aliasOf };
    }),
  );
}

/** Reads the output of `git remote -v`. */
function remotesIn(output: string): readonly GitRemote[] {
  const found = new Map<string, { url: string | undefined; pushUrls: string[] }>();
  for (const line of output.split('\n')) {
    const [, name, url, use] = LINE.exec(line) ?? [];
    if (name === undefined || url === undefined) continue;
    const remote = found.get(name) ?? { url: undefined, pushUrls: [] };
    found.set(name, remote);
    if (use === 'fetch') remote.url ??= url;
    else remote.pushUrls.push(url);
  }
  return [...found].flatMap(([name, { url, pushUrls }]) =>
    url === undefined ? [] : [{ name, url, pushUrls }],
  );
}
