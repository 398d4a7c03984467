import { t } from '../../base/localize';
import type { JobAction } from '../../domain/jobs/rules';
import { COMMAND, type RowCommandId } from '../shared/command-ids';

/** The same verb in the command, its progress, its result and its failure. */
export interface JobVerb {
  readonly command: RowCommandId;
  readonly doing: (name: string) => string;
  readonly done: (name: string, status: string, id: number) => string;
  readonly notDone: (name: string) => string;
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
    done: (name, status, id) => t('{0} is {1} again (#{2}).', name, status, id),
    notDone: (name) => t('{0} was not retried.', name),
    pick: () => t('Retry Job'),
    question: () => t('The job to retry'),
    none: () => t('No job of this workspace is over, so there is none to retry.'),
    doingAll: (count) => t('Retrying {0} jobs', count),
    doneAll: (done, of) => t('{0} of {1} jobs were retried.', done, of),
  },
  play: {
    command: COMMAND.playJob,
    doing: (name) => t('Playing {0}…', name),
    done: (name, status, id) => t('{0} is {1} (#{2}).', name, status, id),
    notDone: (name) => t('{0} was not played.', name),
    pick: () => t('Play Job'),
    question: () => t('The manual job to play'),
    none: () => t('No job of this workspace waits to be played.'),
    doingAll: (count) => t('Playing {0} jobs', count),
    doneAll: (done, of) => t('{0} of {1} jobs were played.', done, of),
  },
  cancel: {
    command: COMMAND.cancelJob,
    doing: (name) => t('Canceling {0}…', name),
    done: (name, status, id) => t('{0} is {1} (#{2}).', name, status, id),
    notDone: (name) => t('{0} was not canceled.', name),
    pick: () => t('Cancel Job'),
    question: () => t('The job to cancel'),
    none: () => t('No job of this workspace is running or waiting, so there is none to cancel.'),
    doingAll: (count) => t('Canceling {0} jobs', count),
    doneAll: (done, of) => t('{0} of {1} jobs were canceled.', done, of),
  },
  forceCancel: {
    command: COMMAND.forceCancelJob,
    doing: (name) => t('Force canceling {0}…', name),
    done: (name, status, id) => t('{0} is {1} (#{2}).', name, status, id),
    notDone: (name) => t('{0} was not force canceled.', name),
    pick: () => t('Force Cancel Job'),
    question: () => t('The canceling job to force cancel'),
    none: () => t('No job of this workspace is canceling, so there is none to force cancel.'),
    doingAll: (count) => t('Force canceling {0} jobs', count),
    doneAll: (done, of) => t('{0} of {1} jobs were force canceled.', done, of),
  },
  erase: {
    command: COMMAND.eraseJob,
    doing: (name) => t('Erasing {0}…', name),
    done: (name, _status, id) => t('The log and the artifacts of {0} (#{1}) are erased.', name, id),
    notDone: (name) => t('{0} was not erased.', name),
    pick: () => t('Erase Log and Artifacts'),
    question: () => t('The job whose log and artifacts to erase'),
    none: () => t('No job of this workspace is over, so there is none to erase.'),
    doingAll: (count) => t('Erasing {0} jobs', count),
    doneAll: (done, of) => t('{0} of {1} jobs were erased.', done, of),
  },
};

/** Why there is nowhere to look for jobs. */
export const NOWHERE = {
  'signed-out': () => t('You are not signed in to a server. Run "Switchyard: Sign In..." first.'),
  'no-repository': () => t('No git repository is open, so there is no project to look for jobs in.'),
  'no-project': () => t('No git remote of this workspace lies on a server that you are signed in to.'),
} as const;
