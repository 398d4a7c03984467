interface PipelineFacts {
  readonly status: string;
}

/**
 * The latest pipeline of a merge request. Lists don't include it (undefined); null means that there is no
 * pipeline.
 */
export interface MergePipelineFacts<P extends PipelineFacts = PipelineFacts> {
  readonly head_pipeline?: P | null | undefined;
  /** Former name of `head_pipeline`. */
  readonly pipeline?: P | null | undefined;
}

/** Returns the latest pipeline, null if there is none, or undefined if that isn't known. */
export const mergePipeline = <P extends PipelineFacts>({
  head_pipeline: head,
  pipeline,
}: MergePipelineFacts<P>): P | null | undefined => head ?? pipeline ?? head;

/** Condition for the pipeline to succeed; `pass` if it isn't known whether there is a pipeline. */
export type PipelineNeed = 'fix' | 'run' | 'pass';

/** Returns what has to happen for the pipeline to succeed; undefined if nothing has to. */
export function pipelineNeed(
  facts: MergePipelineFacts & { readonly detailed_merge_status?: string | null | undefined },
): PipelineNeed | undefined {
  const pipeline = mergePipeline(facts);
  if (pipeline?.status === 'failed') return 'fix';
  if (facts.detailed_merge_status !== 'ci_must_pass') return undefined;
  return pipeline === null ? 'run' : 'pass';
}
