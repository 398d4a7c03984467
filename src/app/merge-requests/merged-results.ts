import { mergeRequestOf } from '../../domain/pipelines/rules';
import type { MergeRequest } from '../../schemas/merge-request';
import type { PipelineHead } from '../pipelines/query';
import { projectId, type ProjectKey } from '../shared/keys';
import type { Head } from '../shared/stores';

/**
 * Returns the IID of a merge request with merged results pipelines, which run for a different commit than the
 * branch's head.
 */
export function mergedResultsOf(
  { project }: ProjectKey,
  mergeRequest: MergeRequest | undefined,
): number | undefined {
  const ref = mergeRequest?.head_pipeline?.ref;
  if (mergeRequest?.project_id !== project || mergeRequestOf(ref) !== mergeRequest.iid) return undefined;
  return ref?.endsWith('/head') === true ? undefined : mergeRequest.iid;
}

/** Returns the heads of a project, with the known data of the checked-out one. */
export function headsWith(
  heads: readonly Head[],
  project: ProjectKey,
  known: { readonly project: ProjectKey; readonly head: PipelineHead } | undefined,
): readonly PipelineHead[] {
  if (known === undefined || projectId(known.project) !== projectId(project)) return heads;
  const { name, sha } = known.head;
  return heads.map((head) => (head.name === name && head.sha === sha ? known.head : head));
}
