import type { World } from '../world';
import { type MergeRequest, refOf, type Version } from './model';

/**
 * Notes the present heads as a new version of the diff (server-behavior.md#diff-versions); none where the head did not
 * move, unless the target is another one now.
 */
export function addVersion(
  world: World,
  request: MergeRequest,
  { retargeted = false }: { readonly retargeted?: boolean } = {},
): Version | undefined {
  const { project, source, head, targetBranch, versions } = request;
  const repository = world.repositories.of(project);
  const start = repository.head(targetBranch);
  if (start === undefined || head === '' || (versions.at(-1)?.head === head && !retargeted)) return undefined;
  if (source !== project) repository.take(world.repositories.of(source), head);
  repository.setRef(refOf(request), head);
  const base = repository.mergeBase(start, head) ?? start;
  const version = { id: world.mergeRequests.nextNumber(), head, start, base, at: world.time };
  versions.push(version);
  return version;
}

/** The diff that is shown: the newest version; undefined until the first is made. */
export const diffRangeOf = ({ versions }: MergeRequest): Version | undefined => versions.at(-1);
