import { env, Uri } from 'vscode';
import type { PipelineFilterStore } from '../../../app/pipelines/filter-store';
import type { Pipelines } from '../../../app/pipelines/pipelines';
import type { PipelineKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { mergeRequestOf } from '../../../domain/pipelines/rules';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import { commitPage } from '../../../presentation/shared/links';
import type { PipelineFacts } from '../../../schemas/pipeline';
import type { CommandRow } from '../../shared/commands/command-row';
import type { ItemOpener } from '../../shared/editor/opening';

export interface PipelineRowDeps {
  readonly pipelines: Pick<Pipelines, 'details'>;
  readonly filter: Pick<PipelineFilterStore, 'change'>;
  readonly opening: Pick<ItemOpener, 'openMergeRequest' | 'showPipeline'>;
}

/** Commands for the merge request, commit, and branch of a pipeline. They require a row. */
export function pipelineRowCommands({ pipelines, filter, opening }: PipelineRowDeps): readonly CommandRow[] {
  const command = (
    id: RowCommandId,
    failure: () => string,
    run: (pipeline: PipelineFacts, key: PipelineKey) => Promise<void>,
  ): CommandRow => ({
    id,
    failure,
    run: async (argument) => {
      const target = argument?.target;
      if (target?.kind !== 'pipeline') return;
      const pipeline = pipelines.details(target.pipeline);
      if (pipeline !== undefined) await run(pipeline, target.pipeline);
    },
  });
  return [
    {
      id: COMMAND.showPipeline,
      failure: () => t("Couldn't show the pipeline."),
      run: async (argument, failing) => {
        const target = argument?.target;
        if (target?.kind !== 'pipeline') return;
        failing(t("Couldn't show pipeline #{0}.", target.pipeline.pipeline));
        await opening.showPipeline(target.pipeline);
      },
    },
    command(
      COMMAND.openPipelineMergeRequest,
      () => t("Couldn't open the merge request."),
      async ({ ref }, key) => {
        const iid = mergeRequestOf(ref);
        if (iid !== undefined) await opening.openMergeRequest({ base: key.base, project: key.project }, iid);
      },
    ),
    command(
      COMMAND.openPipelineCommit,
      () => t("Couldn't open the commit."),
      async ({ web_url: page, sha }) => {
        const address = commitPage(page, sha);
        if (address !== undefined) await env.openExternal(Uri.parse(address, true));
      },
    ),
    command(
      COMMAND.copyPipelineCommit,
      () => t("Couldn't copy the commit SHA."),
      async ({ sha }) => {
        await env.clipboard.writeText(sha);
      },
    ),
    command(
      COMMAND.filterByPipelineRef,
      () => t("Couldn't change the pipeline filter."),
      async ({ ref }) => {
        // The filter for the checked-out branch and a filter for a named branch exclude each other.
        await filter.change({ mode: 'recent', ref: ref ?? undefined });
      },
    ),
  ];
}
