import type { FileDiff } from '../../../domain/review/file-diff';
import { LINK_MODE, SUBMODULE_MODE } from '../../../domain/shared/file-content';

export type { Frame } from '../../../domain/review/positions';
export { WorkingLines } from '../../../domain/review/working-lines';

/** True if the new side of a file may be a text in the working tree, based on its diff. */
export const mayBeText = ({ change, binary, newMode }: FileDiff): boolean =>
  change !== 'deleted' && !binary && newMode !== LINK_MODE && newMode !== SUBMODULE_MODE;
