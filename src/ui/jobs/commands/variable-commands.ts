import type { JobTarget } from '../../../app/jobs/actions';
import type { VariableMemory, VariablesOwner } from '../../../app/jobs/variable-memory';
import type { ProjectKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { ignoreFailure } from '../../../base/log-failure';
import { ActionNotAllowed, obstacleTo } from '../../../domain/jobs/rules';
import { isLikelySecret, type JobVariable } from '../../../domain/jobs/variables';
import { JOB_VERBS } from '../../../presentation/jobs/labels';
import { keyProblemSentence } from '../../../presentation/jobs/variable-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import { requireRole } from '../../shared/commands/role-check';
import type { Prompts } from '../../shared/editor/prompts';
import { actOnJob, findJob, type JobCommandDeps } from './commands';

export interface VariableDeps {
  readonly prompts: Prompts;
  readonly variables: VariableMemory;
  /** Masks a text in all later output. */
  readonly mask: (secret: string) => void;
}

interface Question {
  readonly title: string;
  readonly run: string;
  readonly project: ProjectKey;
  readonly started: VariablesOwner;
}

/** Asks for variables, with the last ones as default. Returns undefined if the user cancels. */
export async function askVariables(
  { prompts, variables, mask }: VariableDeps,
  { title, run, project, started }: Question,
): Promise<readonly JobVariable[] | undefined> {
  const given = await prompts.pairs({
    title,
    placeholder: t('Press Enter to run, select a variable to edit it, or type a name to add one'),
    run: { label: run, icon: 'play' },
    pairs: variables.recall(project, started),
    onLeft: (left) => {
      for (const { secret, value } of left) if (secret) mask(value);
      ignoreFailure(variables.keepLeft(project, started, left));
    },
    keyProblem: keyProblemSentence,
    isLikelySecret,
  });
  if (given === undefined) return undefined;
  // Server messages may repeat the values, which must not appear in the output.
  for (const { secret, value } of given) if (secret) mask(value);
  await variables.remember(project, started, given);
  return given;
}

export function variableCommands(deps: JobCommandDeps & VariableDeps): readonly CommandRow[] {
  const verb = JOB_VERBS.play;
  return [
    {
      id: COMMAND.playJobWithVariables,
      failure: () => verb.notDone(undefined),
      run: async (argument, failing) => {
        const target = await findJob(deps, 'play', argument, t('Run Manual Job with Variables'));
        if (target === undefined) return;
        failing(verb.notDone(target.job.name));
        requireRole(deps, 'runJob', target.key);
        refuse(target);
        const { name } = target.job;
        const variables = await askVariables(deps, {
          title: t('Run {0} with Variables', name),
          run: t('Run {0}', name),
          project: { base: target.key.base, project: target.key.project },
          started: { job: name },
        });
        if (variables !== undefined) await actOnJob(deps, 'play', { target, argument, failing, variables });
      },
    },
  ];
}

/** Refuses jobs that can't be started before asking for variables. */
function refuse({ job, kind }: JobTarget): void {
  const obstacle = obstacleTo('play', job, kind);
  if (obstacle !== undefined) throw new ActionNotAllowed('play', job, obstacle);
}
