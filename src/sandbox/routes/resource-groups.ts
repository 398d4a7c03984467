import * as endpoints from '../../api/endpoints/resource-groups';
import type { Call } from '../http/call';
import { offsetPage } from '../http/pagination';
import { json, refuse } from '../http/reply';
import { route } from '../http/route';
import { jobView } from '../views/job';
import type { Project } from '../world/model';
import type { UsedGroup } from '../world/resource-holders';
import { projectOf, requireMinimumRole } from './access';

/** Resource groups, for developers (server-behavior.md#resource-groups). */
export const resourceGroupRoutes = [
  route(endpoints.listResourceGroups, (call, args) =>
    offsetPage(call, args, call.world.holders.groupsOf(visibleTo(call, args.id)), groupView),
  ),
  route(endpoints.getCurrentJob, (call, args) => {
    const { current } = groupOf(call, args);
    return json(200, current === undefined ? null : jobView(call.world, current, call.base));
  }),
  route(endpoints.listUpcomingJobs, (call, args) => {
    const { waiting } = groupOf(call, args);
    return offsetPage(call, args, [...waiting], (job) => jobView(call.world, job, call.base));
  }),
];

function visibleTo(call: Call, id: string | number): Project {
  const project = projectOf(call, id);
  requireMinimumRole(call, project, 'developer');
  return project;
}

function groupOf(
  call: Call,
  { id, key }: { readonly id: string | number; readonly key: string | number },
): UsedGroup {
  const groups = call.world.holders.groupsOf(visibleTo(call, id));
  const found = groups.find(({ name }) => name === String(key));
  if (found === undefined) throw refuse.missing();
  return found;
}

function groupView({ id, name, createdAt }: UsedGroup): endpoints.ResourceGroup {
  const created = new Date(createdAt).toISOString();
  return { id, key: name, process_mode: 'unordered', created_at: created, updated_at: created };
}
