import * as endpoints from '../../api/endpoints/diffs';
import type { Call } from '../http/call';
import { offsetPage } from '../http/pagination';
import { json, refuse } from '../http/reply';
import { route } from '../http/route';
import {
  commitView,
  DIFF_LIMITS,
  diffView,
  generatedView,
  isTooLarge,
  RAW_LIMITS,
  versionView,
} from '../views/diff';
import { singleView } from '../views/merge-request';
import type { MergeRequest, Version } from '../world/merge-requests/model';
import { diffRangeOf } from '../world/merge-requests/versions';
import { commitsBetween } from '../world/repositories/commits';
import { diffOf, type FileDiff } from '../world/repositories/diff';
import { mergeRequestOf } from './merge-request-access';

/** Returns the diffs of a version; empty if there is none yet. */
function diffsOf({ world }: Call, { project }: MergeRequest, range: Version | undefined): FileDiff[] {
  return range === undefined ? [] : diffOf(world.repositories.of(project), range.base, range.head);
}

/** Diffs and versions of merge requests. Those of public projects are readable without a token. */
export const diffRoutes = [
  route(
    endpoints.listDiffs,
    (call, args) => {
      const request = mergeRequestOf(call, args);
      const diffs = diffsOf(call, request, diffRangeOf(request)).slice(0, DIFF_LIMITS.files);
      const unified = args.unidiff === true;
      return offsetPage(call, args, diffs, (diff) => generatedView(diff, { unified }));
    },
    'anyone',
  ),
  route(
    endpoints.getChanges,
    (call, args) => {
      const request = mergeRequestOf(call, args);
      const unified = args.unidiff === true;
      const limits = args.access_raw_diffs === true ? RAW_LIMITS : DIFF_LIMITS;
      const diffs = diffsOf(call, request, diffRangeOf(request));
      return json(200, {
        ...singleView(call, request),
        changes: diffs.slice(0, limits.files).map((diff) => diffView(diff, { unified, limits })),
        overflow: diffs.length > limits.files || diffs.some((diff) => isTooLarge(diff, limits)),
      });
    },
    'anyone',
  ),
  route(
    endpoints.listDiffVersions,
    (call, args) => {
      const request = mergeRequestOf(call, args);
      const repository = call.world.repositories.of(request.project);
      return offsetPage(call, args, [...request.versions].reverse(), (version) =>
        versionView(version, request, repository),
      );
    },
    'anyone',
  ),
  route(
    endpoints.getDiffVersion,
    (call, args) => {
      const request = mergeRequestOf(call, args);
      const { project } = request;
      const version = request.versions.find(({ id }) => id === Number(args.version_id));
      if (version === undefined) throw refuse.missing();
      const repository = call.world.repositories.of(project);
      return json(200, {
        ...versionView(version, request, repository),
        commits: commitsBetween(repository, version.base, version.head).map((commit) =>
          commitView(commit, project, call.base),
        ),
        diffs: diffsOf(call, request, version)
          .slice(0, DIFF_LIMITS.files)
          .map((diff) => diffView(diff, { unified: args.unidiff === true })),
      });
    },
    'anyone',
  ),
];
