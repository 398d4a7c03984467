import type { JobActionOptions, JobActions, JobTarget } from '../../app/jobs/actions';
import { inBulk } from '../../app/shared/bulk-actions';
import { jobId } from '../../app/shared/keys';
import { t } from '../../base/localize';
import {
  ActionFailed,
  JOB_ACTIONS,
  type JobAction,
  obstacleTo,
  ROLE_ACTIONS,
  statusesFor,
} from '../../domain/jobs/rules';
import type { MessageAction } from '../../editor/shared/prompts';
import { JOB_VERBS } from '../../presentation/jobs/labels';
import { statusWord } from '../../presentation/shared/status-icons';
import type { CommandArgument } from '../../schemas/command-argument';
import type { Bridge, Job } from '../../schemas/job';
import type { CommandRow } from '../shared/command-row';
import { requireRole, type RoleDeps } from '../shared/role-check';
import { type BulkDeps, showBulkResult } from './bulk-commands';
import { chooseJob, type JobChoiceDeps, jobOfActiveLog, namedJob } from './choice';
import { askIfRisky, type ConfirmDeps } from './confirmations';
import { openLogCommand } from './open-log';

export interface JobCommandDeps extends JobChoiceDeps, ConfirmDeps, BulkDeps, RoleDeps {
  readonly actions: JobActions;
  /** Reads again what is shown: the server knows something that the rows do not. */
  readonly refresh: () => Promise<void>;
}

export function jobCommands(deps: JobCommandDeps): readonly CommandRow[] {
  const acting = JOB_ACTIONS.map((action): CommandRow => {
    const verb = JOB_VERBS[action];
    return {
      id: verb.command,
      failure: () => verb.notDone(undefined),
      run: async (argument, failing, selected) => {
        const many = selectedJobs(selected);
        if (many.length > 1) {
          failing(verb.doneAll(0, many.length));
          const found = await Promise.all(many.map((row) => namedJob(deps, row)));
          await actOnJobs(
            deps,
            action,
            found.filter((target) => target !== undefined),
          );
          return;
        }
        const found = findJob(deps, action, argument);
        // Without a wait where the row is known: its spinner must not wait, either.
        const target = found instanceof Promise ? await found : found;
        if (target !== undefined) await actOnJob(deps, action, { target, argument, failing });
      },
    };
  });
  return [...acting, openLogCommand(deps)];
}

/** The job that a command is about: of a row, of the open log, or chosen. At once where the row is known. */
export function findJob(
  deps: JobCommandDeps,
  action: JobAction,
  argument: CommandArgument,
  title = JOB_VERBS[action].pick(),
): JobTarget | Promise<JobTarget | undefined> {
  return deps.lookup.ofTarget(argument?.target) ?? searchJob(deps, action, argument, title);
}

async function searchJob(
  deps: JobCommandDeps,
  action: JobAction,
  argument: CommandArgument,
  title: string,
): Promise<JobTarget | undefined> {
  const verb = JOB_VERBS[action];
  return (
    (await namedJob(deps, argument)) ??
    (await jobOfActiveLog(deps, action)) ??
    (await chooseJob(deps, {
      title,
      placeholder: verb.question(),
      none: verb.none(),
      statuses: statusesFor(action),
    }))
  );
}

interface OneJob extends JobActionOptions {
  readonly target: JobTarget;
  readonly argument: CommandArgument;
  readonly failing: (what: string) => void;
}

/** Asks where it is risky, does it, and tells whoever does not see the row. */
export async function actOnJob(deps: JobCommandDeps, action: JobAction, one: OneJob): Promise<void> {
  const { target, argument, failing, variables } = one;
  const verb = JOB_VERBS[action];
  const { name } = target.job;
  const shown = deps.activeJob();
  failing(verb.notDone(name));
  requireRole(deps, ROLE_ACTIONS[action], target.key);
  // What is not possible needs no question.
  const possible = obstacleTo(action, target.job, target.kind) === undefined;
  const asked = possible ? askIfRisky(deps, action, [target]) : undefined;
  if (asked !== undefined && !(await asked)) return;
  const job = await deps.prompts.progress.inView(verb.doing(name), (signal) =>
    act(deps, action, target, { variables, signal }),
  );
  if (action === 'cancel') {
    deps.prompts.showMessage('info', verb.done(name, statusWord(job), job.id), [retryAction(deps, target)]);
    return;
  }
  // A row shows its result itself; whoever came from elsewhere is told.
  if (argument?.target !== undefined) return;
  const open = {
    title: t('Open Log'),
    run: () => deps.openLog({ ...target.key, job: job.id }, name),
    failure: () => t("Couldn't open the log of {0}.", name),
  };
  // A log that is in front needs no button.
  const isShown = shown !== undefined && jobId(shown) === jobId({ ...target.key, job: job.id });
  const opens = (action === 'retry' || action === 'play') && !isShown;
  deps.prompts.showMessage('info', verb.done(name, statusWord(job), job.id), opens ? [open] : []);
}

/** Takes a cancellation back. A job that is still being canceled can't be retried yet, which the failure says. */
function retryAction(deps: JobCommandDeps, { key, job: { name } }: JobTarget): MessageAction {
  return {
    title: t('Retry'),
    run: async () => {
      const target = await deps.lookup.read(key);
      await deps.prompts.progress.inView(JOB_VERBS.retry.doing(name), () => act(deps, 'retry', target));
    },
    failure: () => JOB_VERBS.retry.notDone(name),
  };
}

/** Asks where it is risky, does it for all, and tells what was not done. */
export async function actOnJobs(
  deps: JobCommandDeps,
  action: JobAction,
  targets: readonly JobTarget[],
): Promise<void> {
  const verb = JOB_VERBS[action];
  for (const { key } of targets) requireRole(deps, ROLE_ACTIONS[action], key);
  const possible = targets.filter(({ job, kind }) => obstacleTo(action, job, kind) === undefined);
  const asked = possible.length === 0 ? undefined : askIfRisky(deps, action, possible);
  if (asked !== undefined && !(await asked)) return;
  const report = await deps.prompts.progress.counting(verb.doingAll(targets.length), (options) =>
    inBulk(targets, (target) => act(deps, action, target), options),
  );
  showBulkResult(deps, report, verb.doneAll);
}

async function act(
  { actions, refresh }: JobCommandDeps,
  action: JobAction,
  target: JobTarget,
  options: JobActionOptions = {},
): Promise<Job | Bridge> {
  const before = actions.doing(target.key);
  try {
    return await actions.run(action, target, options);
  } catch (error) {
    // What the server refuses looks otherwise there than here.
    if (before === undefined) void refresh().catch(() => undefined);
    throw new ActionFailed(action, target.job.name, target.kind, error);
  }
}

/** The rows of jobs among those that are selected, each once. */
function selectedJobs(selected: readonly CommandArgument[]): readonly CommandArgument[] {
  const seen = new Set<string>();
  return selected.filter((row) => {
    const target = row?.target;
    if (target?.kind !== 'job' && target?.kind !== 'bridge') return false;
    const id = `${target.pipeline.base} ${target.job}`;
    return seen.size < seen.add(id).size;
  });
}
