import { type ApiError, isApiError } from '../../api/errors';
import { t } from '../../base/localize';
import {
  type ActionFailedError,
  ActionNotAllowedError,
  JOB_ACTIONS,
  type JobAction,
  JobBusyError,
} from '../../domain/jobs/rules';
import { PipelineBusyError } from '../../domain/pipelines/rules';
import { isProven, type RefusalMeaning } from './refusal-meanings';
import { requirement } from './role-messages';
import { statusWord } from './status-icons';

const WRONG_STATUS: Readonly<Record<JobAction, (name: string, status: string) => string>> = {
  retry: (name, status) => t('Only finished jobs can be retried. Status of {0}: {1}.', name, status),
  play: (name, status) => t('Only manual jobs can be run. Status of {0}: {1}.', name, status),
  runNow: (name, status) => t('Only delayed jobs can be started now. Status of {0}: {1}.', name, status),
  unschedule: (name, status) => t('Only delayed jobs can be unscheduled. Status of {0}: {1}.', name, status),
  cancel: (name, status) =>
    t("Only jobs that haven't finished can be canceled. Status of {0}: {1}.", name, status),
  forceCancel: (name, status) =>
    t('Only jobs that are being canceled can be force canceled. Status of {0}: {1}.', name, status),
  erase: (name, status) => t('Only finished jobs can be erased. Status of {0}: {1}.', name, status),
};

const BUSY: Readonly<Record<JobAction, (name: string) => string>> = {
  retry: (name) => t('{0} is being retried. Wait for this to finish, then try again.', name),
  play: (name) => t('{0} is being started. Wait for this to finish, then try again.', name),
  runNow: (name) => t('{0} is being started. Wait for this to finish, then try again.', name),
  unschedule: (name) => t('{0} is being unscheduled. Wait for this to finish, then try again.', name),
  cancel: (name) => t('{0} is being canceled. Wait for this to finish, then try again.', name),
  forceCancel: (name) => t('{0} is being force canceled. Wait for this to finish, then try again.', name),
  erase: (name) => t('{0} is being erased. Wait for this to finish, then try again.', name),
};

/** Returns why no request was sent; undefined for other errors. */
export function obstacleSentence(error: unknown): string | undefined {
  if (error instanceof JobBusyError) return BUSY[error.doing](error.jobName);
  if (error instanceof PipelineBusyError)
    return t(
      'Another action on pipeline #{0} is in progress. Wait for it to finish, then try again.',
      error.pipeline,
    );
  if (!(error instanceof ActionNotAllowedError)) return undefined;
  const { action, jobName, reason, status } = error;
  switch (reason) {
    case 'status':
      return WRONG_STATUS[action](jobName, statusWord({ status }));
    case 'archived':
      return t("Archived jobs can't be erased; {0} is archived.", jobName);
    case 'erased':
      return t('The log and artifacts of {0} have already been erased.', jobName);
    case 'trigger':
      return t('Trigger jobs can only be retried or run; {0} is a trigger job.', jobName);
  }
}

interface Meaning extends RefusalMeaning {
  readonly actions: readonly JobAction[];
  readonly of?: 'bridge';
  readonly message: (name: string, error: ApiError) => string;
}

/** Meaning of errors from the server by action; the first match applies. */
const MEANINGS: readonly Meaning[] = [
  {
    actions: ['retry'],
    kind: 'forbidden',
    text: /not retryable/i,
    message: (name) =>
      t("{0} can't be retried because it hasn't finished, has already been retried, or is archived.", name),
  },
  {
    actions: ['erase'],
    kind: 'forbidden',
    text: /not erasable/i,
    message: (name) =>
      t("{0} can't be erased because it hasn't finished or there is nothing left to erase.", name),
  },
  {
    actions: ['erase'],
    kind: 'forbidden',
    message: (name) =>
      t(
        'Erasing {0} requires at least the Maintainer role, or the Developer role if you started the job on an unprotected branch or tag.',
        name,
      ),
  },
  {
    actions: ['forceCancel'],
    kind: 'forbidden',
    message: () => requirement('forceCancelJob'),
  },
  {
    actions: ['play', 'runNow'],
    kind: 'bad-request',
    text: /unplayable/i,
    message: (name) => t("{0} can't be run because it's archived or no longer waiting to be run.", name),
  },
  {
    actions: ['retry'],
    of: 'bridge',
    kind: 'not-found',
    message: (name, { host }) =>
      t(
        'Retrying trigger jobs such as {0} requires GitLab 17.0 or later. {1} may run an earlier version, or the job no longer exists.',
        name,
        host,
      ),
  },
  {
    actions: JOB_ACTIONS,
    kind: 'not-found',
    message: (name, { host }) =>
      t("{1} no longer exists on {0}, or you don't have access to it.", host, name),
  },
  {
    actions: JOB_ACTIONS,
    kind: 'method-not-allowed',
    text: /moved/i,
    message: () => t('The project has moved to a different URL. Refresh the pipelines, then try again.'),
  },
  {
    actions: JOB_ACTIONS,
    kind: 'conflict',
    message: (name) => t('{0} is being changed by another request. Try again later.', name),
  },
];

/** Returns why the server rejected the action; undefined if there is no specific message. */
export function refusalSentence({ action, jobName, kind, cause }: ActionFailedError): string | undefined {
  if (!isApiError(cause)) return undefined;
  return MEANINGS.find(
    (row) =>
      row.actions.includes(action) && (row.of === undefined || row.of === kind) && isProven(row, cause),
  )?.message(jobName, cause);
}
