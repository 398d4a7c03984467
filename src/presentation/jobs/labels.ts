import { t } from '../../base/localize';
import type { JobAction } from '../../domain/jobs/rules';
import { COMMAND, type RowCommandId } from '../shared/command-ids';

/** The same verb in the command, its progress, its result and its failure. */
export interface JobVerb {
  readonly command: RowCommandId;
  readonly doing: (name: string) => string;
  readonly done: (name: string, status: string, id: number) => string;
  /** `name`: of the job, where it is known. */
  readonly notDone: (name: string | undefined) => string;
  /** Title and question of the choice among jobs. */
  readonly pick: () => string;
  readonly question: () => string;
  /** There is no such job. */
  readonly none: () => string;
  /** The same for several jobs. */
  readonly doingAll: (count: number) => string;
  /** How many of how many. */
  readonly doneAll: (done: number, of: number) => string;
}

export const JOB_VERBS: Readonly<Record<JobAction, JobVerb>> = {
  retry: {
    command: COMMAND.retryJob,
    doing: (name) => t('Retrying {0}…', name),
    done: (name, status, id) => t('{0} retried: #{2} is {1}.', name, status, id),
    notDone: (name) => (name === undefined ? t("Couldn't retry the job.") : t("Couldn't retry {0}.", name)),
    pick: () => t('Retry Job'),
    question: () => t('Select a job to retry'),
    none: () => t('No finished jobs to retry in this workspace.'),
    doingAll: (count) => t('Retrying {0, plural, one {# job} other {# jobs}}…', count),
    doneAll: (done, of) => t('{0} of {1, plural, one {# job} other {# jobs}} retried.', done, of),
  },
  play: {
    command: COMMAND.playJob,
    doing: (name) => t('Starting {0}…', name),
    done: (name, status, id) => t('{0} (#{2}) is {1}.', name, status, id),
    notDone: (name) => (name === undefined ? t("Couldn't run the job.") : t("Couldn't run {0}.", name)),
    pick: () => t('Run Manual Job'),
    question: () => t('Select a manual job to run'),
    none: () => t('No manual jobs to run in this workspace.'),
    doingAll: (count) => t('Starting {0, plural, one {# job} other {# jobs}}…', count),
    doneAll: (done, of) => t('{0} of {1, plural, one {# job} other {# jobs}} started.', done, of),
  },
  cancel: {
    command: COMMAND.cancelJob,
    doing: (name) => t('Canceling {0}…', name),
    done: (name, status, id) => t('{0} (#{2}) is {1}.', name, status, id),
    notDone: (name) => (name === undefined ? t("Couldn't cancel the job.") : t("Couldn't cancel {0}.", name)),
    pick: () => t('Cancel Job'),
    question: () => t('Select a job to cancel'),
    none: () => t('No running or waiting jobs to cancel in this workspace.'),
    doingAll: (count) => t('Canceling {0, plural, one {# job} other {# jobs}}…', count),
    doneAll: (done, of) => t('{0} of {1, plural, one {# job} other {# jobs}} canceled.', done, of),
  },
  forceCancel: {
    command: COMMAND.forceCancelJob,
    doing: (name) => t('Force canceling {0}…', name),
    done: (name, status, id) => t('{0} (#{2}) is {1}.', name, status, id),
    notDone: (name) =>
      name === undefined ? t("Couldn't force cancel the job.") : t("Couldn't force cancel {0}.", name),
    pick: () => t('Force Cancel Job'),
    question: () => t('Select a job to force cancel'),
    none: () => t('No jobs are being canceled in this workspace.'),
    doingAll: (count) => t('Force canceling {0, plural, one {# job} other {# jobs}}…', count),
    doneAll: (done, of) => t('{0} of {1, plural, one {# job} other {# jobs}} force canceled.', done, of),
  },
  erase: {
    command: COMMAND.eraseJob,
    doing: (name) => t('Erasing the log and artifacts of {0}…', name),
    done: (name, _status, id) => t('Log and artifacts of {0} (#{1}) erased.', name, id),
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
  },
};

/** Why there is nowhere to look for jobs. */
export const NOWHERE = {
  'signed-out': () => t('You\'re not signed in to a server. Run "Switchyard: Sign In..." first.'),
  'no-repository': () => t('No Git repository is open, so there are no projects to search.'),
  'no-project': () => t("None of this workspace's Git remotes point to a server you're signed in to."),
} as const;
