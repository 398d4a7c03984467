import * as endpoints from '../../api/endpoints/merge-requests';
import { type Call, userOf } from '../http/call';
import { offsetPage } from '../http/pagination';
import { refuse, type Reply } from '../http/reply';
import { route } from '../http/route';
import { mergeRequestView, simpleView } from '../views/merge-request';
import { namespaceOfGroup } from '../views/namespace';
import { startCheck } from '../world/merge-requests/mergeability';
import type { MergeRequest } from '../world/merge-requests/model';
import { hasRole } from '../world/merge-requests/rules';
import { maySeeRequests, projectWithRequests } from './merge-request-access';
import { filtered, type Filters } from './merge-request-filters';

interface List {
  readonly all: readonly MergeRequest[];
  readonly scope: 'created_by_me' | 'all';
  /** The path to which `references.relative` is relative. */
  readonly from?: string;
}

/** Returns a page of the filtered list. */
function page(
  call: Call,
  args: Filters & { readonly id?: string | number },
  { all, scope, from }: List,
): Reply {
  const found = filtered(call, all, args, scope);
  const shown = { from, labelDetails: args.with_labels_details };
  const show = (request: MergeRequest): unknown => {
    // Lists don't start merge checks by default. The parameter requires the Developer role
    // (server-behavior.md#stale-lists).
    if (args.with_merge_status_recheck === true && hasRole(request.project, userOf(call), 'developer')) {
      startCheck(call.world, request);
    }
    return args.view === 'simple' ? simpleView(call, request) : mergeRequestView(call, request, shown);
  };
  return offsetPage(call, args, found, show);
}

const visible = (call: Call): MergeRequest[] =>
  call.world.mergeRequests.all.filter(({ project }) => maySeeRequests(call, project));

/**
 * The three lists of merge requests (server-behavior.md#lists-of-merge-requests). Public projects are
 * readable without a token.
 */
export const mergeRequestListRoutes = [
  route(
    endpoints.listMergeRequests,
    (call, args) => page(call, args, { all: visible(call), scope: 'created_by_me' }),
    'anyone',
  ),
  route(
    endpoints.listProjectMergeRequests,
    (call, args) => {
      const project = projectWithRequests(call, args.id);
      const all = call.world.mergeRequests.all.filter((request) => request.project === project);
      return page(call, args, { all, scope: 'all', from: project.path });
    },
    'anyone',
  ),
  route(
    endpoints.listGroupMergeRequests,
    (call, args) => {
      const group = namespaceOfGroup(args.id);
      if (group === undefined) throw refuse.missing('Group');
      // Includes subgroups. Excludes archived projects by default
      // (server-behavior.md#lists-of-merge-requests).
      const all = visible(call).filter(
        ({ project }) =>
          project.path.startsWith(`${group.path}/`) && (args.non_archived === false || !project.archived),
      );
      return page(call, args, { all, scope: 'all', from: group.path });
    },
    'anyone',
  ),
];
