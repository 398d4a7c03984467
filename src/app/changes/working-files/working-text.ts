import type { FileDiff } from '../../../domain/changes/file-diff';
import { LINK_MODE, SUBMODULE_MODE } from '../../../domain/shared/file-content';

export type { CommentableFile as CommentableFile } from '../../../domain/changes/positions';
export { WorkingLines } from '../../../domain/changes/working-lines';

/** True if the new side of a file may be a text in the working tree, based on its diff. */
export const mayBeText = ({ change, binary, newMode }: FileDiff): boolean =>
  change !== 'deleted' && !binary && newMode !== LINK_MODE && newMode !== SUBMODULE_MODE;
