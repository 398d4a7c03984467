import type { MergeRequestPlace } from '../../domain/navigation/find-input';
import type { Job } from '../../schemas/job';
import type { MergeRequest } from '../../schemas/merge-request';
import type { PipelineFacts } from '../../schemas/pipeline';
import type { JobKey, PipelineKey, ProjectKey } from '../shared/keys';

/** An item that can be opened. */
export type FoundItem =
  | {
      readonly what: 'pipeline';
      readonly key: PipelineKey;
      readonly pipeline: PipelineFacts;
      /** The title of the commit by which the pipeline was found. */
      readonly title?: string | undefined;
    }
  | { readonly what: 'job'; readonly key: JobKey; readonly job: Job; readonly line: number | undefined }
  | {
      readonly what: 'merge-request';
      readonly project: ProjectKey;
      readonly mergeRequest: MergeRequest;
      readonly place?: MergeRequestPlace | undefined;
    };
