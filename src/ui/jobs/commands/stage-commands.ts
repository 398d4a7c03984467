import type { JobTarget } from '../../../app/jobs/actions';
import type { Pipelines } from '../../../app/pipelines/pipelines';
import type { PipelineKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { membersForStage, STAGE_ACTIONS, type StageAction } from '../../../domain/pipelines/stage-actions';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import { actOnJobs, type JobCommandDeps } from './commands';

export interface StageCommandDeps extends JobCommandDeps {
  readonly pipelines: Pick<Pipelines, 'content'>;
}

const COMMANDS = { retry: COMMAND.retryStageJobs, play: COMMAND.playStageJobs } as const;

const FAILURES: Readonly<Record<StageAction, () => string>> = {
  retry: () => t("Couldn't retry the failed jobs of the stage."),
  play: () => t("Couldn't run the manual jobs of the stage."),
};

/** Commands for all jobs of a stage. They require a row. */
export const stageCommands = (deps: StageCommandDeps): readonly CommandRow[] =>
  STAGE_ACTIONS.map((action) => ({
    id: COMMANDS[action],
    failure: FAILURES[action],
    run: async (argument) => {
      const target = argument?.target;
      if (target?.kind !== 'stage') return;
      const { stages } = await deps.pipelines.content(target.pipeline);
      const stage = stages.find(({ name }) => name === target.stage);
      const members = stage === undefined ? [] : membersForStage(action, stage);
      await actOnJobs(
        deps,
        action,
        members.map((member) => jobTarget(target.pipeline, member)),
      );
    },
  }));

const jobTarget = (
  { base, project }: PipelineKey,
  { kind, job }: Pick<JobTarget, 'kind' | 'job'>,
): JobTarget => ({ key: { base, project, job: job.id }, kind, job });
