import { type ApiError, type ErrorKind, isApiError } from '../../api/errors';
import { t } from '../../base/localize';
import { type ActionFailed, ActionNotAllowed, type JobAction, JobBusy } from '../../domain/jobs/rules';
import { PipelineBusy } from '../../domain/pipelines/rules';
import { statusWord } from './status-icons';

const WRONG_STATUS: Readonly<Record<JobAction, (name: string, status: string) => string>> = {
  retry: (name, status) => t('{0} is {1}; only a job that is over can be retried.', name, status),
  play: (name, status) => t('{0} is {1}; only a manual job can be played.', name, status),
  cancel: (name, status) => t('{0} is {1}; only a job that is not over can be canceled.', name, status),
  forceCancel: (name, status) =>
    t('{0} is {1}; only a job that is canceling can be force canceled.', name, status),
  erase: (name, status) => t('{0} is {1}; only a job that is over can be erased.', name, status),
};

const BUSY: Readonly<Record<JobAction, (name: string) => string>> = {
  retry: (name) => t('{0} is just being retried. Try again when that is done.', name),
  play: (name) => t('{0} is just being played. Try again when that is done.', name),
  cancel: (name) => t('{0} is just being canceled. Try again when that is done.', name),
  forceCancel: (name) => t('{0} is just being force canceled. Try again when that is done.', name),
  erase: (name) => t('{0} is just being erased. Try again when that is done.', name),
};

/** Why nothing was sent; undefined for any other error. */
export function obstacleSentence(error: unknown): string | undefined {
  if (error instanceof JobBusy) return BUSY[error.doing](error.jobName);
  if (error instanceof PipelineBusy)
    return t('Something is just being done to pipeline #{0}. Try again when that is done.', error.pipeline);
  if (!(error instanceof ActionNotAllowed)) return undefined;
  const { action, jobName, obstacle, status } = error;
  switch (obstacle) {
    case 'status':
      return WRONG_STATUS[action](jobName, statusWord({ status }));
    case 'archived':
      return t('Archived jobs can’t be erased; {0} is archived.', jobName);
    case 'erased':
      return t('The log and the artifacts of {0} were erased before.', jobName);
    case 'trigger':
      return t('{0} is a trigger job: the server can only retry or play it.', jobName);
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
    says: (name) => t('{0} can’t be retried: it isn’t finished, was retried before, or is archived.', name),
  },
  {
    actions: ['erase'],
    kind: 'forbidden',
    text: /not erasable/i,
    says: (name) =>
      t('The server does not erase {0}: it is not over, or there is nothing left to erase.', name),
  },
  {
    actions: ['erase'],
    kind: 'forbidden',
    says: (name) => t('You may erase only jobs that you started; {0} was started by somebody else.', name),
  },
  {
    actions: ['forceCancel'],
    kind: 'forbidden',
    says: (name) => t('To force cancel {0}, you need the role Maintainer in its project.', name),
  },
  {
    actions: ['play'],
    kind: 'bad-request',
    text: /unplayable/i,
    says: (name) => t('{0} can’t be played: it’s no longer waiting to be played, or is archived.', name),
  },
  {
    actions: ['retry'],
    of: 'bridge',
    kind: 'not-found',
    says: (name, { host }) =>
      t(
        'Trigger jobs such as {0} can be retried from release 17.0 on; {1} may be older, or the job is gone.',
        name,
        host,
      ),
  },
  {
    actions: ['retry', 'play', 'cancel', 'forceCancel', 'erase'],
    kind: 'not-found',
    says: (name, { host }) => t('{0} does not have {1} any more, or you may not see it.', host, name),
  },
  {
    actions: ['retry', 'play', 'cancel', 'forceCancel', 'erase'],
    kind: 'method-not-allowed',
    text: /moved/i,
    says: () => t('The project has moved to another address. Refresh the pipelines, then try again.'),
  },
  {
    actions: ['retry', 'play', 'cancel', 'forceCancel', 'erase'],
    kind: 'conflict',
    says: (name) => t('Something else is changing {0} at this moment. Try again in a while.', name),
  },
];

/** Why the server did not do it, where its answer means something particular; undefined where its words say it. */
export function refusalSentence({ action, jobName, kind, cause }: ActionFailed): string | undefined {
  if (!isApiError(cause)) return undefined;
  return MEANINGS.find(
    (row) =>
      row.kind === cause.kind &&
      row.actions.includes(action) &&
      (row.of === undefined || row.of === kind) &&
      (row.text?.test(cause.serverMessage ?? '') ?? true),
  )?.says(jobName, cause);
}
