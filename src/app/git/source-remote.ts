import { isHead, remoteNameFor } from '../../domain/git/names';
import type { MergeRequest } from '../../schemas/merge-request';
import type { GitRemote } from '../shared/git-port';
import type { MergeRequestKey } from '../shared/keys';
import type { Clone, Clones } from './clones';
import { forkUrl } from './fork-url';

/** The remote with the branch of a merge request. `isNew`: the clone doesn't have it. */
interface SourceRemote {
  readonly remote: GitRemote;
  readonly isNew: boolean;
}

/** Finds the remote with the branch of a merge request. Undefined if the branch isn't available. */
export async function sourceRemote(
  clones: Pick<Clones, 'details' | 'remoteFor'>,
  { base, project }: MergeRequestKey,
  {
    mergeRequest: { source_project_id: source, source_branch: branch },
    clone,
  }: { readonly mergeRequest: MergeRequest; readonly clone: Clone },
  signal: AbortSignal,
): Promise<SourceRemote | undefined> {
  // A remote's HEAD refers to its main branch, so a branch with this name is fetched by the merge request's
  // ref.
  if (branch === null || branch === undefined || source === null || isHead(branch)) return undefined;
  if (source === undefined || source === project) return { remote: clone.remote, isNew: false };
  const fork = await clones.details({ base, project: source }, signal);
  if (fork === undefined) return undefined;
  const known = clones.remoteFor(clone, {
    base,
    id: fork.id,
    path: fork.path_with_namespace,
    sshUrl: fork.ssh_url_to_repo,
  });
  if (known !== undefined) return { remote: known, isNew: false };
  const url = forkUrl(clone.remote.url, fork, base);
  if (url === undefined) return undefined;
  const usedNames = clone.remotes.map(({ name }) => name);
  return { remote: { name: remoteNameFor(fork.path_with_namespace, usedNames), url }, isNew: true };
}
