import { commands } from 'vscode';
import type { Accounts } from '../app/accounts';
import { readManualJobs } from '../app/failed-jobs';
import { Find } from '../app/find';
import type { LogPlaceKey } from '../app/log-place';
import type { PipelineActions } from '../app/pipeline-actions';
import type { Clock } from '../base/clock';
import { askFind } from '../editor/find-pick';
import type { Signals } from '../editor/signals';
import { COMMAND } from '../presentation/command-ids';
import { branchCommands, type BranchCommandPorts } from './branch-commands';
import type { CommandRow } from './command-row';
import { findCommands } from './find-commands';
import { watchCommands } from './watch-commands';

export interface AmbientCommandPorts extends Pick<BranchCommandPorts, 'projects' | 'prompts' | 'openLog'> {
  readonly signals: Signals;
  readonly accounts: Accounts;
  readonly pipelineActions: PipelineActions;
  readonly clock: Clock;
  /** Goes to a line of a log as soon as it is there. */
  readonly openLogAt: (place: LogPlaceKey) => Promise<void>;
}

/** Commands of the status bar, of watched pipelines, and the way to anything by its number or name. */
export function ambientCommands(ports: AmbientCommandPorts): readonly CommandRow[] {
  const { signals, accounts, projects, clock, openLog, openLogAt, pipelineActions } = ports;
  const { showPipeline, openMergeRequest } = signals.opening;
  return [
    ...branchCommands({
      ...ports,
      branch: signals.branch,
      manualJobs: (key, signal) => readManualJobs(accounts.client(key.base), key, { signal }),
      showPipeline,
      start: ({ project }, run) => pipelineActions.start(project, run),
    }),
    ...watchCommands(signals.notices),
    ...findCommands({
      find: new Find(accounts, projects),
      recent: signals.recent,
      ask: (question) => askFind(question, clock),
      now: () => clock.now(),
      openLog: async (key, name, line) => {
        await openLog(key, name);
        // An address counts lines from 1.
        if (line !== undefined) await openLogAt({ key, name, line: line - 1 });
      },
      showPipeline,
      openMergeRequest,
      openFileDiff: async (mergeRequest, { hash, line }) => {
        const target = { kind: 'merge-request', mergeRequest };
        await commands.executeCommand(COMMAND.openFileDiff, { target, file: hash, line });
      },
    }),
  ];
}
