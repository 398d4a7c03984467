import type { JobTarget } from '../app/job-actions';
import type { ProjectKey } from '../app/keys';
import type { Started, VariableMemory } from '../app/variable-memory';
import { t } from '../base/localize';
import { ActionNotAllowed, obstacleTo } from '../domain/job-rules';
import { looksSecret, type JobVariable } from '../domain/job-variables';
import type { Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { JOB_VERBS } from '../presentation/job-words';
import { keyProblemSentence } from '../presentation/variable-words';
import type { CommandRow } from './command-row';
import { actOnJob, findJob, type JobCommandPorts } from './job-commands';

export interface VariablePorts {
  readonly prompts: Prompts;
  readonly variables: VariableMemory;
  /** Keeps a text out of whatever is logged from now on. */
  readonly mask: (secret: string) => void;
}

interface Question {
  readonly title: string;
  readonly run: string;
  readonly project: ProjectKey;
  readonly started: Started;
}

/** Asks for variables, beginning with the last ones; undefined where it was given up. */
export async function askVariables(
  { prompts, variables, mask }: VariablePorts,
  { title, run, project, started }: Question,
): Promise<readonly JobVariable[] | undefined> {
  const given = await prompts.pairs({
    title,
    placeholder: t('Press Enter to run, choose a variable to edit it, or type a new one'),
    run: { label: run, icon: 'play' },
    pairs: variables.recall(project, started),
    keyProblem: keyProblemSentence,
    looksSecret,
  });
  if (given === undefined) return undefined;
  // What a server repeats in its words must not get into the output.
  for (const { secret, value } of given) if (secret) mask(value);
  await variables.remember(project, started, given);
  return given;
}

export function variableCommands(ports: JobCommandPorts & VariablePorts): readonly CommandRow[] {
  const verb = JOB_VERBS.play;
  return [
    {
      id: COMMAND.playJobWithVariables,
      failure: () => verb.notDone(t('The job')),
      run: async (argument, failing) => {
        const target = await findJob(ports, 'play', argument);
        if (target === undefined) return;
        failing(verb.notDone(target.job.name));
        refuse(target);
        const { name } = target.job;
        const variables = await askVariables(ports, {
          title: t('Play {0} with Variables', name),
          run: t('Play {0}', name),
          project: { base: target.key.base, project: target.key.project },
          started: { job: name },
        });
        if (variables !== undefined) await actOnJob(ports, 'play', { target, argument, failing, variables });
      },
    },
  ];
}

/** Nobody types variables for what cannot be started. */
function refuse({ job, kind }: JobTarget): void {
  const obstacle = obstacleTo('play', job, kind);
  if (obstacle !== undefined) throw new ActionNotAllowed('play', job, obstacle);
}
