import { t } from '../base/localize';
import type { PipelineKey } from '../app/keys';
import { MergeRequestRefused, obstacleToMergeRequest } from '../domain/merge-request-rules';
import { cancellable } from '../editor/cancellable';
import { COMMAND } from '../presentation/command-ids';
import { isSilent } from '../presentation/error-sentences';
import { MERGE_REQUEST_VERBS, UNNAMED } from '../presentation/merge-request-action-words';
import { statusWord } from '../presentation/status-icons';
import type { CommandRow } from './command-row';
import type { GitOffers } from './git-offers';
import { chooseMergeRequest, underWay, type Chosen, type ChoosingPorts } from './merge-request-choosing';

export interface RebasePorts extends ChoosingPorts {
  readonly git: Pick<GitOffers, 'openTerminalToRebase' | 'showMergeResult'>;
  /** Told of a pipeline that was created here: its end is told. */
  readonly pipelineStarted: (pipeline: PipelineKey) => void;
  readonly showPipeline: (pipeline: PipelineKey) => Promise<void>;
}

/** What makes the server work for a while: a rebase, a pipeline, a merge result. */
export function rebaseCommands(ports: RebasePorts): readonly CommandRow[] {
  return [
    rowOf(ports, 'rebase', COMMAND.rebaseMergeRequest, rebase),
    rowOf(ports, 'createPipeline', COMMAND.createMergeRequestPipeline, createPipeline),
    rowOf(ports, 'previewMerge', COMMAND.previewMergeResult, preview),
  ];
}

function rowOf(
  ports: RebasePorts,
  action: 'rebase' | 'createPipeline' | 'previewMerge',
  id: CommandRow['id'],
  act: (ports: RebasePorts, chosen: Chosen) => Promise<void>,
): CommandRow {
  const verb = MERGE_REQUEST_VERBS[action];
  return {
    id,
    failure: () => verb.notDone(UNNAMED()),
    run: async (argument, failing) => {
      const chosen = await chooseMergeRequest(ports, action, argument);
      if (chosen === undefined) return;
      failing(verb.notDone(chosen.name));
      await act(ports, chosen);
    },
  };
}

async function rebase(ports: RebasePorts, chosen: Chosen): Promise<void> {
  const { key, name } = chosen;
  const { actions, prompts, store } = ports;
  const mergeRequest = await underWay(t('Looking at {0}…', name), () => store.get(key));
  const obstacle = obstacleToMergeRequest('rebase', mergeRequest);
  // What is known to be over needs no question; the rest is checked again before it is sent.
  if (obstacle === 'merged') throw new MergeRequestRefused('rebase', key.iid, obstacle);
  const behind = mergeRequest.diverged_commits_count ?? undefined;
  const skipCi = await prompts.pick<boolean>({
    title: t('Rebase {0} onto {1}', name, mergeRequest.target_branch ?? ''),
    placeholder:
      behind === undefined
        ? t('The source branch gets new commits by force')
        : t('The target is {0} commits ahead; the source branch gets new commits by force', behind),
    items: [
      { label: t('Rebase'), description: t('a pipeline starts'), icon: 'git-branch', value: false },
      {
        label: t('Rebase Without a Pipeline'),
        description: t('skips CI'),
        icon: 'circle-slash',
        value: true,
      },
    ],
  });
  if (skipCi === undefined) return;
  const verb = MERGE_REQUEST_VERBS.rebase;
  try {
    const outcome = await cancellable(verb.doing(name), (signal, say) => {
      say(t('Canceling only ends the waiting.'));
      return actions.rebase(key, { skipCi }, signal);
    });
    if (outcome.state === 'failed') tellFailed(ports, chosen, outcome.message);
    else if (outcome.state === 'done') prompts.mention(verb.done(name));
    else prompts.tell('info', t('{0} is still being rebased: its row tells when that is over.', name), []);
  } catch (error) {
    if (!isSilent(error)) throw error;
    prompts.mention(t('The server goes on rebasing {0}.', name));
  }
}

function tellFailed({ prompts, git }: RebasePorts, { key, name }: Chosen, message: string): void {
  prompts.tell('error', t('{0} was not rebased. The server says: {1}', name, message), [
    {
      title: t('Open Terminal to Rebase Locally'),
      run: () => git.openTerminalToRebase(key),
      failure: () => t('The terminal was not opened.'),
    },
  ]);
}

async function createPipeline(ports: RebasePorts, { key, name }: Chosen): Promise<void> {
  const verb = MERGE_REQUEST_VERBS.createPipeline;
  const pipeline = await underWay(verb.doing(name), () => ports.actions.createPipeline(key));
  if (pipeline === undefined) {
    ports.prompts.mention(t('The server creates a pipeline for {0} in a while.', name));
    return;
  }
  const { base, project } = key;
  const made = { base, project: pipeline.project_id ?? project, pipeline: pipeline.id };
  ports.pipelineStarted(made);
  ports.prompts.tell('info', t('Pipeline #{0} for {1} is {2}.', pipeline.id, name, statusWord(pipeline)), [
    {
      title: t('Show Pipeline'),
      run: () => ports.showPipeline(made),
      failure: () => t('The pipeline was not shown.'),
    },
  ]);
}

async function preview(ports: RebasePorts, { key, name }: Chosen): Promise<void> {
  const verb = MERGE_REQUEST_VERBS.previewMerge;
  const commit = await cancellable(verb.doing(name), (signal) => ports.actions.previewMerge(key, signal));
  await ports.git.showMergeResult(key, commit);
}
