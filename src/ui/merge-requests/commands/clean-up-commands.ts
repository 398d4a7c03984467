import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { mergeRequestTargetOf } from '../../../app/shared/merge-request-target';
import { t } from '../../../base/localize';
import { nothingLeftSentence, notMergedSentence } from '../../../presentation/git/check-out-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { VIEW } from '../../../presentation/shared/view-ids';
import { COMMAND_ARGUMENTS } from '../../../schemas/command-argument';
import { type GitPromptDeps, type GitPrompts, removeBranch } from '../../git/commands/prompts';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';
import { type ChoosingDeps, pickMergeRequest } from './choice';

export interface CleanUpCommandDeps extends GitPromptDeps {
  readonly offers: Pick<GitPrompts, 'afterMerge'>;
  readonly mergeRequests: GitPromptDeps['mergeRequests'] & Pick<MergeRequests, 'peek'>;
  /** The active merge request. */
  readonly active: () => MergeRequestKey | undefined;
  readonly choosing: Pick<ChoosingDeps, 'choice' | 'now' | 'prompts'>;
}

/** Deletes local branches of merged merge requests. With `offer`, only offers it, and only once. */
export function cleanUpCommands(deps: CleanUpCommandDeps): readonly CommandRow[] {
  return [
    defineCommand({
      id: COMMAND.deleteMergedBranch,
      args: COMMAND_ARGUMENTS.deleteMergedBranch,
      failure: () => t("Couldn't delete the local branch."),
      run: async (argument) => {
        const key = mergeRequestTargetOf(argument) ?? activeIfMerged(deps) ?? (await pickWithBranch(deps));
        if (key === undefined) return;
        if (argument?.offer === true) await deps.offers.afterMerge(key);
        else await deleteBranches(deps, key);
      },
    }),
  ];
}

/** Returns the active merge request if it is merged. Open ones keep their branch. */
function activeIfMerged({ active, mergeRequests }: CleanUpCommandDeps): MergeRequestKey | undefined {
  const key = active();
  return key !== undefined && mergeRequests.peek(key)?.state === 'merged' ? key : undefined;
}

const pickWithBranch = ({ choosing, cleanUp }: CleanUpCommandDeps): Promise<MergeRequestKey | undefined> =>
  pickMergeRequest(choosing, {
    title: t('Delete Local Branch of Merged Merge Request'),
    placeholder: t('Select a merge request to delete the local branch of'),
    state: 'merged',
    fits: ({ key, mergeRequest }, signal) => cleanUp.hasBranchOf(key, mergeRequest, signal),
    none: t('No merged merge requests with a local branch'),
  });

async function deleteBranches(deps: CleanUpCommandDeps, key: MergeRequestKey): Promise<void> {
  const { mergeRequests, cleanUp, prompts } = deps;
  const left = await deps.prompts.progress.inView(
    t('Finding the local branch of !{0}…', key.iid),
    async (signal) => {
      // The merge request may have been merged since the last refresh.
      const mergeRequest = await mergeRequests.refresh(key, { signal });
      return mergeRequest.state === 'merged' ? cleanUp.leftBy(key, mergeRequest, signal) : undefined;
    },
    VIEW.mergeRequests,
  );
  if (left === undefined) prompts.showMessage('info', notMergedSentence(key.iid), []);
  else if (left.length === 0) prompts.showMessage('info', nothingLeftSentence(key.iid), []);
  for (const each of left ?? []) await removeBranch(deps, each);
}
