interface PipelineFacts {
  readonly status: string;
}

/** What is known of the newest pipeline of a merge request. Lists tell nothing of it; null: there is none. */
export interface MergePipelineFacts<P extends PipelineFacts = PipelineFacts> {
  readonly head_pipeline?: P | null | undefined;
  /** The older name of it. */
  readonly pipeline?: P | null | undefined;
}

/** The newest pipeline; null where there is none, undefined where that isn't known. */
export const mergePipeline = <P extends PipelineFacts>({
  head_pipeline: head,
  pipeline,
}: MergePipelineFacts<P>): P | null | undefined => head ?? pipeline ?? head;

/** What has to be done so that the pipeline succeeds; `pass` where it isn't known whether there is one. */
export type PipelineNeed = 'fix' | 'run' | 'pass';

/** What stands between a merge request and a pipeline that succeeded; undefined where nothing does. */
export function pipelineNeed(
  facts: MergePipelineFacts & { readonly detailed_merge_status?: string | null | undefined },
): PipelineNeed | undefined {
  const pipeline = mergePipeline(facts);
  if (pipeline?.status === 'failed') return 'fix';
  if (facts.detailed_merge_status !== 'ci_must_pass') return undefined;
  return pipeline === null ? 'run' : 'pass';
}
