import { parseRemote, projectPathOn } from '../../domain/shared/remote-url';
import type { ProjectKey } from '../shared/keys';
import type { Repository } from '../shared/stores';

/** A repository of the workspace that a project was bound to by hand, and its remote that leads there. */
export interface Binding {
  /** As `Repository.id`. */
  readonly repository: string;
  /** Name of the remote. */
  readonly remote: string;
}

interface Named {
  readonly key: ProjectKey;
  readonly path: string;
}

/** `origin` is where people push by habit. */
const rank = (remote: { readonly name: string }): number => (remote.name === 'origin' ? 0 : 1);

/**
 * Repositories with a remote that could lead to the project although its address doesn't show it: by an SSH alias, by
 * another host name, or below a sub-path. None where a remote does lead to it, because then nothing has to be bound.
 */
export function bindingsFor(
  { key, path }: Named,
  repositories: readonly Repository[],
  bases: readonly string[],
): readonly (Binding & { readonly name: string; readonly url: string })[] {
  const wanted = path.toLowerCase();
  const found = repositories.map(({ id, name, remotes }) => {
    const read = [...remotes]
      .sort((a, b) => rank(a) - rank(b))
      .flatMap((remote) => {
        const address = parseRemote(remote.url);
        return address === undefined ? [] : [{ ...remote, address }];
      });
    const leads = read.some(({ address }) => projectPathOn(key.base, address)?.toLowerCase() === wanted);
    const fitting = read.find(
      ({ address }) =>
        `/${address.path.toLowerCase()}`.endsWith(`/${wanted}`) &&
        // What leads to another project of a known server is that project.
        bases.every((base) => projectPathOn(base, address) === undefined),
    );
    return { leads, binding: fitting && { repository: id, remote: fitting.name, name, url: fitting.url } };
  });
  return found.some(({ leads }) => leads) ? [] : found.flatMap(({ binding }) => binding ?? []);
}
