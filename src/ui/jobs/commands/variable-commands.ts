import type { JobTarget } from '../../../app/jobs/actions';
import type { Declared } from '../../../app/jobs/declared';
import type { JobInputs } from '../../../app/jobs/job-inputs';
import { t } from '../../../base/localize';
import { ActionNotAllowedError, type JobAction, obstacleTo, ROLE_ACTIONS } from '../../../domain/jobs/rules';
import { JOB_VERBS } from '../../../presentation/jobs/labels';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import { requireRole } from '../../shared/commands/role-check';
import { actOnJob, findJob, type JobCommandDeps } from './commands';
import { type DeclaredFormDeps, type EnteredValues, sendEntered, tooComplex } from './declared-form';

export interface JobFormDeps extends JobCommandDeps, DeclaredFormDeps {
  readonly jobInputs: Pick<JobInputs, 'load'>;
}

/** A job that is started with values, and how. */
interface Started {
  readonly action: JobAction;
  readonly target: JobTarget;
  readonly argument: CommandArgument;
  readonly failing: (what: string) => void;
}

/** Starts jobs with the inputs and variables that the user enters. */
export function variableCommands(deps: JobFormDeps): readonly CommandRow[] {
  return [
    {
      id: COMMAND.playJobWithVariables,
      failure: () => JOB_VERBS.play.notDone(undefined),
      run: async (argument, failing) => {
        const title = t('Run Manual Job with Inputs or Variables');
        const target = await findJob(deps, 'play', argument, title);
        if (target === undefined) return;
        const started = { action: 'play', target, argument, failing } as const;
        const declared = await loadInputs(deps, started);
        const { name } = target.job;
        await ask(deps, started, declared, {
          title:
            declared.inputs.length === 0
              ? t('Run {0} with Variables', name)
              : t('Run {0} with Inputs or Variables', name),
          run: t('Run {0}', name),
        });
      },
    },
    {
      id: COMMAND.retryJobWithInputs,
      failure: () => JOB_VERBS.retry.notDone(undefined),
      run: async (argument, failing) => {
        const target = await findJob(deps, 'retry', argument, t('Retry Job with Inputs'));
        if (target === undefined) return;
        const started = { action: 'retry', target, argument, failing } as const;
        const declared = await loadInputs(deps, started);
        const { name } = target.job;
        if (declared.inputs.length > 0) {
          // A retry uses the variables of the job.
          const question = {
            title: t('Retry {0} with Inputs', name),
            run: t('Retry {0}', name),
            canAdd: false,
          };
          await ask(deps, started, declared, question);
        } else if (typeof declared.incomplete === 'object') throw declared.incomplete.error;
        else if (declared.incomplete === 'too-complex') offerPlainRetry(deps, started, tooComplex());
        else offerPlainRetry(deps, started);
      },
    },
  ];
}

/** Refuses what isn't possible, and loads the inputs that the job declares. */
function loadInputs(deps: JobFormDeps, { action, target, failing }: Started): Promise<Declared> {
  const { job, kind, key } = target;
  failing(JOB_VERBS[action].notDone(job.name));
  requireRole(deps, ROLE_ACTIONS[action], key);
  const obstacle = obstacleTo(action, job, kind);
  if (obstacle !== undefined) throw new ActionNotAllowedError(action, job, obstacle);
  return deps.prompts.progress.inView(t('Loading inputs of {0}…', job.name), (signal) =>
    deps.jobInputs.load(target, { signal }),
  );
}

interface Question {
  readonly title: string;
  readonly run: string;
  readonly canAdd?: boolean;
}

async function ask(
  deps: JobFormDeps,
  { action, ...one }: Started,
  declared: Declared,
  question: Question,
): Promise<void> {
  const { base, project } = one.target.key;
  const { name } = one.target.job;
  await sendEntered(deps, { ...question, project: { base, project }, started: { job: name } }, declared, {
    send: (entered: EnteredValues) => actOnJob(deps, action, { ...one, ...entered }),
    failure: JOB_VERBS[action].notDone(name),
  });
}

/** Shows a message that there are no inputs to enter. */
function offerPlainRetry(deps: JobFormDeps, { action, ...one }: Started, why?: string): void {
  const { name } = one.target.job;
  deps.prompts.showMessage('info', why ?? t('The CI configuration declares no inputs for {0}.', name), [
    {
      title: t('Retry'),
      run: () => actOnJob(deps, action, one),
      failure: () => JOB_VERBS[action].notDone(name),
    },
  ]);
}
