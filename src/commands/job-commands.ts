import { inBulk } from '../app/bulk-actions';
import type { JobActionOptions, JobActions, JobTarget } from '../app/job-actions';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import { ActionFailed, JOB_ACTIONS, obstacleTo, statusesFor, type JobAction } from '../domain/job-rules';
import { COMMAND } from '../presentation/command-ids';
import { JOB_VERBS } from '../presentation/job-words';
import { statusWord } from '../presentation/status-icons';
import type { Bridge, Job } from '../schemas/job';
import { tellBulk, withCount, type BulkPorts } from './bulk-commands';
import type { CommandRow } from './command-row';
import { askIfRisky, type ConfirmPorts } from './confirmations';
import { withPatience } from './patience';
import { chooseJob, jobOfActiveLog, namedJob, type JobChoicePorts } from './job-choice';

export interface JobCommandPorts extends JobChoicePorts, ConfirmPorts, BulkPorts {
  readonly actions: JobActions;
  /** Reads again what is shown: the server knows something that the rows do not. */
  readonly lookAgain: () => Promise<void>;
}

export function jobCommands(ports: JobCommandPorts): readonly CommandRow[] {
  const acting = JOB_ACTIONS.map((action): CommandRow => {
    const verb = JOB_VERBS[action];
    return {
      id: verb.command,
      failure: () => verb.notDone(t('The job')),
      run: async (argument, failing, selected) => {
        const many = selectedJobs(selected);
        if (many.length > 1) {
          failing(verb.doneAll(0, many.length));
          await actOnMany(ports, action, many);
          return;
        }
        const found = findJob(ports, action, argument);
        // Without a wait where the row is known: its spinner must not wait, either.
        const target = found instanceof Promise ? await found : found;
        if (target !== undefined) await actOnJob(ports, action, { target, argument, failing });
      },
    };
  });
  const openLog: CommandRow = {
    id: COMMAND.openLog,
    failure: () => t('The log was not opened.'),
    run: async (argument) => {
      const target =
        (await namedJob(ports, argument)) ??
        (await chooseJob(ports, {
          title: t('Open Log'),
          placeholder: t('The job whose log to open'),
          none: t('The projects of this workspace have no jobs.'),
          statuses: [],
        }));
      if (target !== undefined) await ports.openLog(target.key, target.job.name);
    },
  };
  return [...acting, openLog];
}

/** The job that a command is about: of a row, of the open log, or chosen. At once where the row is known. */
export function findJob(
  ports: JobCommandPorts,
  action: JobAction,
  argument: unknown,
): JobTarget | Promise<JobTarget | undefined> {
  return ports.lookup.ofTarget(targetOf(argument)) ?? lookForJob(ports, action, argument);
}

async function lookForJob(
  ports: JobCommandPorts,
  action: JobAction,
  argument: unknown,
): Promise<JobTarget | undefined> {
  const verb = JOB_VERBS[action];
  return (
    (await namedJob(ports, argument)) ??
    (await jobOfActiveLog(ports, action)) ??
    (await chooseJob(ports, {
      title: verb.pick(),
      placeholder: verb.question(),
      none: verb.none(),
      statuses: statusesFor(action),
    }))
  );
}

interface OneJob extends JobActionOptions {
  readonly target: JobTarget;
  readonly argument: unknown;
  readonly failing: (what: string) => void;
}

/** Asks where it is risky, does it, and tells whoever does not see the row. */
export async function actOnJob(ports: JobCommandPorts, action: JobAction, one: OneJob): Promise<void> {
  const { target, argument, failing, variables } = one;
  const verb = JOB_VERBS[action];
  const { name } = target.job;
  failing(verb.notDone(name));
  // What is not possible needs no question.
  const possible = obstacleTo(action, target.job, target.kind) === undefined;
  const asked = possible ? askIfRisky(ports, action, [target]) : undefined;
  if (asked !== undefined && !(await asked)) return;
  const job = await withPatience(verb.doing(name), (signal) =>
    act(ports, action, target, { variables, signal }),
  );
  // A row shows its result itself; whoever came from elsewhere is told.
  if (targetOf(argument) !== undefined) return;
  const open = {
    title: t('Open Log'),
    run: () => ports.openLog({ ...target.key, job: job.id }, name),
    failure: () => t('The log of {0} was not opened.', name),
  };
  const opens = action === 'retry' || action === 'play';
  ports.prompts.tell('info', verb.done(name, statusWord(job), job.id), opens ? [open] : []);
}

async function actOnMany(ports: JobCommandPorts, action: JobAction, rows: readonly unknown[]): Promise<void> {
  const verb = JOB_VERBS[action];
  const found = await Promise.all(rows.map((row) => namedJob(ports, row)));
  const targets = found.filter((target) => target !== undefined);
  const possible = targets.filter(({ job, kind }) => obstacleTo(action, job, kind) === undefined);
  const asked = possible.length === 0 ? undefined : askIfRisky(ports, action, possible);
  if (asked !== undefined && !(await asked)) return;
  const report = await withCount(verb.doingAll(targets.length), (options) =>
    inBulk(targets, (target) => act(ports, action, target), options),
  );
  tellBulk(ports, report, verb.doneAll);
}

async function act(
  { actions, lookAgain }: JobCommandPorts,
  action: JobAction,
  target: JobTarget,
  options: JobActionOptions = {},
): Promise<Job | Bridge> {
  const before = actions.doing(target.key);
  try {
    return await actions.run(action, target, options);
  } catch (error) {
    // What the server refuses looks otherwise there than here.
    if (before === undefined) void lookAgain().catch(() => undefined);
    throw new ActionFailed(action, target.job.name, target.kind, error);
  }
}

/** The rows of jobs among those that are selected, each once. */
function selectedJobs(selected: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string>();
  return selected.filter((row) => {
    const target = targetOf(row);
    if (target?.kind !== 'job' && target?.kind !== 'bridge') return false;
    const id = `${target.pipeline.base} ${target.job}`;
    return seen.size < seen.add(id).size;
  });
}
