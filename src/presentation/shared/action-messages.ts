import { type ApiError, type ErrorKind, isApiError } from '../../api/errors';
import { t } from '../../base/localize';
import { type ActionFailed, ActionNotAllowed, type JobAction, JobBusy } from '../../domain/jobs/rules';
import { PipelineBusy } from '../../domain/pipelines/rules';
import { requirement } from './role-messages';
import { lacksScope } from './scope-messages';
import { statusWord } from './status-icons';

const WRONG_STATUS: Readonly<Record<JobAction, (name: string, status: string) => string>> = {
  retry: (name, status) => t('Only finished jobs can be retried; {0} is {1}.', name, status),
  play: (name, status) => t('Only manual jobs can be run; {0} is {1}.', name, status),
  cancel: (name, status) => t("Only jobs that haven't finished can be canceled; {0} is {1}.", name, status),
  forceCancel: (name, status) =>
    t('Only jobs that are being canceled can be force canceled; {0} is {1}.', name, status),
  erase: (name, status) => t('Only finished jobs can be erased; {0} is {1}.', name, status),
};

const BUSY: Readonly<Record<JobAction, (name: string) => string>> = {
  retry: (name) => t('{0} is being retried. Wait for this to finish, then try again.', name),
  play: (name) => t('{0} is being started. Wait for this to finish, then try again.', name),
  cancel: (name) => t('{0} is being canceled. Wait for this to finish, then try again.', name),
  forceCancel: (name) => t('{0} is being force canceled. Wait for this to finish, then try again.', name),
  erase: (name) => t('{0} is being erased. Wait for this to finish, then try again.', name),
};

/** Why nothing was sent; undefined for any other error. */
export function obstacleSentence(error: unknown): string | undefined {
  if (error instanceof JobBusy) return BUSY[error.doing](error.jobName);
  if (error instanceof PipelineBusy)
    return t(
      'Another action on pipeline #{0} is in progress. Wait for it to finish, then try again.',
      error.pipeline,
    );
  if (!(error instanceof ActionNotAllowed)) return undefined;
  const { action, jobName, obstacle, status } = error;
  switch (obstacle) {
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

interface Meaning {
  readonly actions: readonly JobAction[];
  readonly of?: 'bridge';
  readonly kind: ErrorKind;
  /** What the server's words hold; any words where absent. */
  readonly text?: RegExp;
  readonly says: (name: string, error: ApiError) => string;
}

/** What the refusals of the server mean for an action; the first row that fits counts. */
const MEANINGS: readonly Meaning[] = [
  {
    actions: ['retry'],
    kind: 'forbidden',
    text: /not retryable/i,
    says: (name) =>
      t("{0} can't be retried because it hasn't finished, has already been retried, or is archived.", name),
  },
  {
    actions: ['erase'],
    kind: 'forbidden',
    text: /not erasable/i,
    says: (name) =>
      t("{0} can't be erased because it hasn't finished or there is nothing left to erase.", name),
  },
  {
    actions: ['erase'],
    kind: 'forbidden',
    says: (name) => t('You can only erase jobs that you started; {0} was started by someone else.', name),
  },
  {
    actions: ['forceCancel'],
    kind: 'forbidden',
    says: () => requirement('forceCancelJob'),
  },
  {
    actions: ['play'],
    kind: 'bad-request',
    text: /unplayable/i,
    says: (name) => t("{0} can't be run because it's archived or no longer waiting to be run.", name),
  },
  {
    actions: ['retry'],
    of: 'bridge',
    kind: 'not-found',
    says: (name, { host }) =>
      t(
        'Retrying trigger jobs such as {0} requires GitLab 17.0 or later. {1} may run an earlier version, or the job no longer exists.',
        name,
        host,
      ),
  },
  {
    actions: ['retry', 'play', 'cancel', 'forceCancel', 'erase'],
    kind: 'not-found',
    says: (name, { host }) => t("{1} no longer exists on {0}, or you don't have access to it.", host, name),
  },
  {
    actions: ['retry', 'play', 'cancel', 'forceCancel', 'erase'],
    kind: 'method-not-allowed',
    text: /moved/i,
    says: () => t('The project has moved to a different URL. Refresh the pipelines, then try again.'),
  },
  {
    actions: ['retry', 'play', 'cancel', 'forceCancel', 'erase'],
    kind: 'conflict',
    says: (name) => t('{0} is being changed by another request. Try again later.', name),
  },
];

/** Why the server did not do it, where its answer means something particular; undefined where its words say it. */
export function refusalSentence({ action, jobName, kind, cause }: ActionFailed): string | undefined {
  if (!isApiError(cause) || lacksScope(cause)) return undefined;
  return MEANINGS.find(
    (row) =>
      row.kind === cause.kind &&
      row.actions.includes(action) &&
      (row.of === undefined || row.of === kind) &&
      (row.text?.test(cause.serverMessage ?? '') ?? true),
  )?.says(jobName, cause);
}
