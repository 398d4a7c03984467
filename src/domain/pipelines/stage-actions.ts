import { allowedActions, type JobAction } from '../jobs/rules';
import type { AccessLevel } from '../projects/access-level';
import type { Stage, StageMember } from './grouping';

/** Actions on all jobs of a stage. */
export const STAGE_ACTIONS = ['retry', 'play'] as const satisfies readonly JobAction[];
export type StageAction = (typeof STAGE_ACTIONS)[number];

/** True for a job that makes its stage fail. */
export const isFailure = ({ job }: StageMember): boolean => job.status === 'failed' && !job.allow_failure;

const MEANS: Readonly<Record<StageAction, (member: StageMember) => boolean>> = {
  retry: isFailure,
  // Delayed jobs can be started too, but they aren't manual.
  play: ({ job }) => job.status === 'manual',
};

/** Returns the jobs that an action on their stage affects. If the role isn't known, the action is offered. */
export function membersForStage(
  action: StageAction,
  stage: Stage,
  access?: AccessLevel,
): readonly StageMember[] {
  return stage.members.filter(
    (member) => MEANS[action](member) && allowedActions(member.job, member.kind, access).includes(action),
  );
}

/** The actions for which a stage has jobs. */
export const stageActions = (stage: Stage, access?: AccessLevel): readonly StageAction[] =>
  STAGE_ACTIONS.filter((action) => membersForStage(action, stage, access).length > 0);
