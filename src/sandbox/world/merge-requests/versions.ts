import type { World } from '../world';
import { type MergeRequest, refOf, type Version } from './model';

/**
 * Adds a version of the diff for the current heads (server-behavior.md#diff-versions). Returns undefined if
 * the head hasn't changed, unless the target branch did.
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

/** Returns the latest version, whose diff is shown; undefined before the first version. */
export const diffRangeOf = ({ versions }: MergeRequest): Version | undefined => versions.at(-1);
