import type { PipelineLookup, RecentPipeline } from '../../../app/pipelines/lookup';
import type { PipelineKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { pipelineName } from '../../../presentation/shared/ref-name';
import { parts } from '../../../presentation/shared/row';
import { statusIcon, statusWord } from '../../../presentation/shared/status-icons';
import { ago } from '../../../presentation/shared/time-labels';
import { chooseFound, type FoundQuestion } from '../../shared/commands/choose-found';
import type { PickItem, Prompts } from '../../shared/editor/prompts';

export interface PipelineChoiceDeps {
  readonly pipelineLookup: Pick<PipelineLookup, 'recent'>;
  readonly prompts: Prompts;
  readonly now: () => number;
}

export interface PipelineQuestion extends Pick<FoundQuestion<PipelineKey>, 'title' | 'placeholder' | 'none'> {
  /** Filters and sorts the pipelines; default: unchanged. */
  readonly fitting?: (recent: readonly RecentPipeline[]) => readonly RecentPipeline[];
}

/** Asks for one of the latest pipelines of the workspace's projects. */
export function choosePipeline(
  { pipelineLookup, prompts, now }: PipelineChoiceDeps,
  { fitting = (recent) => recent, ...question }: PipelineQuestion,
): Promise<PipelineKey | undefined> {
  return chooseFound(prompts, {
    ...question,
    loading: t('Loading pipelines…'),
    find: async (signal) => {
      const recent = await pipelineLookup.recent(signal);
      return typeof recent === 'string' ? recent : fitting(recent).map((one) => itemOf(one, now()));
    },
  });
}

function itemOf({ key, pipeline, path, title }: RecentPipeline, now: number): PickItem<PipelineKey> {
  return {
    label: pipelineName(pipeline),
    description: parts(statusWord(pipeline), path, ago(pipeline.created_at, now), title),
    icon: statusIcon(pipeline).id.replace('~spin', ''),
    value: key,
  };
}
