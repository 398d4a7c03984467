import { mergeRequestOf } from '../../domain/pipelines/rules';
import type { MergeRequest } from '../../schemas/merge-request';
import type { PipelineHead } from '../pipelines/query';
import { projectId, type ProjectKey } from '../shared/keys';
import type { Head } from '../shared/stores';

/** The number of a merge request whose pipelines run for its merged results: their commit is not the branch's. */
export function mergedResultsOf(
  { project }: ProjectKey,
  mergeRequest: MergeRequest | undefined,
): number | undefined {
  const ref = mergeRequest?.head_pipeline?.ref;
  if (mergeRequest?.project_id !== project || mergeRequestOf(ref) !== mergeRequest.iid) return undefined;
  return ref?.endsWith('/head') === true ? undefined : mergeRequest.iid;
}

/** The heads of a project, with what is known of the one that is checked out. */
export function headsWith(
  heads: readonly Head[],
  project: ProjectKey,
  known: { readonly project: ProjectKey; readonly head: PipelineHead } | undefined,
): readonly PipelineHead[] {
  if (known === undefined || projectId(known.project) !== projectId(project)) return heads;
  const { name, sha } = known.head;
  return heads.map((head) => (head.name === name && head.sha === sha ? known.head : head));
}
