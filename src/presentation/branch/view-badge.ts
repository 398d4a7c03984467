import { t } from '../../base/localize';
import { parts } from '../shared/row';
import type { BADGE_CONTENTS } from '../shared/settings';
import type { BranchBadge } from './status';

type BadgeContent = (typeof BADGE_CONTENTS)[number];

export const showsFailures = (content: BadgeContent): boolean => content === 'failures' || content === 'both';
export const showsAttention = (content: BadgeContent): boolean =>
  content === 'attention' || content === 'both';

/**
 * Returns the badge of the view: failed jobs, merge requests that need attention, or the sum. Undefined if
 * there is nothing to show.
 */
export function viewBadge(
  content: BadgeContent,
  failures: BranchBadge | undefined,
  attention: number,
): BranchBadge | undefined {
  const failed = showsFailures(content) ? failures : undefined;
  const waiting = showsAttention(content) ? attention : 0;
  const value = (failed?.value ?? 0) + waiting;
  if (value === 0) return undefined;
  const message = t(
    '{0, plural, one {# merge request needs your attention} other {# merge requests need your attention}}',
    waiting,
  );
  return { value, tooltip: parts(failed?.tooltip, waiting === 0 ? undefined : message) };
}
