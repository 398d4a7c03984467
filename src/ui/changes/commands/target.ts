import type { MergeRequestKey } from '../../../app/shared/keys';
import type { CommandArgument } from '../../../schemas/command-argument';
import { activeMergeRequest, sideOfArgument } from '../editor/active-review';

export interface ReviewTargetDeps {
  /** Returns the merge request of the row or of the active page, or asks for one. */
  readonly mergeRequestOf: (argument: CommandArgument, title: string) => Promise<MergeRequestKey | undefined>;
}

/** Returns the merge request of a row below it or of any of its diffs, or asks for one. */
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
