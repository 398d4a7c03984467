import { env, Uri } from 'vscode';
import type { JobKey, PipelineKey, ProjectKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { webPage } from '../../../presentation/shared/links';
import { execute } from './execute';
import type { Prompts } from './prompts';

export interface ItemOpenerDeps {
  /** Selects a pipeline in the view. Resolves to false if the view doesn't list it. */
  readonly reveal: (key: PipelineKey) => Promise<boolean>;
  /** Selects a job in the view if the view lists it. */
  readonly revealJob: (key: JobKey & PipelineKey) => Promise<void>;
  /** Requests the URL of a pipeline's web page from the server. */
  readonly pipelinePage: (key: PipelineKey) => Promise<string | null | undefined>;
  readonly prompts: Pick<Prompts, 'showMessage'>;
}

/** Shows items that may not be visible. */
export interface ItemOpener {
  readonly showPipeline: (key: PipelineKey) => Promise<void>;
  /** Selects a job in the view if the view lists it. */
  readonly revealJob: (key: JobKey & PipelineKey) => Promise<void>;
  readonly openMergeRequest: (project: ProjectKey, iid: number) => Promise<void>;
}

export function createItemOpener({ reveal, revealJob, pipelinePage, prompts }: ItemOpenerDeps): ItemOpener {
  const openPage = async (page: string | null | undefined): Promise<void> => {
    const address = webPage(page);
    if (address !== undefined) await env.openExternal(Uri.parse(address, true));
    else prompts.showMessage('info', t('No web page is available for this item.'), []);
  };
  return {
    showPipeline: async (key) => {
      if (await reveal(key)) return;
      const page = webPage(await pipelinePage(key));
      const browse = {
        title: t('Open in Browser'),
        run: () => openPage(page),
        failure: () => t("Couldn't open the page."),
      };
      prompts.showMessage(
        'info',
        t("Pipeline #{0} isn't currently listed in the Pipelines view.", key.pipeline),
        page === undefined ? [] : [browse],
      );
    },
    revealJob,
    openMergeRequest: async (project, iid) => {
      const target = { kind: 'merge-request', mergeRequest: { ...project, iid } } as const;
      await execute(COMMAND.openMergeRequest, { target });
    },
  };
}
