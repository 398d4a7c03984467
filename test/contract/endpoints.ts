import * as approvals from '../../src/api/endpoints/approvals';
import * as artifacts from '../../src/api/endpoints/artifacts';
import * as awardEmoji from '../../src/api/endpoints/award-emoji';
import * as branches from '../../src/api/endpoints/branches';
import * as diffs from '../../src/api/endpoints/diffs';
import * as discussions from '../../src/api/endpoints/discussions';
import * as errorTracking from '../../src/api/endpoints/error-tracking';
import * as jobToken from '../../src/api/endpoints/job-token';
import * as jobs from '../../src/api/endpoints/jobs';
import * as mergeRequestActions from '../../src/api/endpoints/merge-request-actions';
import * as mergeRequests from '../../src/api/endpoints/merge-requests';
import * as pipelineActions from '../../src/api/endpoints/pipeline-actions';
import * as pipelines from '../../src/api/endpoints/pipelines';
import * as projectLists from '../../src/api/endpoints/project-lists';
import * as projects from '../../src/api/endpoints/projects';
import * as repository from '../../src/api/endpoints/repository';
import * as resourceEvents from '../../src/api/endpoints/resource-events';
import * as resourceGroups from '../../src/api/endpoints/resource-groups';
import * as server from '../../src/api/endpoints/server';
import * as suggestions from '../../src/api/endpoints/suggestions';
import * as timeTracking from '../../src/api/endpoints/time-tracking';
import * as todos from '../../src/api/endpoints/todos';
import * as uploads from '../../src/api/endpoints/uploads';
import { BEYOND_ROWS } from './rows/beyond';
import { ERROR_TRACKING_ROWS } from './rows/error-tracking';
import { JOB_ROWS } from './rows/jobs';
import { MERGE_REQUEST_ROWS } from './rows/merge-requests';
import type { Row } from './rows/row';
import { SUGGESTION_ROWS } from './rows/suggestions';
import { TODO_ROWS } from './rows/todos';

/** Every endpoint that the extension defines, by the name of its export. */
export const DECLARED = {
  ...jobs,
  ...artifacts,
  ...branches,
  ...jobToken,
  ...mergeRequests,
  ...mergeRequestActions,
  ...timeTracking,
  ...diffs,
  ...errorTracking,
  ...server,
  ...projects,
  ...projectLists,
  ...pipelines,
  ...pipelineActions,
  ...repository,
  ...discussions,
  ...awardEmoji,
  ...approvals,
  ...resourceEvents,
  ...resourceGroups,
  ...todos,
  ...suggestions,
  ...uploads,
};
type EndpointName = keyof typeof DECLARED;

/** A row for each endpoint. An endpoint without a row causes a compile error. */
export const ROWS: Readonly<Record<EndpointName, Row>> = {
  ...JOB_ROWS,
  ...MERGE_REQUEST_ROWS,
  ...ERROR_TRACKING_ROWS,
  ...BEYOND_ROWS,
  ...TODO_ROWS,
  ...SUGGESTION_ROWS,
};
