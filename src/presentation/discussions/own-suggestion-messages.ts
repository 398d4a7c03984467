import { t } from '../../base/localize';
import type { OwnSuggestion } from '../../domain/discussions/own-suggestions';

/** Maximum length of a line in a picker. */
const MAX_LINE = 100;

/** Returns the texts of a local change in a picker: its lines at the head, and the first removed and added line. */
export function editLabel({ head, before, after }: OwnSuggestion) {
  const isOne = head.start === head.end;
  return {
    label: isOne ? t('Line {0}', head.start) : t('Lines {0}–{1}', head.start, head.end),
    description: changeLabel(before, after),
    detail: previewOf(before, after),
    icon: 'diff',
  };
}

function changeLabel(before: readonly string[], after: readonly string[]): string {
  if (after.length === 0)
    return t('{0, plural, one {# line removed} other {# lines removed}}', before.length);
  const added = after.length - before.length;
  if (added > 0) return t('{0, plural, one {# line added} other {# lines added}}', added);
  return added < 0 ? t('{0, plural, one {# line removed} other {# lines removed}}', -added) : t('Changed');
}

/** Returns the first line that differs. */
function previewOf(before: readonly string[], after: readonly string[]): string {
  const at = after.findIndex((line, index) => line !== before[index]);
  const line = (at === -1 ? before[after.length] : after[at]) ?? '';
  const text = line.trim().slice(0, MAX_LINE);
  return at === -1 ? `- ${text}` : `+ ${text}`;
}

/** Returns the placeholder of the picker. `leftOut`: number of changes that can't be suggested. */
export function selectEdits(
  iid: number,
  { leftOut, isReview }: { readonly leftOut: number; readonly isReview: boolean },
): string {
  if (leftOut > 0)
    return t(
      '{0, plural, one {Select the changes to suggest (# change is too large or outside of the diff)} other {Select the changes to suggest (# changes are too large or outside of the diff)}}',
      leftOut,
    );
  return isReview
    ? t('Select the changes to add as suggestions to your review of !{0}', iid)
    : t('Select the changes to add as suggestions to !{0}', iid);
}

export const addedSuggestions = (
  iid: number,
  count: number,
  { isReview }: { readonly isReview: boolean },
): string =>
  isReview
    ? t(
        '{0, plural, one {# suggestion added to your review of !{1}.} other {# suggestions added to your review of !{1}.}}',
        count,
        iid,
      )
    : t('{0, plural, one {# suggestion added to !{1}.} other {# suggestions added to !{1}.}}', count, iid);
