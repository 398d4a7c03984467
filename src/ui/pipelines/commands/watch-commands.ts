import type { PipelineNotifications } from '../../../app/branch/pipeline-notifications';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';

/** Commands that turn notifications for the end of a pipeline on and off. */
export function watchCommands(notices: PipelineNotifications): readonly CommandRow[] {
  return [
    {
      id: COMMAND.watchPipeline,
      failure: () => t("Couldn't watch the pipeline."),
      run: (argument) => {
        const target = argument?.target;
        if (target?.kind === 'pipeline') notices.watch(target.pipeline, 'asked');
      },
    },
    {
      id: COMMAND.stopWatchingPipeline,
      failure: () => t("Couldn't stop watching the pipeline."),
      run: (argument) => {
        const target = argument?.target;
        if (target?.kind === 'pipeline') notices.unwatch(target.pipeline);
      },
    },
  ];
}
