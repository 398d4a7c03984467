import { ACCOUNT_COMMANDS } from './commands/accounts';
import { ARTIFACT_COMMANDS } from './commands/artifacts';
import { BRANCH_COMMANDS, LINK_COMMANDS } from './commands/branch';
import { CHANGE_COMMANDS } from './commands/changes';
import { CLIENT_KEY_COMMANDS } from './commands/client-keys';
import { COMMENT_COMMANDS } from './commands/comments';
import { ERROR_COMMANDS } from './commands/errors';
import { JOB_COMMANDS } from './commands/jobs';
import { LOG_COMMANDS } from './commands/logs';
import { MERGE_REQUEST_ACTION_COMMANDS } from './commands/merge-request-actions';
import { MERGE_REQUEST_EDIT_COMMANDS } from './commands/merge-request-edits';
import { MERGE_REQUEST_COMMANDS, TODO_COMMANDS } from './commands/merge-requests';
import { PIPELINE_COMMANDS } from './commands/pipelines';
import { PROJECT_COMMANDS } from './commands/projects';

/** All commands of the extension by name. */
export const COMMAND_DEFINITIONS = {
  ...ACCOUNT_COMMANDS,
  ...PROJECT_COMMANDS,
  ...PIPELINE_COMMANDS,
  ...JOB_COMMANDS,
  ...ARTIFACT_COMMANDS,
  ...LOG_COMMANDS,
  ...LINK_COMMANDS,
  ...BRANCH_COMMANDS,
  ...MERGE_REQUEST_COMMANDS,
  ...TODO_COMMANDS,
  ...MERGE_REQUEST_ACTION_COMMANDS,
  ...MERGE_REQUEST_EDIT_COMMANDS,
  ...CHANGE_COMMANDS,
  ...COMMENT_COMMANDS,
  ...ERROR_COMMANDS,
  ...CLIENT_KEY_COMMANDS,
} as const;
