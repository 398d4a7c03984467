import { readJobOfToken } from '../../app/jobs/job-token';
import { jobTokenCommand } from '../../ui/jobs/commands/job-token-command';
import type { CommandRow } from '../../ui/shared/commands/command-row';
import type { RunTools } from '../../ui/logs/documents/run-tools';
import type { Core } from '../core';

/** Returns the command that shows the job of a job token. */
export const composeJobTokenCommand = (core: Core, { jobToken }: RunTools): CommandRow =>
  jobTokenCommand({
    prompts: core.prompts,
    bases: () => core.accounts.list().map(({ base }) => base),
    readJobOfToken: (...given) => readJobOfToken(core, ...given),
    show: (found) => jobToken.show(found),
  });
