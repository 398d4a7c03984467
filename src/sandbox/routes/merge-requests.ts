import * as endpoints from '../../api/endpoints/merge-requests';
import { getTimeStats } from '../../api/endpoints/time-tracking';
import { offsetPage } from '../http/pagination';
import { json } from '../http/reply';
import { route } from '../http/route';
import { commitView } from '../views/diff';
import { closedIssueView } from '../views/issue';
import { descriptionHtml, titleHtml } from '../views/markdown';
import { singleView } from '../views/merge-request';
import { timeStatsView } from '../views/merge-request-parts';
import { pipelineView } from '../views/pipeline';
import { isoTime } from '../views/time';
import { userView } from '../views/user';
import { issuesClosedBy } from '../world/merge-requests/issues';
import { startCheck } from '../world/merge-requests/mergeability';
import { pipelinesOf } from '../world/merge-requests/pipelines-of';
import { participantsOf } from '../world/merge-requests/subscriptions';
import { diffRangeOf } from '../world/merge-requests/versions';
import { commitsBetween } from '../world/repositories/commits';
import { mergeRequestOf } from './merge-request-access';

/**
 * Fetching a single merge request starts the check whether it can be merged (server-behavior.md#merge-check).
 */
const getMergeRequest = route(
  endpoints.getMergeRequest,
  (call, args) => {
    const request = mergeRequestOf(call, args);
    startCheck(call.world, request);
    const repository = call.world.repositories.of(request.project);
    const target = repository.head(request.targetBranch);
    const place = { call, project: request.project };
    return json(200, {
      ...singleView(call, request),
      ...(args.include_diverged_commits_count === true
        ? { diverged_commits_count: target === undefined ? 0 : repository.count(request.head, target) }
        : {}),
      ...(args.include_rebase_in_progress === true ? { rebase_in_progress: request.rebasing } : {}),
      ...(args.render_html === true
        ? {
            title_html: titleHtml(request.title, place),
            description_html: descriptionHtml(request.description, place),
          }
        : {}),
    });
  },
  'anyone',
);

/** Endpoints for reading a single merge request. Those of public projects are readable without a token. */
export const mergeRequestRoutes = [
  getMergeRequest,
  route(
    endpoints.listParticipants,
    (call, args) =>
      offsetPage(call, args, participantsOf(mergeRequestOf(call, args)), (user) => userView(user, call.base)),
    'anyone',
  ),
  route(
    endpoints.listReviewers,
    (call, args) =>
      offsetPage(call, args, mergeRequestOf(call, args).reviewers, ({ user, state, at }) => ({
        user: userView(user, call.base),
        state,
        created_at: isoTime(at),
      })),
    'anyone',
  ),
  route(
    endpoints.listMergeRequestCommits,
    (call, args) => {
      const request = mergeRequestOf(call, args);
      const { project } = request;
      const range = diffRangeOf(request);
      const commits =
        range === undefined
          ? []
          : commitsBetween(call.world.repositories.of(project), range.base, range.head);
      return offsetPage(call, args, commits, (commit) => commitView(commit, project, call.base));
    },
    'anyone',
  ),
  route(
    endpoints.listMergeRequestPipelines,
    (call, args) =>
      offsetPage(call, args, pipelinesOf(mergeRequestOf(call, args)), (pipeline) =>
        pipelineView(pipeline, call.base),
      ),
    'anyone',
  ),
  route(
    endpoints.listClosedIssues,
    (call, args) =>
      offsetPage(call, args, issuesClosedBy(mergeRequestOf(call, args)), (issue) =>
        closedIssueView(call, issue),
      ),
    'anyone',
  ),
  route(getTimeStats, (call, args) => json(200, timeStatsView(mergeRequestOf(call, args))), 'anyone'),
];
