import type { FileAnchor } from '../domain/find-input';
import type { Job } from '../schemas/job';
import type { MergeRequest } from '../schemas/merge-request';
import type { JobKey, PipelineKey, ProjectKey } from './keys';
import type { PipelineFacts } from './pipeline-facts';

/** Something that can be opened. */
export type Found =
  | { readonly what: 'pipeline'; readonly key: PipelineKey; readonly pipeline: PipelineFacts }
  | { readonly what: 'job'; readonly key: JobKey; readonly job: Job; readonly line: number | undefined }
  | {
      readonly what: 'merge-request';
      readonly project: ProjectKey;
      readonly mergeRequest: MergeRequest;
      readonly file?: FileAnchor | undefined;
    };
