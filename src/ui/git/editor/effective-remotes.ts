import type { GitRemote } from '../../../app/shared/git-port';
import { parseRemote } from '../../../domain/shared/remote-url';
import { openRepository, type RepositoryAccess } from './open-repository';
import { hostOfAlias, sshFolder } from './ssh-aliases';

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
      const { transport, host } = parseRemote(remote.url) ?? {};
      const aliasOf = transport === 'ssh' && host !== undefined ? await hostOfAlias(host, folder) : undefined;
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
