import type { AbortOutcome, PushOutcome, ResolutionPush } from '../../../app/git/conflict-resolution';
import { GitFailedError } from '../../../app/shared/git-port';
import { orUndefined } from '../../../base/background';
import { t } from '../../../base/localize';
import { forcePushCommandLine } from '../../../domain/git/names';
import {
  abortedSentence,
  abortQuestion,
  doneSentence,
  forgottenSentence,
  leftUnchangedSentence,
  notPushedSentence,
  pushFailedSentence,
  pushQuestion,
  rejectedSentence,
  stillResolvingSentence,
  unknownPushSentence,
} from '../../../presentation/merge-requests/resolve-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { StoredResolution as Stored } from '../../../schemas/stored/conflict-resolution';
import { button } from '../../shared/commands/message-button';
import type { ConflictStepDeps } from './conflict-deps';

/** Buttons of messages. */
export const continueButton = ({ report, execute }: Pick<ConflictStepDeps, 'report' | 'execute'>) =>
  button(report, t('Continue'), t("Couldn't continue resolving conflicts."), () =>
    execute(COMMAND.continueResolving),
  );
export const abortButton = ({ report, execute }: Pick<ConflictStepDeps, 'report' | 'execute'>) =>
  button(report, t('Abort...'), t("Couldn't abort resolving conflicts."), () =>
    execute(COMMAND.abortResolving),
  );

/** Offers to continue or abort if the conflicts were being resolved when the window was closed. */
export function offerToContinue(deps: ConflictStepDeps): void {
  const { current } = deps.resolutions;
  if (current === undefined) return;
  const actions = [continueButton(deps), abortButton(deps)];
  deps.prompts.showMessage('info', stillResolvingSentence(current.key.iid), actions);
}

/** Shows what will be pushed, pushes it once after confirmation, and returns to the merge request. */
export async function confirmPush(deps: ConflictStepDeps, resolution: Stored, sha: string): Promise<void> {
  const { resolution: work, prompts } = deps;
  const { source } = resolution;
  const push = await work.toPush(resolution, sha);
  const { known, isForced, commits } = push;
  const subjects = commits.map(({ subject }) => subject);
  if (!(await prompts.confirm(pushQuestion({ branch: source.branch, known, isForced, subjects })))) {
    const actions = [continueButton(deps), abortButton(deps)];
    prompts.showMessage('info', notPushedSentence(source.branch), actions);
    return;
  }
  const outcome = await pushOnce(deps, resolution, push);
  if (outcome === 'pushed') await finish(deps, resolution);
  else if (outcome === 'rejected')
    prompts.showMessage('error', rejectedSentence(source.branch), [abortButton(deps)]);
  else if (outcome === 'unknown')
    prompts.showMessage('error', unknownPushSentence(source.remote), [continueButton(deps)]);
}

/** Undefined if git failed, which is shown with other ways to push. */
async function pushOnce(
  { prompts, resolution: work, show, report }: ConflictStepDeps,
  resolution: Stored,
  push: ResolutionPush,
): Promise<PushOutcome | undefined> {
  const { repository, source, key } = resolution;
  try {
    return await prompts.progress.inStatusBar(t('Pushing {0}…', source.branch), () =>
      work.push(resolution, push),
    );
  } catch (error) {
    if (!(error instanceof GitFailedError) || !push.isForced) throw error;
    // Only the terminal can ask for credentials.
    const line = forcePushCommandLine({
      remote: source.remote,
      from: push.sha,
      to: source.branch,
      known: push.known,
    });
    const open = button(report, t('Open Terminal to Push'), t("Couldn't open the terminal."), () =>
      show.terminal(repository, t('Push !{0}', key.iid), line ?? ''),
    );
    const actions = line === undefined ? [] : [open];
    prompts.showMessage('error', pushFailedSentence(source.branch, error.output), actions);
    return undefined;
  }
}

async function finish(deps: ConflictStepDeps, resolution: Stored): Promise<void> {
  const { resolution: work, prompts, mergeRequests, execute } = deps;
  const { key, source } = resolution;
  await work.finish(resolution);
  prompts.showStatus(doneSentence(key.iid, source.branch));
  await execute(COMMAND.openMergeRequest, { target: { kind: 'merge-request', mergeRequest: key } });
  mergeRequests.acted(key);
  await mergeRequests.refresh(key);
}

/** Asks for confirmation, then discards the resolution and restores the branch. */
export async function confirmAbort(deps: ConflictStepDeps, resolution: Stored): Promise<void> {
  const { key, place, branch } = resolution;
  const { resolution: work, prompts } = deps;
  if ((await work.state(resolution)).kind === 'ended') {
    await forget(deps, resolution);
    return;
  }
  const subjects = (await work.discarded(resolution)).map(({ subject }) => subject);
  if (!(await prompts.confirm(abortQuestion({ iid: key.iid, branch, place: place.kind, subjects })))) return;
  const outcome = await discardResolution(deps, resolution);
  if (outcome === 'restored') prompts.showStatus(abortedSentence(key.iid));
  else prompts.showMessage('info', leftUnchangedSentence(key.iid, branch), []);
}

/** Stops following a resolution that was ended outside of the extension. */
async function forget({ prompts, resolution: work }: ConflictStepDeps, { key }: Stored): Promise<void> {
  await work.forget();
  prompts.showStatus(forgottenSentence(key.iid));
}

export const forgetButton = (deps: ConflictStepDeps, resolution: Stored) =>
  button(deps.report, t('Forget'), t("Couldn't abort resolving conflicts."), () => forget(deps, resolution));

/** Closes the merge editors and restores everything. */
export async function discardResolution(
  { prompts, resolution: work, merging, editors }: ConflictStepDeps,
  resolution: Stored,
): Promise<AbortOutcome> {
  const { place, branch } = resolution;
  const repository = work.repositoryOf(resolution);
  // The worktree may be incomplete.
  const progress = await orUndefined(merging.progress(repository));
  await editors.close(repository, progress?.resolved ?? [], { opens: false });
  const left = progress?.unmerged.map(({ path }) => path) ?? [];
  await editors.close(repository, left, { opens: true });
  const title = place.kind === 'worktree' ? t('Deleting the worktree…') : t('Restoring {0}…', branch);
  return prompts.progress.inStatusBar(title, () => work.abort(resolution));
}
