import { t } from '../../base/localize';
import type { PipelineAction } from '../../domain/pipelines/rules';
import { COMMAND, type RowCommandId } from '../shared/command-ids';

/** Texts of an action. Command, progress, result, and failure use the same verb. */
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
    doing: (id) => t('Retrying the failed and canceled jobs in pipeline #{0}…', id),
    done: (id) => t('Failed and canceled jobs in pipeline #{0} retried.', id),
    notDone: (id) =>
      id === undefined
        ? t("Couldn't retry the failed and canceled jobs.")
        : t("Couldn't retry the failed and canceled jobs in pipeline #{0}.", id),
    pick: () => t('Retry Pipeline'),
    question: () => t('Select a pipeline to retry its failed and canceled jobs'),
    none: () => t('No recent pipelines with failed or canceled jobs in this workspace.'),
  },
  cancelAll: {
    command: COMMAND.cancelPipeline,
    doing: (id) => t('Canceling pipeline #{0}…', id),
    done: (id) => t('Pipeline #{0} canceled.', id),
    notDone: (id) =>
      id === undefined ? t("Couldn't cancel the pipeline.") : t("Couldn't cancel pipeline #{0}.", id),
    pick: () => t('Cancel Pipeline'),
    question: () => t('Select a pipeline to cancel'),
    none: () => t('No recent pipelines are running or waiting in this workspace.'),
  },
};
