import { commands, env, Range, Uri } from 'vscode';
import type { Accounts } from '../../../app/accounts/accounts';
import type { PipelineNotifications } from '../../../app/branch/pipeline-notifications';
import type { BranchWatch } from '../../../app/branch/watch';
import { readManualJobs } from '../../../app/jobs/failed-jobs';
import type { LogPlaceKey } from '../../../app/logs/place';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import { ItemFinder } from '../../../app/navigation/find';
import type { CommitsByTitle } from '../../../app/navigation/find-by-text';
import type { PipelineActions } from '../../../app/pipelines/actions';
import type { JobLookup } from '../../../app/pipelines/job-lookup';
import type { RecentItems } from '../../../app/shared/recent-items';
import { orUndefined } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { type BranchCommandDeps, branchCommands } from '../../branch/commands/commands';
import { openMergeRequestPlace } from '../../merge-requests/commands/open-place';
import type { CommandRow } from '../../shared/commands/command-row';
import { execute } from '../../shared/editor/execute';
import type { ItemOpener } from '../../shared/editor/opening';
import { searchPick } from '../../shared/editor/search-pick';
import { findCommands, type OpenFoundDeps } from './find-commands';
import { pageLinkCommands, type PageLinkDeps } from './page-link-commands';

export interface BackgroundCommandDeps extends Pick<BranchCommandDeps, 'projects' | 'prompts' | 'openLog'> {
  readonly branch: BranchWatch;
  readonly notifications: PipelineNotifications;
  readonly recent: RecentItems;
  readonly opening: ItemOpener;
  readonly lookup: Pick<JobLookup, 'read'>;
  readonly accounts: Accounts;
  readonly pipelineActions: PipelineActions;
  readonly clock: Clock;
  readonly commitsByTitle: CommitsByTitle;
  readonly mergeRequests: MergeRequests;
  readonly fileIn: PageLinkDeps['fileIn'];
  /** Reveals a line of a log as soon as it is loaded. */
  readonly openLogAt: (place: LogPlaceKey) => Promise<void>;
}

/** Commands for the status bar, for watched pipelines, and for finding items by number or name. */
export function backgroundCommands(deps: BackgroundCommandDeps): readonly CommandRow[] {
  const { notifications, recent, accounts, projects, clock, openLog, openLogAt, pipelineActions } = deps;
  const { showPipeline, openMergeRequest, revealJob } = deps.opening;
  const find = new ItemFinder(accounts, projects, deps.commitsByTitle);
  const open: OpenFoundDeps = {
    recent,
    openLog: async (key, name, line) => {
      await openLog(key, name);
      // Lines in URLs start at 1.
      if (line !== undefined) await openLogAt({ key, name, line: line - 1 });
      // The log is open, so don't fail if its row can't be found.
      const found = await orUndefined(deps.lookup.read(key));
      const pipeline = found?.job.pipeline?.id;
      if (pipeline !== undefined) await revealJob({ ...key, pipeline });
    },
    showPipeline,
    openMergeRequest,
    openPlace: openMergeRequestPlace,
  };
  const browse = async (link: string): Promise<void> => {
    await env.openExternal(Uri.parse(link, true));
  };
  return [
    ...branchCommands({
      ...deps,
      manualJobs: (key, signal) => readManualJobs(accounts.client(key.base), key, { signal }),
      showPipeline,
      start: ({ project }, run) => pipelineActions.start(project, run),
    }),
    ...watchCommands(notifications),
    ...findCommands({
      ...open,
      find,
      ask: (question) => searchPick(question, clock),
      browse,
      execute,
      prompts: deps.prompts,
      now: () => clock.now(),
    }),
    ...pageLinkCommands({
      ...open,
      find,
      prompts: deps.prompts,
      now: () => clock.now(),
      bases: () => accounts.list().map(({ base }) => base),
      pageOf: (key) => deps.mergeRequests.peek(key)?.web_url,
      commitsOf: async (key) =>
        ((await deps.mergeRequests.part(key, 'commits'))?.items ?? []).map(({ id }) => id),
      fileIn: deps.fileIn,
      openFile: async (address, line) => {
        const selection = line === undefined ? undefined : new Range(line - 1, 0, line - 1, 0);
        await commands.executeCommand('vscode.open', Uri.parse(address, true), { selection });
      },
      browse,
      execute,
    }),
  ];
}

/** Commands that turn notifications for the end of a pipeline on and off. */
function watchCommands(notices: PipelineNotifications): readonly CommandRow[] {
  return [
    {
      id: COMMAND.watchPipeline,
      failure: () => t("Couldn't watch the pipeline."),
      run: (argument) => {
        const target = argument?.target;
        if (target?.kind === 'pipeline') notices.watch(target.pipeline, 'asked');
      },
    },
    {
      id: COMMAND.stopWatchingPipeline,
      failure: () => t("Couldn't stop watching the pipeline."),
      run: (argument) => {
        const target = argument?.target;
        if (target?.kind === 'pipeline') notices.unwatch(target.pipeline);
      },
    },
  ];
}
