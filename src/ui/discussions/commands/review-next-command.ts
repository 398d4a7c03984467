import type { ReviewQueue } from '../../../app/merge-requests/review-queue';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { mergeRequestTargetOf } from '../../../app/shared/merge-request-target';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';

export interface ReviewNextDeps {
  readonly queue: Pick<ReviewQueue, 'next'>;
  readonly prompts: Pick<Prompts, 'progress' | 'showMessage'>;
  /** The merge request of the active page or diff. */
  readonly active: () => MergeRequestKey | undefined;
  readonly openMergeRequest: (key: MergeRequestKey) => Promise<void>;
}

/** The command that opens the page of the next merge request that needs the user's attention. */
export const reviewNextCommand = ({
  queue,
  prompts,
  active,
  openMergeRequest,
}: ReviewNextDeps): CommandRow => ({
  id: COMMAND.reviewNext,
  failure: () => t("Couldn't find the next merge request."),
  run: async (argument) => {
    // A row of a list isn't a merge request; a notification passes the one that was reviewed.
    const current = mergeRequestTargetOf(argument) ?? active();
    const find = (signal: AbortSignal) => queue.next(current, { signal });
    const next = await prompts.progress.inView(t('Loading merge requests…'), find, VIEW.mergeRequests);
    if (next !== undefined) {
      await openMergeRequest(next);
      return;
    }
    const message =
      current === undefined
        ? t('No merge requests need your attention.')
        : t('No other merge requests need your attention.');
    prompts.showMessage('info', message, []);
  },
});
