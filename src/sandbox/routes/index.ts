import type { Route } from '../http/route';
import { approvalRoutes } from './approvals';
import { awardEmojiRoutes } from './award-emoji';
import { branchRoutes } from './branches';
import { diffRoutes } from './diffs';
import { discussionRoutes } from './discussions';
import { draftNoteRoutes } from './draft-notes';
import { errorTrackingRoutes } from './error-tracking';
import { jobActionRoutes } from './job-actions';
import { jobTokenRoutes } from './job-token';
import { jobRoutes } from './jobs';
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
import { serverRoutes } from './server';
import { timeTrackingRoutes } from './time-tracking';

/** All routes of the sandbox. */
export const ROUTES: readonly Route[] = [
  ...serverRoutes,
  ...projectRoutes,
  ...projectPartRoutes,
  ...branchRoutes,
  ...repositoryRoutes,
  ...pipelineRoutes,
  ...pipelineActionRoutes,
  ...jobTokenRoutes,
  ...jobRoutes,
  ...jobActionRoutes,
  ...mergeRequestListRoutes,
  ...mergeRequestRoutes,
  ...mergeRequestWriteRoutes,
  ...mergeRequestActionRoutes,
  ...timeTrackingRoutes,
  ...diffRoutes,
  ...errorTrackingRoutes,
  ...discussionRoutes,
  ...noteRoutes,
  ...awardEmojiRoutes,
  ...draftNoteRoutes,
  ...approvalRoutes,
];
