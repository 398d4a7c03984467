import { env } from 'vscode';
import type { MergeRequests } from '../../app/merge-requests/merge-requests';
import { mergeRequestTargetOf } from '../../app/shared/merge-request-target';
import { t } from '../../base/localize';
import type { Prompts } from '../../editor/shared/prompts';
import { COMMAND } from '../../presentation/shared/command-ids';
import { VIEW } from '../../presentation/shared/view-ids';
import type { CommandRow } from '../shared/command-row';

export interface MergeRequestViewCommandDeps {
  readonly mergeRequests: MergeRequests;
  /** Reads all that is shown again. */
  readonly refresh: (signal: AbortSignal) => Promise<void>;
  readonly prompts: Prompts;
  /** Draws the view anew; rows that failed to load are asked for again. */
  readonly repaint: () => void;
}

/** Commands of the view of the merge requests and of its rows. */
export function mergeRequestViewCommands(deps: MergeRequestViewCommandDeps): readonly CommandRow[] {
  const { mergeRequests, refresh, prompts, repaint } = deps;
  const inView = (title: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> =>
    prompts.progress.inView(title, work, VIEW.mergeRequests);
  return [
    {
      id: COMMAND.refreshMergeRequests,
      failure: () => t("Couldn't refresh the merge requests."),
      run: async () => {
        try {
          await inView(t('Loading merge requests…'), refresh);
        } finally {
          // Rows that failed to load are asked for again in any case.
          repaint();
        }
      },
    },
    {
      id: COMMAND.loadMoreMergeRequests,
      failure: () => t("Couldn't load more merge requests."),
      run: async (argument) => {
        const target = argument?.target;
        if (target?.kind !== 'merge-request-list') return;
        await inView(t('Loading merge requests…'), async (signal) => {
          await Promise.all(target.queries.map((query) => mergeRequests.loadMore(query, { signal })));
        });
      },
    },
    {
      id: COMMAND.copyBranchName,
      failure: () => t("Couldn't copy the branch name."),
      run: async (argument) => {
        const key = mergeRequestTargetOf(argument);
        const known = key && (mergeRequests.peek(key) ?? (await mergeRequests.get(key)));
        const branch = known?.source_branch ?? undefined;
        if (branch === undefined)
          prompts.showMessage('info', t('This merge request has no source branch.'), []);
        else await env.clipboard.writeText(branch);
      },
    },
  ];
}
