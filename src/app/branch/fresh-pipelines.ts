import type { PipelineFacts } from '../../schemas/pipeline';
import type { Pipelines } from '../pipelines/pipelines';
import type { PipelineKey } from '../shared/keys';
import type { BranchWatch } from './watch';

export interface FreshPipelinesDeps {
  readonly branch: Pick<BranchWatch, 'details'>;
  readonly pipelines: Pick<Pipelines, 'peekList' | 'details'>;
  /** True while the branch's newest pipeline is polled. */
  readonly branchIsFresh: () => boolean;
  /** True while the lists of the Pipelines view are polled. */
  readonly listsAreFresh: () => boolean;
}

/**
 * A pipeline that is already refreshed for the status bar or the view, so that no further request is
 * required.
 */
export function freshPipeline(deps: FreshPipelinesDeps, key: PipelineKey): PipelineFacts | undefined {
  const { branch, pipeline } = deps.branch.details ?? {};
  if (branch?.project.base === key.base && pipeline?.id === key.pipeline && deps.branchIsFresh())
    return pipeline;
  const list = deps.listsAreFresh() ? deps.pipelines.peekList(key) : undefined;
  return list?.isInNewestPage(key.pipeline) === true ? deps.pipelines.details(key) : undefined;
}
