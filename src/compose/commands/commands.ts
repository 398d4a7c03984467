import type { UnconfirmedPipelines } from '../../app/pipelines/unconfirmed-pipelines';
import { forgetKeptInput } from '../../app/shared/kept-input';
import type { CommandRow } from '../../ui/shared/commands/command-row';
import { explainJobActions } from '../../presentation/jobs/errors';
import { registerErrorMessages } from '../../presentation/shared/error-messages';
import { clearOnAccountChange } from '../clear-on-account-change';
import type { Core } from '../core';
import { composeArtifactCommands } from './artifact-commands';
import { composeJobCommands } from './job-commands';
import { composeLogCommands } from './log-commands';
import { composeProjectCommands } from './project-commands';
import { composeViewCommands } from './view-commands';

/**
 * Returns the commands of accounts, projects, pipelines, jobs, and logs. Loaded when any command is first
 * used.
 */
export async function composeCommands(
  core: Core,
  unconfirmed: UnconfirmedPipelines,
): Promise<readonly CommandRow[]> {
  const { accounts, store, tools } = core;
  registerErrorMessages(explainJobActions);
  store.add(clearOnAccountChange(accounts, [{ clear: forgetKeptInput }, unconfirmed]));
  const runTools = await tools.load();
  return [
    ...composeProjectCommands(core),
    ...composeJobCommands(core, unconfirmed, runTools),
    ...composeArtifactCommands(core, runTools),
    ...composeViewCommands(core),
    ...composeLogCommands(core),
  ];
}
