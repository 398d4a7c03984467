import type { PipelineKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import { choosePipeline, type PipelineChoiceDeps } from './choice';

export interface SummaryCommandDeps extends PipelineChoiceDeps {
  readonly tools: { readonly summaries: { open(key: PipelineKey): Promise<void> } };
}

/** "Show Pipeline Summary": opens or refreshes the summary of a row's pipeline, or of the one that is selected. */
export const summaryCommand = (deps: SummaryCommandDeps): CommandRow => ({
  id: COMMAND.showPipelineSummary,
  failure: () => t("Couldn't show the summary of the pipeline."),
  run: async (argument) => {
    const target = argument?.target;
    const key =
      target?.kind === 'pipeline'
        ? target.pipeline
        : await choosePipeline(deps, {
            title: t('Show Pipeline Summary'),
            placeholder: t('Select a pipeline to show its summary'),
            none: t('The projects of this workspace have no pipelines.'),
          });
    if (key !== undefined) await deps.tools.summaries.open(key);
  },
});
