import { pipelineFilterSchema } from '../../schemas/stored/pipelines';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';
import { NO_FILTER, type PipelineFilter } from './query';

/** The filter for pipelines and jobs in this workspace. */
export class PipelineFilterStore extends StoredValue<PipelineFilter> {
  constructor(memory: KeyValueStore) {
    super(memory, 'pipeline-filter', parse);
  }

  change(changes: Partial<PipelineFilter>): Promise<void> {
    return this.set({ ...this.current, ...changes });
  }

  /** Resets the filter, except for the mode (pipelines of the branch, of merge requests, or recent ones). */
  clear(): Promise<void> {
    return this.change({ ...NO_FILTER, mode: this.current.mode });
  }
}

/** Invalid values count as not set. */
function parse(stored: unknown): PipelineFilter {
  const { mode, statuses, warnings, jobStatuses, sources, ref, author } = pipelineFilterSchema.parse(stored);
  return { mode, statuses, warnings, jobStatuses, sources, ref, author };
}
