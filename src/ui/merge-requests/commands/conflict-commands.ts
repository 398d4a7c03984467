import type { Clone } from '../../../app/git/clones';
import type { ResolveWay } from '../../../app/git/merge-port';
import { type PreparedResolution, prepareResolution } from '../../../app/git/resolution-setup';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { mergeRequestTargetOf } from '../../../app/shared/merge-request-target';
import { t } from '../../../base/localize';
import { MergeRequestRefusedError } from '../../../domain/merge-requests/action-errors';
import { obstacleToMergeRequest } from '../../../domain/merge-requests/rules';
import {
  nothingToResolve,
  otherResolutionSentence,
  setupObstacle,
} from '../../../presentation/merge-requests/resolve-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { MergeRequest } from '../../../schemas/merge-request';
import { showNoCloneMessage } from '../../git/commands/prompts';
import { chooseClone } from '../../git/commands/switch-branch';
import type { CommandRow } from '../../shared/commands/command-row';
import { actionCommand } from './choice';
import type { ConflictDeps } from './conflict-deps';
import { abortButton, confirmAbort, continueButton } from './conflict-push';
import { acceptFile, continueResolution } from './conflict-steps';
import { requireTrust } from './conflict-trust';
import { startResolving, wayOf } from './conflict-way';

/** Commands that resolve the conflicts of a merge request in a clone. */
export function conflictCommands(deps: ConflictDeps): readonly CommandRow[] {
  const { resolutions, prompts, mergeRequests, conflictFiles } = deps;
  return [
    actionCommand(deps.choosing, 'resolveConflicts', COMMAND.resolveConflicts, ({ key }) =>
      resolve(deps, key),
    ),
    {
      id: COMMAND.continueResolving,
      failure: () => t("Couldn't continue resolving conflicts."),
      run: async () => {
        const { current } = resolutions;
        if (current === undefined) prompts.showMessage('info', nothingToResolve(), []);
        else await continueResolution(deps, current, { edited: true });
      },
    },
    {
      id: COMMAND.acceptConflict,
      failure: () => t("Couldn't complete the merge of the file."),
      run: async () => {
        const { current } = resolutions;
        if (current === undefined) prompts.showMessage('info', nothingToResolve(), []);
        else await acceptFile(deps, current);
      },
    },
    {
      id: COMMAND.abortResolving,
      failure: () => t("Couldn't abort resolving conflicts."),
      run: async () => {
        const { current } = resolutions;
        if (current === undefined) prompts.showMessage('info', nothingToResolve(), []);
        else await confirmAbort(deps, current);
      },
    },
    {
      id: COMMAND.fetchConflicts,
      failure: () => t("Couldn't fetch the branches."),
      run: async (argument) => {
        const key = mergeRequestTargetOf(argument);
        if (key === undefined) return;
        const mergeRequest = await mergeRequests.get(key);
        await prompts.progress.inView(
          t('Fetching the branches of !{0}…', key.iid),
          (signal) => conflictFiles.fetch(key, mergeRequest, signal),
          VIEW.mergeRequests,
        );
      },
    },
  ];
}

async function resolve(deps: ConflictDeps, key: MergeRequestKey): Promise<void> {
  const { resolutions, prompts, mergeRequests } = deps;
  const { current } = resolutions;
  if (current !== undefined) {
    if (mergeRequestId(current.key) === mergeRequestId(key))
      await continueResolution(deps, current, { edited: true });
    else {
      const actions = [continueButton(deps), abortButton(deps)];
      prompts.showMessage('info', otherResolutionSentence(current.key.iid), actions);
    }
    return;
  }
  if (!requireTrust(deps)) return;
  const mergeRequest = await mergeRequests.get(key);
  const obstacle = obstacleToMergeRequest('resolveConflicts', mergeRequest);
  if (obstacle !== undefined) throw new MergeRequestRefusedError('resolveConflicts', key.iid, obstacle);
  const clone = await cloneFor(deps, key, mergeRequest);
  if (clone === undefined) return;
  const prepared = await prepare(deps, key, mergeRequest, clone);
  if (prepared !== undefined) await startResolving(deps, prepared, prepared.way);
}

async function cloneFor(
  deps: ConflictDeps,
  key: MergeRequestKey,
  mergeRequest: MergeRequest,
): Promise<Clone | undefined> {
  const { clones, prompts } = deps;
  const [only, ...others] = await prompts.progress.inView(
    t('Finding a clone…'),
    (signal) => clones.of(key, signal),
    VIEW.mergeRequests,
  );
  if (only !== undefined) return chooseClone(prompts, t('Resolve Conflicts'), [only, ...others]);
  await showNoCloneMessage(deps, key, mergeRequest.web_url);
  return undefined;
}

interface Prepared extends PreparedResolution {
  readonly way: ResolveWay;
}

/** Fetches the branches. The project's merge method determines whether to merge or rebase. */
async function prepare(
  deps: ConflictDeps,
  key: MergeRequestKey,
  mergeRequest: MergeRequest,
  clone: Clone,
): Promise<Prepared | undefined> {
  const found = await deps.prompts.progress.inView(
    t('Fetching the branches of !{0}…', key.iid),
    async (signal) => {
      const prepared = await prepareResolution(deps, key, { mergeRequest, clone }, signal);
      const project = await deps.clones.details(key, signal);
      return 'resolution' in prepared ? { ...prepared, way: wayOf(project?.merge_method) } : prepared;
    },
    VIEW.mergeRequests,
  );
  if ('resolution' in found) return found;
  deps.prompts.showMessage('error', setupObstacle(found.kind), []);
  return undefined;
}
