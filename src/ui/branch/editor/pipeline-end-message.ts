import type { PipelineNotification } from '../../../app/branch/pipeline-notifications';
import type { JobKey, PipelineKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { pipelineEndText } from '../../../presentation/branch/notification-messages';
import type { Prompts } from '../../shared/editor/prompts';
import type { Report } from '../../shared/editor/report';

export interface PipelineEndMessageDeps {
  readonly prompts: Pick<Prompts, 'showMessage'>;
  readonly openLog: (key: JobKey, name: string) => Promise<void>;
  readonly showPipeline: (key: PipelineKey) => Promise<void>;
  /** Title of the pipeline's commit or merge request, if known. */
  readonly titleOf: () => string | undefined;
  /** Reports the failure of a button. */
  readonly report: Report;
}

/**
 * Shows a notification for a finished pipeline, with buttons to open the log of the first failed job and to
 * show the pipeline.
 */
export function showPipelineEnd(deps: PipelineEndMessageDeps, ended: PipelineNotification): void {
  const { prompts, openLog, showPipeline, report } = deps;
  const { key, pipeline, failed } = ended;
  const [first] = failed;
  const act = (failure: string, work: () => Promise<void>) => (): void => {
    work().catch((error: unknown) => {
      report(failure, error);
    });
  };
  const open = first && {
    title: t('Open Failed Job Log'),
    run: act(t("Couldn't open the log."), () => openLog({ ...key, job: first.id }, first.name)),
  };
  const show = {
    title: t('Show Pipeline'),
    run: act(t("Couldn't show the pipeline."), () => showPipeline(key)),
  };
  const severity = pipeline.status === 'failed' ? 'error' : 'info';
  prompts.showMessage(
    severity,
    pipelineEndText(pipeline, failed, deps.titleOf()),
    open === undefined ? [show] : [open, show],
  );
}
