import { env } from 'vscode';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import { mergeRequestTargetOf } from '../../../app/shared/merge-request-target';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import { refreshView } from '../../shared/commands/refresh-view';
import { couldNotCollapse } from '../../shared/commands/view-commands';
import type { Prompts } from '../../shared/editor/prompts';

export interface MergeRequestViewCommandDeps {
  readonly mergeRequests: MergeRequests;
  /** Reloads everything that is displayed. */
  readonly refresh: (signal: AbortSignal) => Promise<void>;
  readonly prompts: Prompts;
  /** Redraws the view and reloads rows that failed to load. */
  readonly repaint: () => void;
  readonly showsFailure: () => boolean;
  readonly collapseAll: (view: string) => Promise<void>;
}

/** Commands for the Merge Requests view and its rows. */
export function mergeRequestViewCommands(deps: MergeRequestViewCommandDeps): readonly CommandRow[] {
  const { collapseAll, mergeRequests, refresh, prompts } = deps;
  const inView = (title: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> =>
    prompts.progress.inView(title, work, VIEW.mergeRequests);
  return [
    {
      id: COMMAND.refreshMergeRequests,
      failure: () => t("Couldn't refresh the merge requests."),
      run: () => refreshView({ ...deps, refresh: () => inView(t('Loading merge requests…'), refresh) }),
    },
    {
      id: COMMAND.collapseMergeRequests,
      failure: couldNotCollapse,
      run: () => collapseAll(VIEW.mergeRequests),
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
