import { pipelineFilterSchema } from '../../schemas/stored-pipelines';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';
import { NO_FILTER, type PipelineFilter } from './query';

/** Which pipelines and jobs a person wants to see in this workspace. */
export class PipelineFilterStore extends StoredValue<PipelineFilter> {
  constructor(memory: KeyValueStore) {
    super(memory, 'pipeline-filter', parse);
  }

  change(changes: Partial<PipelineFilter>): Promise<void> {
    return this.set({ ...this.current, ...changes });
  }

  /** Shows all again; which pipelines (of the branch, of merge requests, recent) stays as it is. */
  clear(): Promise<void> {
    return this.change({ ...NO_FILTER, mode: this.current.mode });
  }
}

/** Anything unexpected counts as not chosen. */
function parse(stored: unknown): PipelineFilter {
  const { mode, statuses, warnings, jobStatuses, sources, ref, author } = pipelineFilterSchema.parse(stored);
  return { mode, statuses, warnings, jobStatuses, sources, ref, author };
}
