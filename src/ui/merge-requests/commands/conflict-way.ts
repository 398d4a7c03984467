import type { ResolveWay } from '../../../app/git/merge-port';
import type { PreparedResolution } from '../../../app/git/resolution-setup';
import { t } from '../../../base/localize';
import {
  nothingToResolve,
  otherWayQuestion,
  otherWayTitle,
  startedSentence,
} from '../../../presentation/merge-requests/resolve-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { StoredResolution as Stored } from '../../../schemas/stored/conflict-resolution';
import { button } from '../../shared/commands/message-button';
import type { MessageAction } from '../../shared/editor/prompts';
import type { ConflictStepDeps } from './conflict-deps';
import { abortButton, continueButton, discardResolution } from './conflict-push';
import { continueResolution } from './conflict-steps';

/** Returns how a branch is brought up to date in projects with a merge method: a linear history requires a rebase. */
export const wayOf = (method: string | null | undefined): ResolveWay =>
  method === 'ff' || method === 'rebase_merge' ? 'rebase' : 'merge';

const otherWay = (way: ResolveWay): ResolveWay => (way === 'merge' ? 'rebase' : 'merge');

/** Starts the merge or rebase, shows where conflicts are resolved, and opens the first file. */
export async function startResolving(
  deps: ConflictStepDeps,
  prepared: PreparedResolution,
  way: ResolveWay,
): Promise<void> {
  const { prompts, resolution, resolutions, merging } = deps;
  const { key, branch, place } = prepared.resolution;
  const inCheckout = way === 'merge' ? t('Merging into {0}…', branch) : t('Rebasing {0}…', branch);
  const title = place.kind === 'worktree' ? t('Preparing a worktree for !{0}…', key.iid) : inCheckout;
  await prompts.progress.inStatusBar(title, () => resolution.start(prepared, way));
  const { current } = resolutions;
  if (current === undefined) return;
  const { unmerged } = await merging.progress(resolution.repositoryOf(current));
  if (unmerged.length > 0) {
    const next = place.kind === 'worktree' ? completeButton(deps) : continueButton(deps);
    const actions = [next, otherWayButton(deps, otherWay(way)), abortButton(deps)];
    prompts.showMessage('info', startedSentence(key.iid, unmerged.length, place.kind), actions);
  }
  await continueResolution(deps, current, { edited: false });
}

/** Button for the file in the active merge editor. */
const completeButton = ({ report, execute }: ConflictStepDeps): MessageAction =>
  button(report, t('Complete Merge'), t("Couldn't complete the merge of the file."), () =>
    execute(COMMAND.acceptConflict),
  );

/** Button that starts again with a rebase instead of a merge, or the other way around. */
function otherWayButton(deps: ConflictStepDeps, way: ResolveWay): MessageAction {
  return button(deps.report, otherWayTitle(way), t("Couldn't start again."), async () => {
    const { current } = deps.resolutions;
    if (current === undefined) deps.prompts.showMessage('info', nothingToResolve(), []);
    else if (current.way !== way) await startAgain(deps, current, way);
  });
}

/** Asks, then discards what was resolved, and starts again. */
async function startAgain(deps: ConflictStepDeps, current: Stored, way: ResolveWay): Promise<void> {
  const { source, target, place } = current;
  const branches = { source: source.branch, target: target.branch };
  if (!(await deps.prompts.confirm(otherWayQuestion(way, branches)))) return;
  await discardResolution(deps, current);
  const unstarted = place.kind === 'worktree' ? { ...place, isStarted: false } : place;
  await startResolving(deps, { resolution: { ...current, place: unstarted } }, way);
}
