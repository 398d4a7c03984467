import type { PickAction, PickPlace } from '../../../app/merge-requests/after-merge/commit-picks';
import type { SourceBranches } from '../../../app/merge-requests/after-merge/source-branches';
import type { ProjectParts } from '../../../app/projects/members-and-milestones';
import { t } from '../../../base/localize';
import { shortSha } from '../../../base/short-sha';
import { MergeRequestRefusedError } from '../../../domain/merge-requests/action-errors';
import { obstacleToMergeRequest, pickedSha } from '../../../domain/merge-requests/rules';
import { MERGE_REQUEST_VERBS } from '../../../presentation/merge-requests/action-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { explain } from '../../../presentation/shared/error-messages';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { CommandRow } from '../../shared/commands/command-row';
import { execute } from '../../shared/editor/execute';
import { actionCommand, type ChoosingDeps, type Chosen, mergeRequestName } from './choice';

export interface AfterMergeDeps extends ChoosingDeps {
  readonly parts: Pick<ProjectParts, 'branches'>;
  readonly sourceBranches: Pick<SourceBranches, 'refresh' | 'deleted'>;
}

type Failing = (what: string) => void;

/** Commands for merge requests that are merged or closed. */
export function afterMergeCommands(deps: AfterMergeDeps): readonly CommandRow[] {
  return [
    actionCommand(deps, 'revert', COMMAND.revertMergeRequest, (chosen, failing) =>
      pick(deps, 'revert', chosen, failing),
    ),
    actionCommand(deps, 'cherryPick', COMMAND.cherryPickMergeRequest, (chosen, failing) =>
      pick(deps, 'cherryPick', chosen, failing),
    ),
    actionCommand(deps, 'deleteSourceBranch', COMMAND.deleteSourceBranch, (chosen) =>
      deleteSourceBranch(deps, chosen),
    ),
  ];
}

/** Returns the merge request. Throws before asking anything if the action isn't possible. */
async function possible(
  { store, prompts }: AfterMergeDeps,
  action: PickAction | 'deleteSourceBranch',
  { key, name }: Chosen,
): Promise<MergeRequest> {
  const mergeRequest = await prompts.progress.inStatusBar(t('Loading {0}…', name), () =>
    action === 'deleteSourceBranch' || obstacleIn(action, store.peek(key))
      ? store.refresh(key)
      : store.get(key),
  );
  const obstacle = obstacleToMergeRequest(action, mergeRequest);
  if (obstacle !== undefined) throw new MergeRequestRefusedError(action, key.iid, obstacle);
  return mergeRequest;
}

const obstacleIn = (action: PickAction, known: MergeRequest | undefined): boolean =>
  known !== undefined && obstacleToMergeRequest(action, known) !== undefined;

/** Asks for the branch and how to change it, then reverts or cherry-picks. */
async function pick(
  deps: AfterMergeDeps,
  action: PickAction,
  chosen: Chosen,
  failing: Failing,
): Promise<void> {
  const { key, name } = chosen;
  const mergeRequest = await possible(deps, action, chosen);
  const branch =
    action === 'revert'
      ? (mergeRequest.target_branch ?? undefined)
      : await askBranch(deps, chosen, mergeRequest.target_branch ?? '');
  if (branch === undefined) return;
  const way = await askWay(deps, action, { name, branch, sha: pickedSha(mergeRequest) ?? '' });
  if (way === undefined) return;
  const verb = MERGE_REQUEST_VERBS[action];
  const made = await deps.prompts.progress.inStatusBar(verb.doing(name), () =>
    deps.actions.pick(action, key, { branch, way }, (step) => {
      failing(
        step.made === 'branch'
          ? `${t('Branch {0} created.', step.branch)} ${verb.notDone(name)}`
          : t("Changes committed to {0}. Couldn't create the merge request.", step.branch),
      );
    }),
  );
  if (made === undefined) {
    deps.prompts.showMessage('info', doneMessage(action, name, branch), []);
    return;
  }
  failing(t("Couldn't open !{0}.", made.iid));
  const target = { kind: 'merge-request', mergeRequest: { ...key, iid: made.iid } } as const;
  deps.prompts.showStatus(t('{0} created.', mergeRequestName(target.mergeRequest)));
  await execute(COMMAND.openMergeRequest, { target });
}

const doneMessage = (action: PickAction, name: string, branch: string): string =>
  action === 'revert'
    ? t('{0} reverted in {1}.', name, branch)
    : t('{0} cherry-picked into {1}.', name, branch);

function askBranch(deps: AfterMergeDeps, { key, name }: Chosen, merged: string): Promise<string | undefined> {
  return deps.prompts.search<string>({
    title: t('Cherry-Pick {0}', name),
    placeholder: t('Select the branch to cherry-pick into'),
    find: async (typed, signal) =>
      (await deps.parts.branches(key, typed, signal))
        .filter((each) => each !== merged)
        .map((each) => ({ label: each, icon: 'git-branch', value: each })),
    nothing: (typed) => t('No other branches found for "{0}"', typed),
    failed: (error) => explain(error).why,
  });
}

/** The selection confirms the change: nothing is sent before. */
function askWay(
  { prompts }: AfterMergeDeps,
  action: PickAction,
  { name, branch, sha }: { readonly name: string; readonly branch: string; readonly sha: string },
): Promise<PickPlace['way'] | undefined> {
  const short = shortSha(sha);
  const isRevert = action === 'revert';
  return prompts.pick<PickPlace['way']>({
    title: isRevert
      ? t('Revert {0} ({1})', name, short)
      : t('Cherry-Pick {0} ({1}) into {2}', name, short, branch),
    placeholder: isRevert ? t('Select how to revert') : t('Select how to cherry-pick'),
    items: [
      {
        label: t('Create Merge Request'),
        description: t('new branch, into {0}', branch),
        icon: 'git-pull-request-create',
        value: 'merge-request',
      },
      {
        label: t('Commit to {0}', branch),
        description: t('without review'),
        icon: 'git-commit',
        value: 'commit',
      },
    ],
  });
}

async function deleteSourceBranch(deps: AfterMergeDeps, chosen: Chosen): Promise<void> {
  const { key, name } = chosen;
  const { actions, prompts, sourceBranches } = deps;
  const mergeRequest = await possible(deps, 'deleteSourceBranch', chosen);
  const branch = await prompts.progress.inStatusBar(t('Loading {0}…', name), () =>
    sourceBranches.refresh(key, mergeRequest),
  );
  if (branch.state !== 'exists') {
    const why =
      branch.state === 'deleted'
        ? t('The source branch of {0} no longer exists.', name)
        : t("The source branch of {0} isn't accessible.", name);
    prompts.showMessage('info', why, []);
    return;
  }
  if (!branch.canDelete) {
    prompts.showMessage('info', t("You can't delete the branch {0}.", branch.name), []);
    return;
  }
  const isSafe = mergeRequest.state === 'merged' && !branch.hasOtherCommits;
  const confirmed = await prompts.confirm({
    message: t('Delete the source branch "{0}" of {1}?', branch.name, name),
    detail: isSafe
      ? t('Its commits are merged. The branch is deleted on the server for everyone.')
      : t('The branch has commits that may not be merged. It is deleted on the server for everyone.'),
    action: t('Delete Branch'),
  });
  if (!confirmed) return;
  const verb = MERGE_REQUEST_VERBS.deleteSourceBranch;
  await prompts.progress.inStatusBar(verb.doing(name), () => actions.deleteSourceBranch(key, branch));
  sourceBranches.deleted(key, mergeRequest);
  prompts.showStatus(verb.done(name));
}
