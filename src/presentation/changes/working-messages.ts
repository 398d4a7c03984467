import { t } from '../../base/localize';
import { parts } from '../shared/row';

/** How a file of the workspace differs from the reviewed one. */
export interface WorkingState {
  readonly iid: number;
  readonly isChanged: boolean;
  /** Number of checked-out commits that the merge request doesn't contain. */
  readonly unpushed: number;
}

/** Returns the text and the tooltip in the status bar; undefined if the file is the reviewed one. */
export function workingStatus({ iid, isChanged, unpushed }: WorkingState) {
  if (!isChanged && unpushed === 0) return undefined;
  const commits =
    unpushed === 0
      ? undefined
      : t('{0, plural, one {# unpushed commit} other {# unpushed commits}}', unpushed);
  const tooltip = isChanged
    ? t("This file has local changes that aren't part of !{0}. Select to suggest them.", iid)
    : t("The checked-out branch has commits that aren't part of !{0}.", iid);
  return { text: parts(`!${iid}`, isChanged ? t('Local changes') : undefined, commits), tooltip };
}

/** Why a comment can't be added to lines of a file of the workspace. */
export const localLinesMessage = (iid: number): string =>
  t("Couldn't add the comment. These lines have local changes that aren't part of !{0}.", iid);
