import { ProgressLocation, window } from 'vscode';
import type { JobActions, JobTarget } from '../app/job-actions';
import type { JobLookup } from '../app/job-lookup';
import type { JobKey } from '../app/keys';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import { allowedActions, JOB_ACTIONS, statusesFor, type JobAction } from '../domain/job-rules';
import type { Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { JOB_VERBS, NOWHERE } from '../presentation/job-words';
import { refName } from '../presentation/pipeline-rows';
import { parts } from '../presentation/row';
import { statusIcon, statusWord } from '../presentation/status-icons';
import { ago } from '../presentation/time-words';
import { VIEW } from '../presentation/view-ids';
import type { JobStatus } from '../schemas/job';
import type { CommandRow } from './command-row';

export interface JobCommandPorts {
  readonly lookup: JobLookup;
  readonly actions: JobActions;
  readonly prompts: Prompts;
  /** The job whose log is the active editor. */
  readonly activeJob: () => JobKey | undefined;
  readonly openLog: (key: JobKey, name: string) => Promise<void>;
  readonly now: () => number;
}

export function jobCommands(ports: JobCommandPorts): readonly CommandRow[] {
  const acting = JOB_ACTIONS.map((action): CommandRow => {
    const verb = JOB_VERBS[action];
    return {
      id: verb.command,
      failure: () => verb.notDone(t('The job')),
      run: (argument, failing) => act(ports, action, argument, failing),
    };
  });
  const openLog: CommandRow = {
    id: COMMAND.openLog,
    failure: () => t('The log was not opened.'),
    run: async (argument) => {
      const target =
        (await named(ports, argument)) ??
        (await choose(ports, [], t('Open Log'), t('The job whose log to open')));
      if (target === 'none')
        ports.prompts.tell('info', t('The projects of this workspace have no jobs.'), []);
      else if (target !== undefined) await ports.openLog(target.key, target.job.name);
    },
  };
  return [...acting, openLog];
}

async function act(
  ports: JobCommandPorts,
  action: JobAction,
  argument: unknown,
  failing: (what: string) => void,
): Promise<void> {
  const verb = JOB_VERBS[action];
  // At once where the row is known: its spinner must not wait.
  const row = ports.lookup.ofTarget(targetOf(argument)) ?? (await named(ports, argument));
  const target =
    row ??
    (await ofActiveLog(ports, action)) ??
    (await choose(ports, statusesFor(action), verb.pick(), verb.question()));
  if (target === undefined) return;
  if (target === 'none') {
    ports.prompts.tell('info', verb.none(), []);
    return;
  }
  const { name } = target.job;
  failing(verb.notDone(name));
  const progress = { location: { viewId: VIEW.pipelines }, title: verb.doing(name) };
  const job = await window.withProgress(progress, () => ports.actions.run(action, target));
  // A row shows its result itself; whoever came from elsewhere is told.
  if (targetOf(argument) !== undefined) return;
  const open = { title: t('Open Log'), run: () => void ports.openLog({ ...target.key, job: job.id }, name) };
  ports.prompts.tell('info', verb.done(name, statusWord(job), job.id), action === 'cancel' ? [] : [open]);
}

/**
 * The job that the caller named: that of a row, or that of the log whose button was pressed. It is that job or none:
 * never another one that happens to be at hand.
 */
async function named(
  { lookup, activeJob }: JobCommandPorts,
  argument: unknown,
): Promise<JobTarget | undefined> {
  const target = targetOf(argument);
  if (target?.kind === 'job' || target?.kind === 'bridge') {
    const { base, project } = target.pipeline;
    return lookup.ofTarget(target) ?? (await lookup.read({ base, project, job: target.job }));
  }
  const key = argument === undefined ? undefined : activeJob();
  return key === undefined ? undefined : lookup.read(key);
}

/** The job whose log is being read, where the action fits it. */
async function ofActiveLog(
  { activeJob, lookup }: JobCommandPorts,
  action: JobAction,
): Promise<JobTarget | undefined> {
  const key = activeJob();
  if (key === undefined) return undefined;
  const target = await lookup.read(key);
  return allowedActions(target.job, target.kind).includes(action) ? target : undefined;
}

/** Lets a person choose among the newest jobs; `none` where there are none to choose. */
async function choose(
  { lookup, prompts, now }: JobCommandPorts,
  statuses: readonly JobStatus[],
  title: string,
  placeholder: string,
): Promise<JobTarget | 'none' | undefined> {
  const recent = await window.withProgress(
    { location: ProgressLocation.Window, title: t('Looking for jobs…') },
    () => lookup.recent(statuses),
  );
  if (typeof recent === 'string') {
    prompts.tell('info', NOWHERE[recent](), []);
    return undefined;
  }
  if (recent.length === 0) return 'none';
  const items = recent.map((target) => ({
    label: target.job.name,
    description: parts(
      statusWord(target.job),
      refName(target.job.ref),
      target.job.pipeline ? t('pipeline #{0}', target.job.pipeline.id) : undefined,
      ago(target.job.finished_at ?? target.job.started_at ?? target.job.created_at, now()),
    ),
    icon: statusIcon(target.job).id,
    value: target,
  }));
  return prompts.pick({ title, placeholder, items });
}
