import type { PushOutcome, ResolutionPush } from '../../app/git/conflict-resolution';
import { GitFailed } from '../../app/shared/git-port';
import { t } from '../../base/localize';
import { forcePushLine } from '../../domain/git/names';
import { execute } from '../../editor/shared/execute';
import {
  abortedSentence,
  abortQuestion,
  doneSentence,
  notPushedSentence,
  pushFailedSentence,
  pushQuestion,
  rejectedSentence,
  stashLeftSentence,
  unknownPushSentence,
} from '../../presentation/merge-requests/resolve-messages';
import { COMMAND } from '../../presentation/shared/command-ids';
import type { StoredResolution as Stored } from '../../schemas/stored/conflict-resolution';
import { button } from '../git/prompts';
import { popButton } from '../git/switch-branch';
import type { ConflictDeps } from './conflict-deps';

/** Buttons of messages. */
export const continueButton = ({ report }: Pick<ConflictDeps, 'report'>) =>
  button(report, t('Continue'), t("Couldn't continue resolving conflicts."), () =>
    execute(COMMAND.continueResolving),
  );
export const abortButton = ({ report }: Pick<ConflictDeps, 'report'>) =>
  button(report, t('Abort...'), t("Couldn't abort resolving conflicts."), () =>
    execute(COMMAND.abortResolving),
  );

/** Shows what will be pushed, pushes it once after confirmation, and returns to the merge request. */
export async function confirmPush(deps: ConflictDeps, resolution: Stored, sha: string): Promise<void> {
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
  { prompts, resolution: work, show, report }: ConflictDeps,
  resolution: Stored,
  push: ResolutionPush,
): Promise<PushOutcome | undefined> {
  const { repository, source, branch, key } = resolution;
  try {
    return await prompts.progress.inStatusBar(t('Pushing {0}…', source.branch), () =>
      work.push(resolution, push),
    );
  } catch (error) {
    if (!(error instanceof GitFailed) || !push.isForced) throw error;
    // Only the terminal can ask for credentials.
    const line = forcePushLine({ remote: source.remote, from: branch, to: source.branch, known: push.known });
    const open = button(report, t('Open Terminal to Push'), t("Couldn't open the terminal."), () =>
      show.terminal(repository, t('Push !{0}', key.iid), line ?? ''),
    );
    const actions = line === undefined ? [] : [open];
    prompts.showMessage('error', pushFailedSentence(source.branch, error.output), actions);
    return undefined;
  }
}

async function finish(deps: ConflictDeps, resolution: Stored): Promise<void> {
  const { resolution: work, prompts, mergeRequests } = deps;
  const { key, source } = resolution;
  const { stash } = await work.finish(resolution);
  prompts.showStatus(doneSentence(key.iid, source.branch));
  if (stash !== undefined)
    prompts.showMessage('info', stashLeftSentence(stash.name), [popButton(deps, resolution, stash)]);
  await execute(COMMAND.openMergeRequest, { target: { kind: 'merge-request', mergeRequest: key } });
  await mergeRequests.refresh(key);
}

/** Asks, then restores everything. */
export async function confirmAbort(
  { prompts, resolution: work, merging, closeConflicts }: ConflictDeps,
  resolution: Stored,
): Promise<void> {
  const { key, branch, repository } = resolution;
  if (!(await prompts.confirm(abortQuestion(key.iid, branch)))) return;
  const { unmerged, resolved } = await merging.progress(repository);
  await closeConflicts(repository, resolved, { opens: false });
  const left = unmerged.map(({ path }) => path);
  await closeConflicts(repository, left, { opens: true });
  await prompts.progress.inStatusBar(t('Restoring {0}…', branch), () => work.abort(resolution));
  prompts.showStatus(abortedSentence(key.iid));
}
