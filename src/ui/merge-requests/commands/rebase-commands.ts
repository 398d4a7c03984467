import type { PipelineKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { MergeRequestRefusedError } from '../../../domain/merge-requests/action-errors';
import { obstacleToMergeRequest } from '../../../domain/merge-requests/rules';
import { MERGE_REQUEST_VERBS } from '../../../presentation/merge-requests/action-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { isSilent } from '../../../presentation/shared/error-messages';
import { statusWord } from '../../../presentation/shared/status-icons';
import type { GitPrompts } from '../../git/commands/prompts';
import { type AnotherPipelineDeps, wantsAnotherPipeline } from '../../pipelines/commands/another-pipeline';
import type { CommandRow } from '../../shared/commands/command-row';
import { execute } from '../../shared/editor/execute';
import { actionCommand, type ChoosingDeps, type Chosen } from './choice';

export interface RebaseCommandDeps extends ChoosingDeps, AnotherPipelineDeps {
  readonly git: Pick<GitPrompts, 'openTerminalToRebase' | 'showMergeResult'>;
  /** Called with a created pipeline, so that the user is notified when it finishes. */
  readonly pipelineStarted: (pipeline: PipelineKey) => void;
  readonly showPipeline: (pipeline: PipelineKey) => Promise<void>;
}

/** Commands that start longer work on the server: rebases, pipelines, and merge results. */
export function rebaseCommands(deps: RebaseCommandDeps): readonly CommandRow[] {
  return [
    actionCommand(deps, 'rebase', COMMAND.rebaseMergeRequest, (chosen) => rebase(deps, chosen)),
    actionCommand(deps, 'createPipeline', COMMAND.createMergeRequestPipeline, (chosen) =>
      createPipeline(deps, chosen),
    ),
    actionCommand(deps, 'previewMerge', COMMAND.previewMergeResult, (chosen) => preview(deps, chosen)),
  ];
}

async function rebase(deps: RebaseCommandDeps, chosen: Chosen): Promise<void> {
  const { key, name } = chosen;
  const { actions, prompts, store } = deps;
  const mergeRequest = await deps.prompts.progress.inStatusBar(t('Loading {0}…', name), () => store.get(key));
  const obstacle = obstacleToMergeRequest('rebase', mergeRequest);
  // Refuses without asking if the merge request is merged. Other conditions are checked before the request.
  if (obstacle === 'merged') throw new MergeRequestRefusedError('rebase', key.iid, obstacle);
  const behind = mergeRequest.diverged_commits_count ?? undefined;
  const skipCi = await prompts.pick<boolean>({
    title: t('Rebase {0} onto {1}', name, mergeRequest.target_branch ?? ''),
    placeholder:
      behind === undefined
        ? t('Select how to rebase. The source branch will be force-pushed.')
        : t(
            '{0, plural, one {Select how to rebase. The source branch is # commit behind the target branch and will be force-pushed.} other {Select how to rebase. The source branch is # commits behind the target branch and will be force-pushed.}}',
            behind,
          ),
    items: [
      { label: t('Rebase'), description: t('starts a pipeline'), icon: 'git-branch', value: false },
      {
        label: t('Rebase Without Pipeline'),
        description: t('skips CI'),
        icon: 'circle-slash',
        value: true,
      },
    ],
  });
  if (skipCi === undefined) return;
  const verb = MERGE_REQUEST_VERBS.rebase;
  try {
    const outcome = await deps.prompts.progress.cancellable(verb.doing(name), (signal, reportProgress) => {
      reportProgress(t('If you cancel, the rebase continues on the server.'));
      return actions.rebase(key, { skipCi }, signal);
    });
    if (outcome.state === 'failed') showFailure(deps, chosen, outcome.message);
    else if (outcome.state === 'done') prompts.showStatus(verb.done(name));
    else
      prompts.showMessage(
        'info',
        t('{0} is still being rebased. Its row is updated when the rebase finishes.', name),
        [],
      );
  } catch (error) {
    if (!isSilent(error)) throw error;
    prompts.showStatus(t('The rebase of {0} continues on the server.', name));
  }
}

function showFailure(
  { prompts, git, store }: RebaseCommandDeps,
  { key, name }: Chosen,
  message: string,
): void {
  const known = store.peek(key);
  const conflicts = known !== undefined && obstacleToMergeRequest('resolveConflicts', known) === undefined;
  const verb = conflicts ? MERGE_REQUEST_VERBS.resolveConflicts : MERGE_REQUEST_VERBS.checkOut;
  prompts.showMessage('error', t("Couldn't rebase {0}. The server responded: {1}", name, message), [
    {
      title: conflicts ? t('Resolve Conflicts...') : t('Check Out Branch'),
      run: async () => {
        const target = { kind: 'merge-request', mergeRequest: key } as const;
        await execute(conflicts ? COMMAND.resolveConflicts : COMMAND.checkOutMergeRequest, { target });
      },
      failure: () => verb.notDone(name),
    },
    {
      title: t('Open Terminal to Rebase Locally'),
      run: () => git.openTerminalToRebase(key),
      failure: () => t("Couldn't open the terminal."),
    },
  ]);
}

async function createPipeline(deps: RebaseCommandDeps, { key, name }: Chosen): Promise<void> {
  const verb = MERGE_REQUEST_VERBS.createPipeline;
  const subject = { mergeRequest: key.iid };
  if (!(await wantsAnotherPipeline(deps, key, subject, name))) return;
  const pipeline = await deps.prompts.progress.inStatusBar(verb.doing(name), () =>
    deps.unconfirmed.send(key, subject, () => deps.actions.createPipeline(key)),
  );
  if (pipeline === undefined) {
    deps.prompts.showStatus(t('Pipeline requested for {0}. The server will create it shortly.', name));
    return;
  }
  const { base, project } = key;
  const made = { base, project: pipeline.project_id ?? project, pipeline: pipeline.id };
  deps.pipelineStarted(made);
  deps.prompts.showMessage(
    'info',
    t('Pipeline #{0} for {1}: {2}.', pipeline.id, name, statusWord(pipeline)),
    [
      {
        title: t('Show Pipeline'),
        run: () => deps.showPipeline(made),
        failure: () => t("Couldn't show the pipeline."),
      },
    ],
  );
}

async function preview(deps: RebaseCommandDeps, { key, name }: Chosen): Promise<void> {
  const verb = MERGE_REQUEST_VERBS.previewMerge;
  const commit = await deps.prompts.progress.cancellable(verb.doing(name), (signal) =>
    deps.actions.previewMerge(key, signal),
  );
  await deps.git.showMergeResult(key, commit);
}
