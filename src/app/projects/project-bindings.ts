import { parseRemote, projectPathOn } from '../../domain/shared/remote-url';
import type { ProjectKey } from '../shared/keys';
import type { Repository } from '../shared/stores';

/**
 * A repository of the workspace that the user bound to a project, and the remote that refers to the project.
 */
export interface Binding {
  /** Like `Repository.id`. */
  readonly repository: string;
  /** Name of the remote. */
  readonly remote: string;
}

interface Named {
  readonly key: ProjectKey;
  readonly path: string;
}

/** `origin` is preferred, because users usually push to it. */
const rank = (remote: { readonly name: string }): number => (remote.name === 'origin' ? 0 : 1);

/**
 * Returns repositories with a remote that may refer to the project although its URL doesn't show it: through
 * an SSH alias, another host name, or a path on the host. Empty if a remote does refer to it, because then no
 * binding is required.
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
        // A remote that refers to another project of a known server can't be bound.
        bases.every((base) => projectPathOn(base, address) === undefined),
    );
    return { leads, binding: fitting && { repository: id, remote: fitting.name, name, url: fitting.url } };
  });
  return found.some(({ leads }) => leads) ? [] : found.flatMap(({ binding }) => binding ?? []);
}
