import type { Accounts } from '../../app/accounts/accounts';
import { Find } from '../../app/branch/find';
import type { PipelineNotifications } from '../../app/branch/pipeline-notifications';
import type { BranchWatch } from '../../app/branch/watch';
import { readManualJobs } from '../../app/jobs/failed-jobs';
import type { LogPlaceKey } from '../../app/logs/place';
import type { PipelineActions } from '../../app/pipelines/actions';
import type { JobLookup } from '../../app/pipelines/job-lookup';
import type { RecentItems } from '../../app/shared/recent-items';
import type { Clock } from '../../base/clock';
import type { Opening } from '../../editor/shared/opening';
import { searchPick } from '../../editor/shared/search-pick';
import { openMergeRequestPlace } from '../merge-requests/open-place';
import { watchCommands } from '../pipelines/watch-commands';
import type { CommandRow } from '../shared/command-row';
import { type BranchCommandDeps, branchCommands } from './commands';
import { findCommands } from './find-commands';

export interface BackgroundCommandDeps extends Pick<BranchCommandDeps, 'projects' | 'prompts' | 'openLog'> {
  readonly branch: BranchWatch;
  readonly notifications: PipelineNotifications;
  readonly recent: RecentItems;
  readonly opening: Opening;
  readonly lookup: Pick<JobLookup, 'read'>;
  readonly accounts: Accounts;
  readonly pipelineActions: PipelineActions;
  readonly clock: Clock;
  /** Goes to a line of a log as soon as it is there. */
  readonly openLogAt: (place: LogPlaceKey) => Promise<void>;
}

/** Commands of the status bar, of watched pipelines, and the way to anything by its number or name. */
export function backgroundCommands(deps: BackgroundCommandDeps): readonly CommandRow[] {
  const { notifications, recent, accounts, projects, clock, openLog, openLogAt, pipelineActions } = deps;
  const { showPipeline, openMergeRequest, revealJob } = deps.opening;
  return [
    ...branchCommands({
      ...deps,
      manualJobs: (key, signal) => readManualJobs(accounts.client(key.base), key, { signal }),
      showPipeline,
      start: ({ project }, run) => pipelineActions.start(project, run),
    }),
    ...watchCommands(notifications),
    ...findCommands({
      find: new Find(accounts, projects),
      recent,
      ask: (question) => searchPick(question, clock),
      prompts: deps.prompts,
      now: () => clock.now(),
      openLog: async (key, name, line) => {
        await openLog(key, name);
        // An address counts lines from 1.
        if (line !== undefined) await openLogAt({ key, name, line: line - 1 });
        // The log is open: a row that can't be found is no failure.
        const found = await deps.lookup.read(key).catch(() => undefined);
        const pipeline = found?.job.pipeline?.id;
        if (pipeline !== undefined) await revealJob({ ...key, pipeline });
      },
      showPipeline,
      openMergeRequest,
      openPlace: openMergeRequestPlace,
    }),
  ];
}
