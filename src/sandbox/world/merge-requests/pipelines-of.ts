import type { Pipeline } from '../model';
import { factsOf } from '../statuses';
import { type MergeRequest, refOf } from './model';

/**
 * Returns the pipelines of a merge request, newest first: merge request pipelines, and branch pipelines for
 * current and former heads.
 */
export function pipelinesOf(request: MergeRequest): Pipeline[] {
  const heads = new Set([request.head, ...request.versions.map(({ head }) => head)]);
  const ref = refOf(request);
  const own = request.project.pipelines.filter((pipeline) => pipeline.ref === ref);
  const ofBranch = request.source.pipelines.filter(
    ({ ref: branch, sha, source, tag }) =>
      branch === request.sourceBranch && !tag && heads.has(sha) && source !== 'parent_pipeline',
  );
  return [...own, ...ofBranch].sort((a, b) => b.id - a.id);
}

/** Returns the latest pipeline of the head. Merge request pipelines take precedence over branch pipelines. */
export function headPipelineOf(request: MergeRequest): Pipeline | undefined {
  const ofHead = pipelinesOf(request).filter(({ sha }) => sha === request.head);
  return ofHead.find(({ ref }) => ref === refOf(request)) ?? ofHead[0];
}

export const isRunning = (pipeline: Pipeline): boolean =>
  factsOf(pipeline.status).over !== true && pipeline.status !== 'manual';
