import type { MergeRequestKey } from '../../app/shared/keys';
import { activeMergeRequest, sideOfArgument } from '../../editor/review/active-review';
import type { CommandArgument } from '../../schemas/command-argument';

export interface ReviewTargetDeps {
  /** The merge request that a command is about: of the row, of the page in front, or one that is chosen. */
  readonly mergeRequestOf: (argument: CommandArgument, title: string) => Promise<MergeRequestKey | undefined>;
}

/** Of any row below a merge request and of any of its diffs, that merge request. */
export async function mergeRequestIn(
  { mergeRequestOf }: ReviewTargetDeps,
  argument: CommandArgument,
  title: string,
): Promise<MergeRequestKey | undefined> {
  const target = argument?.target;
  if (target !== undefined && 'mergeRequest' in target) return target.mergeRequest;
  const side = sideOfArgument(argument);
  if (side !== undefined) return { base: side.base, project: side.project, iid: side.iid };
  const active = argument === undefined ? activeMergeRequest() : undefined;
  return active ?? mergeRequestOf(argument, title);
}
