import type { MergeRequestKey } from '../app/keys';
import { targetOf } from '../app/targets';
import { activeReview, sideOfArgument } from '../editor/active-review';

export interface ReviewTargetPorts {
  /** The merge request that a command is about: of the row, of the page in front, or one that is chosen. */
  readonly mergeRequestOf: (argument: unknown, title: string) => Promise<MergeRequestKey | undefined>;
}

/** Of any row below a merge request and of any of its diffs, that merge request. */
export async function mergeRequestIn(
  { mergeRequestOf }: ReviewTargetPorts,
  argument: unknown,
  title: string,
): Promise<MergeRequestKey | undefined> {
  const target = targetOf(argument);
  if (target !== undefined && 'mergeRequest' in target) return target.mergeRequest;
  const side = sideOfArgument(argument) ?? (argument === undefined ? activeReview()?.address : undefined);
  if (side !== undefined) return { base: side.base, project: side.project, iid: side.iid };
  return mergeRequestOf(argument, title);
}
