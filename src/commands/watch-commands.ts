import type { PipelineNotices } from '../app/pipeline-notices';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import { COMMAND } from '../presentation/command-ids';
import type { CommandRow } from './command-row';

/** Whether a person is told when a pipeline is over. */
export function watchCommands(notices: PipelineNotices): readonly CommandRow[] {
  return [
    {
      id: COMMAND.watchPipeline,
      failure: () => t('The pipeline is not watched.'),
      run: (argument) => {
        const target = targetOf(argument);
        if (target?.kind === 'pipeline') notices.watch(target.pipeline, 'asked');
      },
    },
    {
      id: COMMAND.stopWatchingPipeline,
      failure: () => t('The pipeline is still watched.'),
      run: (argument) => {
        const target = targetOf(argument);
        if (target?.kind === 'pipeline') notices.unwatch(target.pipeline);
      },
    },
  ];
}
