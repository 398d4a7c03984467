import type { CommandArgument } from '../../schemas/command-argument';
import type { MergeRequestKey } from './keys';

/** The merge request that a command's argument refers to. */
export function mergeRequestTargetOf(argument: CommandArgument): MergeRequestKey | undefined {
  const target = argument?.target;
  return target?.kind === 'merge-request' ? target.mergeRequest : undefined;
}
