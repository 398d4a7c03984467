import type { JobActionOptions, JobActions, JobTarget } from '../../../app/jobs/actions';
import type { JobLogOpener } from '../../../app/logs/open-log';
import { inBulk } from '../../../app/shared/bulk-actions';
import { jobId } from '../../../app/shared/keys';
import { ignoreFailure } from '../../../base/background';
import { t } from '../../../base/localize';
import {
  ActionFailedError,
  JOB_ACTIONS,
  type JobAction,
  obstacleTo,
  ROLE_ACTIONS,
  statusesFor,
} from '../../../domain/jobs/rules';
import { JOB_VERBS } from '../../../presentation/jobs/labels';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { Bridge, Job } from '../../../schemas/job';
import type { CommandRow } from '../../shared/commands/command-row';
import {
  allowsRole,
  type ProjectRoleDeps,
  requireRole,
  requireRoleInAnyProject,
} from '../../shared/commands/role-check';
import type { MessageAction, Prompts } from '../../shared/editor/prompts';
import { type BulkDeps, showBulkResult } from './bulk-commands';
import { chooseJob, type JobChoiceDeps, jobOfActiveLog, namedJob } from './choice';
import { askIfRisky, type ConfirmDeps } from './confirmations';

export interface JobCommandDeps extends JobChoiceDeps, ConfirmDeps, BulkDeps, ProjectRoleDeps {
  readonly prompts: Prompts;
  /** The selected rows of the Pipelines view while it is visible. */
  readonly selectedRows: () => readonly CommandArgument[];
  readonly actions: JobActions;
  /** Reloads the view, because its rows may be outdated. */
  readonly refresh: () => Promise<void>;
}

export function jobCommands(deps: JobCommandDeps): readonly CommandRow[] {
  const acting = JOB_ACTIONS.map((action): CommandRow => {
    const verb = JOB_VERBS[action];
    return {
      id: verb.command,
      failure: () => verb.notDone(undefined),
      run: async (argument, failing, selected) => {
        // From the Command Palette, the active log is more specific than the selection.
        const isFree = argument === undefined && deps.activeJob() === undefined;
        const many = selectedJobs(isFree ? deps.selectedRows() : selected);
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
        // Doesn't await known jobs, so that their spinner appears immediately.
        const target = found instanceof Promise ? await found : found;
        if (target !== undefined) await actOnJob(deps, action, { target, argument, failing });
      },
    };
  });
  return [...acting, openLogCommand(deps)];
}

/**
 * Returns the job of the row or of the active log, or asks for one. Synchronous if the row's job is loaded.
 */
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
  const known =
    (await namedJob(deps, argument)) ?? (await jobOfActiveLog(deps, action)) ?? selectedJob(deps, action);
  if (known !== undefined) return known;
  const roleAction = ROLE_ACTIONS[action];
  await requireRoleInAnyProject(deps, roleAction);
  return chooseJob(deps, {
    title,
    placeholder: verb.question(),
    none: verb.none(),
    statuses: statusesFor(action),
    order: 'failed-first',
    fits: (job, { key, kind }) =>
      obstacleTo(action, job, kind) === undefined && allowsRole(deps, roleAction, key),
  });
}

/** Returns the job of the only selected row if it allows the action. */
function selectedJob({ lookup, selectedRows }: JobCommandDeps, action: JobAction): JobTarget | undefined {
  const [row, ...others] = selectedRows();
  const found = others.length > 0 ? undefined : lookup.ofTarget(row?.target);
  return found !== undefined && obstacleTo(action, found.job, found.kind) === undefined ? found : undefined;
}

interface OneJob extends JobActionOptions {
  readonly target: JobTarget;
  readonly argument: CommandArgument;
  readonly failing: (what: string) => void;
}

/**
 * Asks for confirmation if required, runs the action, and shows a message unless the row shows the result.
 */
export async function actOnJob(deps: JobCommandDeps, action: JobAction, one: OneJob): Promise<void> {
  const { target, argument, failing, variables, inputs } = one;
  const verb = JOB_VERBS[action];
  const { name } = target.job;
  const shown = deps.activeJob();
  failing(verb.notDone(name));
  requireRole(deps, ROLE_ACTIONS[action], target.key);
  // Impossible actions need no confirmation.
  const possible = obstacleTo(action, target.job, target.kind) === undefined;
  const confirmation = possible ? askIfRisky(deps, action, [target]) : undefined;
  if (confirmation !== undefined && !(await confirmation)) return;
  const job = await deps.prompts.progress.inView(verb.doing(name), (signal) =>
    act(deps, action, target, { variables, inputs, signal }),
  );
  if (action === 'cancel') {
    deps.prompts.showMessage('info', verb.done(name, job), [retryAction(deps, target)]);
    return;
  }
  // The row shows the result.
  if (argument?.target !== undefined) return;
  const open = {
    title: t('Open Log'),
    run: () => deps.openLog({ ...target.key, job: job.id }, name),
    failure: () => t("Couldn't open the log of {0}.", name),
  };
  // If the log is active already, no button is necessary.
  const isShown = shown !== undefined && jobId(shown) === jobId({ ...target.key, job: job.id });
  const opens = (action === 'retry' || action === 'play' || action === 'runNow') && !isShown;
  deps.prompts.showMessage('info', verb.done(name, job), opens ? [open] : []);
}

/** Returns the button that reverts a cancellation. Retrying fails while the job is still being canceled. */
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

/** Asks for confirmation if required, runs the action for all jobs, and shows the failures. */
export async function actOnJobs(
  deps: JobCommandDeps,
  action: JobAction,
  targets: readonly JobTarget[],
): Promise<void> {
  const verb = JOB_VERBS[action];
  for (const { key } of targets) requireRole(deps, ROLE_ACTIONS[action], key);
  const possible = targets.filter(({ job, kind }) => obstacleTo(action, job, kind) === undefined);
  const confirmation = possible.length === 0 ? undefined : askIfRisky(deps, action, possible);
  if (confirmation !== undefined && !(await confirmation)) return;
  const report = await deps.prompts.progress.counting(verb.doingAll(targets.length), (options) =>
    inBulk(targets, (target) => act(deps, action, target), options),
  );
  showBulkResult(deps, report, verb);
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
    // After a refusal, the displayed state may be outdated.
    if (before === undefined) ignoreFailure(refresh());
    throw new ActionFailedError(action, target.job.name, target.kind, error);
  }
}

/** Returns the selected rows of jobs, without duplicates. */
function selectedJobs(selected: readonly CommandArgument[]): readonly CommandArgument[] {
  const seen = new Set<string>();
  return selected.filter((row) => {
    const target = row?.target;
    if (target?.kind !== 'job' && target?.kind !== 'bridge') return false;
    const id = `${target.pipeline.base} ${target.job}`;
    return seen.size < seen.add(id).size;
  });
}

interface OpenLogDeps extends JobChoiceDeps {
  readonly openLog: JobLogOpener['open'];
}

/** Opens the log of a job. Asks for a job if the command has no row and no open log. */
const openLogCommand = (deps: OpenLogDeps): CommandRow => ({
  id: COMMAND.openLog,
  failure: () => t("Couldn't open the log."),
  run: async (argument) => {
    const target =
      (await namedJob(deps, argument)) ??
      (await chooseJob(deps, {
        title: t('Open Job Log'),
        placeholder: t('Select a job to open its log'),
        none: t('No jobs found in this workspace.'),
        statuses: [],
        order: 'failed-first',
      }));
    if (target !== undefined) await deps.openLog(target.key, target.job.name);
  },
});
