import { t } from '../../base/localize';
import type { PipelineAction } from '../../domain/pipelines/rules';
import { COMMAND, type RowCommandId } from '../shared/command-ids';

/** The same verb in the command, its progress, its result and its failure. */
export interface PipelineVerb {
  readonly command: RowCommandId;
  readonly doing: (pipeline: number) => string;
  readonly done: (pipeline: number) => string;
  readonly notDone: (pipeline: number | undefined) => string;
  readonly pick: () => string;
  readonly question: () => string;
  readonly none: () => string;
}

export const PIPELINE_VERBS: Readonly<Record<PipelineAction, PipelineVerb>> = {
  retryFailed: {
    command: COMMAND.retryPipeline,
    doing: (id) => t('Retrying the failed jobs of pipeline #{0}', id),
    done: (id) => t('The failed and canceled jobs of pipeline #{0} run again.', id),
    notDone: (id) =>
      id === undefined ? t('No job was retried.') : t('The jobs of pipeline #{0} were not retried.', id),
    pick: () => t('Retry Failed Jobs'),
    question: () => t('The pipeline whose failed and canceled jobs to retry'),
    none: () => t('No recent pipeline of this workspace has failed or canceled jobs.'),
  },
  cancelAll: {
    command: COMMAND.cancelPipeline,
    doing: (id) => t('Canceling pipeline #{0}', id),
    done: (id) => t('The jobs of pipeline #{0} are canceled.', id),
    notDone: (id) =>
      id === undefined ? t('No pipeline was canceled.') : t('Pipeline #{0} was not canceled.', id),
    pick: () => t('Cancel Pipeline'),
    question: () => t('The pipeline to cancel'),
    none: () => t('No recent pipeline of this workspace is running or waiting.'),
  },
};
