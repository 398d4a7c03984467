import { t } from '../../base/localize';
import type { JobAction } from '../../domain/jobs/rules';
import type { Bridge, Job } from '../../schemas/job';
import type { BulkTexts } from '../shared/bulk-messages';
import { COMMAND, type RowCommandId } from '../shared/command-ids';
import { statusWord } from '../shared/status-icons';

/** Texts of an action. Command, progress, result, and failure use the same verb. */
export interface JobVerb extends BulkTexts {
  readonly command: RowCommandId;
  readonly doing: (name: string) => string;
  /** `job`: as returned by the server after the action. */
  readonly done: (name: string, job: Job | Bridge) => string;
  /** `name`: name of the job, if known. */
  readonly notDone: (name: string | undefined) => string;
  /** Title and placeholder of the picker. */
  readonly pick: () => string;
  readonly question: () => string;
  /** Shown if no job allows the action. */
  readonly none: () => string;
  /** Progress for several jobs. */
  readonly doingAll: (count: number) => string;
}

/** For actions after which the job can also be in another state, for example still canceling. */
const statusSentence = (name: string, job: Job | Bridge): string =>
  t('Status of {0} (#{2}): {1}.', name, statusWord(job), job.id);

export const JOB_VERBS: Readonly<Record<JobAction, JobVerb>> = {
  retry: {
    command: COMMAND.retryJob,
    doing: (name) => t('Retrying {0}…', name),
    done: (name, job) => t('{0} retried as #{2}: {1}.', name, statusWord(job), job.id),
    notDone: (name) => (name === undefined ? t("Couldn't retry the job.") : t("Couldn't retry {0}.", name)),
    pick: () => t('Retry Job'),
    question: () => t('Select a job to retry'),
    none: () => t('No finished jobs to retry in this workspace.'),
    doingAll: (count) => t('Retrying {0, plural, one {# job} other {# jobs}}…', count),
    doneAll: (done, of) => t('{0} of {1, plural, one {# job} other {# jobs}} retried.', done, of),
    failedAll: (count) =>
      t("Couldn't retry {0, plural, one {# job} other {# jobs, for different reasons}}.", count),
    unconfirmedAll: (count) =>
      t(
        "{0, plural, one {Couldn't retry # job, or the server didn't confirm the request. It may have succeeded. Refresh to check.} other {Couldn't retry # jobs, or the server didn't confirm the requests. Some may have succeeded. Refresh to check.}}",
        count,
      ),
  },
  play: {
    command: COMMAND.playJob,
    doing: (name) => t('Starting {0}…', name),
    done: (name, job) => t('{0} started (#{2}). Status: {1}.', name, statusWord(job), job.id),
    notDone: (name) => (name === undefined ? t("Couldn't run the job.") : t("Couldn't run {0}.", name)),
    pick: () => t('Run Manual Job'),
    question: () => t('Select a manual job to run'),
    none: () => t('No manual jobs to run in this workspace.'),
    doingAll: (count) => t('Starting {0, plural, one {# job} other {# jobs}}…', count),
    doneAll: (done, of) => t('{0} of {1, plural, one {# job} other {# jobs}} started.', done, of),
    failedAll: (count) =>
      t("Couldn't run {0, plural, one {# job} other {# jobs, for different reasons}}.", count),
    unconfirmedAll: (count) =>
      t(
        "{0, plural, one {Couldn't run # job, or the server didn't confirm the request. It may have succeeded. Refresh to check.} other {Couldn't run # jobs, or the server didn't confirm the requests. Some may have succeeded. Refresh to check.}}",
        count,
      ),
  },
  runNow: {
    command: COMMAND.runDelayedJob,
    doing: (name) => t('Starting {0}…', name),
    done: (name, job) => t('{0} started (#{2}). Status: {1}.', name, statusWord(job), job.id),
    notDone: (name) => (name === undefined ? t("Couldn't start the job.") : t("Couldn't start {0}.", name)),
    pick: () => t('Start Delayed Job Now'),
    question: () => t('Select a delayed job to start now'),
    none: () => t('No delayed jobs to start in this workspace.'),
    doingAll: (count) => t('Starting {0, plural, one {# job} other {# jobs}}…', count),
    doneAll: (done, of) => t('{0} of {1, plural, one {# job} other {# jobs}} started.', done, of),
    failedAll: (count) =>
      t("Couldn't start {0, plural, one {# job} other {# jobs, for different reasons}}.", count),
    unconfirmedAll: (count) =>
      t(
        "{0, plural, one {Couldn't start # job, or the server didn't confirm the request. It may have succeeded. Refresh to check.} other {Couldn't start # jobs, or the server didn't confirm the requests. Some may have succeeded. Refresh to check.}}",
        count,
      ),
  },
  unschedule: {
    command: COMMAND.unscheduleJob,
    doing: (name) => t('Unscheduling {0}…', name),
    done: (name, job) =>
      job.status === 'manual'
        ? t('{0} (#{1}) unscheduled. It must be started manually.', name, job.id)
        : statusSentence(name, job),
    notDone: (name) =>
      name === undefined ? t("Couldn't unschedule the job.") : t("Couldn't unschedule {0}.", name),
    pick: () => t('Unschedule Delayed Job'),
    question: () => t('Select a delayed job to unschedule'),
    none: () => t('No delayed jobs to unschedule in this workspace.'),
    doingAll: (count) => t('Unscheduling {0, plural, one {# job} other {# jobs}}…', count),
    doneAll: (done, of) => t('{0} of {1, plural, one {# job} other {# jobs}} unscheduled.', done, of),
    failedAll: (count) =>
      t("Couldn't unschedule {0, plural, one {# job} other {# jobs, for different reasons}}.", count),
    unconfirmedAll: (count) =>
      t(
        "{0, plural, one {Couldn't unschedule # job, or the server didn't confirm the request. It may have succeeded. Refresh to check.} other {Couldn't unschedule # jobs, or the server didn't confirm the requests. Some may have succeeded. Refresh to check.}}",
        count,
      ),
  },
  cancel: {
    command: COMMAND.cancelJob,
    doing: (name) => t('Canceling {0}…', name),
    done: (name, job) =>
      job.status === 'canceled' ? t('{0} (#{1}) canceled.', name, job.id) : statusSentence(name, job),
    notDone: (name) => (name === undefined ? t("Couldn't cancel the job.") : t("Couldn't cancel {0}.", name)),
    pick: () => t('Cancel Job'),
    question: () => t('Select a job to cancel'),
    none: () => t('No running or waiting jobs to cancel in this workspace.'),
    doingAll: (count) => t('Canceling {0, plural, one {# job} other {# jobs}}…', count),
    doneAll: (done, of) => t('{0} of {1, plural, one {# job} other {# jobs}} canceled.', done, of),
    failedAll: (count) =>
      t("Couldn't cancel {0, plural, one {# job} other {# jobs, for different reasons}}.", count),
    unconfirmedAll: (count) =>
      t(
        "{0, plural, one {Couldn't cancel # job, or the server didn't confirm the request. It may have succeeded. Refresh to check.} other {Couldn't cancel # jobs, or the server didn't confirm the requests. Some may have succeeded. Refresh to check.}}",
        count,
      ),
  },
  forceCancel: {
    command: COMMAND.forceCancelJob,
    doing: (name) => t('Force canceling {0}…', name),
    done: (name, job) =>
      job.status === 'canceled' ? t('{0} (#{1}) force canceled.', name, job.id) : statusSentence(name, job),
    notDone: (name) =>
      name === undefined ? t("Couldn't force cancel the job.") : t("Couldn't force cancel {0}.", name),
    pick: () => t('Force Cancel Job'),
    question: () => t('Select a job to force cancel'),
    none: () => t('No jobs are being canceled in this workspace.'),
    doingAll: (count) => t('Force canceling {0, plural, one {# job} other {# jobs}}…', count),
    doneAll: (done, of) => t('{0} of {1, plural, one {# job} other {# jobs}} force canceled.', done, of),
    failedAll: (count) =>
      t("Couldn't force cancel {0, plural, one {# job} other {# jobs, for different reasons}}.", count),
    unconfirmedAll: (count) =>
      t(
        "{0, plural, one {Couldn't force cancel # job, or the server didn't confirm the request. It may have succeeded. Refresh to check.} other {Couldn't force cancel # jobs, or the server didn't confirm the requests. Some may have succeeded. Refresh to check.}}",
        count,
      ),
  },
  erase: {
    command: COMMAND.eraseJob,
    doing: (name) => t('Erasing the log and artifacts of {0}…', name),
    done: (name, { id }) => t('Log and artifacts of {0} (#{1}) erased.', name, id),
    notDone: (name) =>
      name === undefined
        ? t("Couldn't erase the log and artifacts of the job.")
        : t("Couldn't erase the log and artifacts of {0}.", name),
    pick: () => t('Erase Job Log and Artifacts'),
    question: () => t('Select a job to erase its log and artifacts'),
    none: () => t('No finished jobs to erase in this workspace.'),
    doingAll: (count) =>
      t('Erasing the logs and artifacts of {0, plural, one {# job} other {# jobs}}…', count),
    doneAll: (done, of) => t('{0} of {1, plural, one {# job} other {# jobs}} erased.', done, of),
    failedAll: (count) =>
      t("Couldn't erase {0, plural, one {# job} other {# jobs, for different reasons}}.", count),
    unconfirmedAll: (count) =>
      t(
        "{0, plural, one {Couldn't erase # job, or the server didn't confirm the request. It may have succeeded. Refresh to check.} other {Couldn't erase # jobs, or the server didn't confirm the requests. Some may have succeeded. Refresh to check.}}",
        count,
      ),
  },
};

/** Why no projects can be searched for jobs. */
export const NO_PROJECTS = {
  'signed-out': () => t('You\'re not signed in to a server. Run "Switchyard: Sign In..." first.'),
  'no-repository': () => t('No Git repository is open, so there are no projects to search.'),
  'no-project': () => t("None of this workspace's Git remotes point to a server you're signed in to."),
} as const;

/** The same as rows, which end without a period if they have only one sentence. */
export const NO_PROJECTS_ROWS: Readonly<Record<keyof typeof NO_PROJECTS, () => string>> = {
  ...NO_PROJECTS,
  'no-repository': () => t('No Git repository is open, so there are no projects to search'),
  'no-project': () => t("None of this workspace's Git remotes point to a server you're signed in to"),
};
