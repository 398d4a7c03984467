import { type MergeRemedy, mergeStatusFacts } from '../../domain/merge-requests/merge-status';
import type { OverviewModel } from './model';

/** What helps, the likely one first. */
export function remediesOf({ mergeRequest: request }: OverviewModel): readonly MergeRemedy[] {
  const { detailed_merge_status: status, draft, merge_error: error } = request;
  const remedies = mergeStatusFacts(status)?.remedies ?? [];
  // A rebase that failed fails again: its conflicts are resolved in a clone.
  const first: readonly MergeRemedy[] =
    (error ?? '') !== '' && remedies.includes('rebase') ? ['checkOut'] : [];
  // The server tells of a draft only after it has checked everything else.
  const ready: readonly MergeRemedy[] = draft ? ['markReady'] : [];
  return [...new Set([...ready, ...first, ...remedies])];
}

/** Ways out that take the permission to write. */
const WRITING: readonly MergeRemedy[] = ['rebase', 'markReady', 'createPipeline', 'editTitle', 'reopen'];

/** As far as is known here: authors may change their own, others need the role that merging needs. */
export const isPermitted = (
  { mergeRequest: { user, author }, me }: OverviewModel,
  remedy: MergeRemedy,
): boolean =>
  !WRITING.includes(remedy) || user?.can_merge !== false || (me !== undefined && author?.username === me);

/** Ready, but not for the reader: then the line says who can merge it. */
export const isForOthers = ({
  mergeRequest: { detailed_merge_status: status, user },
}: OverviewModel): boolean => user?.can_merge === false && mergeStatusFacts(status)?.readiness === 'ready';
