import type { Route } from '../http/route';
import { approvalRoutes } from './approvals';
import { artifactRoutes } from './artifacts';
import { awardEmojiRoutes } from './award-emoji';
import { branchRoutes } from './branches';
import { commitPickRoutes } from './commit-picks';
import { diffRoutes } from './diffs';
import { discussionRoutes } from './discussions';
import { draftNoteRoutes } from './draft-notes';
import { errorTrackingRoutes } from './error-tracking';
import { jobActionRoutes } from './job-actions';
import { jobRoutes, jobTokenRoutes } from './jobs';
import { mergeRequestActionRoutes } from './merge-request-actions';
import { mergeRequestListRoutes } from './merge-request-lists';
import { mergeRequestWriteRoutes } from './merge-request-writes';
import { mergeRequestRoutes } from './merge-requests';
import { noteRoutes } from './notes';
import { pipelineActionRoutes } from './pipeline-actions';
import { pipelineRoutes } from './pipelines';
import { projectPartRoutes } from './project-parts';
import { projectRoutes } from './projects';
import { repositoryRoutes } from './repository';
import { resourceEventRoutes } from './resource-events';
import { resourceGroupRoutes } from './resource-groups';
import { serverRoutes } from './server';
import { suggestionRoutes } from './suggestions';
import { timeTrackingRoutes } from './time-tracking';
import { todoRoutes } from './todos';
import { uploadRoutes } from './uploads';

/** All routes of the sandbox. */
export const ROUTES: readonly Route[] = [
  ...serverRoutes,
  ...projectRoutes,
  ...projectPartRoutes,
  ...branchRoutes,
  ...commitPickRoutes,
  ...repositoryRoutes,
  ...pipelineRoutes,
  ...pipelineActionRoutes,
  ...jobTokenRoutes,
  ...jobRoutes,
  ...jobActionRoutes,
  ...resourceGroupRoutes,
  ...artifactRoutes,
  ...mergeRequestListRoutes,
  ...mergeRequestRoutes,
  ...mergeRequestWriteRoutes,
  ...mergeRequestActionRoutes,
  ...timeTrackingRoutes,
  ...todoRoutes,
  ...diffRoutes,
  ...errorTrackingRoutes,
  ...discussionRoutes,
  ...noteRoutes,
  ...awardEmojiRoutes,
  ...draftNoteRoutes,
  ...suggestionRoutes,
  ...approvalRoutes,
  ...resourceEventRoutes,
  ...uploadRoutes,
];
