import type { PipelineKey } from '../../../app/shared/keys';
import { mergeRequestOf } from '../../../domain/pipelines/rules';
import type { PipelineFacts } from '../../../schemas/pipeline';
import type { Entry } from '../../tree-node';

/**
 * Adds the latest shown pipeline for the same commit to the others, whose rows then don't repeat its title. Pipelines of
 * merge requests have the title of the merge request.
 */
export function withSameCommits(
  entries: readonly Entry[],
  detailsOf: (key: PipelineKey) => PipelineFacts | undefined,
): readonly Entry[] {
  const latest = new Map<string, number>();
  return entries.map((entry) => {
    if (entry.data.kind !== 'pipeline') return entry;
    const { pipeline } = entry.data;
    const { sha = '', ref } = detailsOf(pipeline) ?? {};
    if (sha === '') return entry;
    const title = JSON.stringify([sha, mergeRequestOf(ref)]);
    const sameCommitAs = latest.get(title);
    if (sameCommitAs !== undefined) return { ...entry, data: { ...entry.data, sameCommitAs } };
    latest.set(title, pipeline.pipeline);
    return entry;
  });
}
