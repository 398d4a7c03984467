import type { ArgsOf } from '../../api/endpoint';
import { listProjects } from '../../api/endpoints/project-lists';
import { getProject } from '../../api/endpoints/projects';
import { userOf } from '../http/call';
import { keysetPage, offsetPage } from '../http/pagination';
import { json, refuse } from '../http/reply';
import { route } from '../http/route';
import { projectView, simpleProjectView } from '../views/project';
import type { Project, User } from '../world/model';
import { maySee } from '../world/world';
import { projectOf } from './access';

type Filters = ArgsOf<typeof listProjects>;

const ORDER: Readonly<Record<NonNullable<Filters['order_by']>, (project: Project) => string | number>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  path: ({ path }) => path,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ createdAt }) => createdAt,
  last_activity_at: ({ pipelines, createdAt }) => pipelines.at(-1)?.updatedAt ?? createdAt,
};

/** Without authentication, `membership` is ignored and public projects are listed, as on the real service. */
function isListed(project: Project, user: User | undefined, { membership, search = '' }: Filters): boolean {
  if (!maySee(project, user)) return false;
  if (membership === true && user !== undefined && !project.members.includes(user.role)) return false;
  return `${project.path} ${project.name}`.toLowerCase().includes(search.toLowerCase());
}

function ordered(projects: Project[], { order_by: by = 'created_at', sort }: Filters): Project[] {
  const key = ORDER[by];
  const up = projects.sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    return one < other ? -1 : one > other ? 1 : a.id - b.id;
  });
  return sort === 'asc' ? up : up.reverse();
}

export const projectRoutes = [
  route(
    listProjects,
    (call, args) => {
      const user = userOf(call);
      const found = call.world.projects.filter((project) => isListed(project, user, args));
      const view = args.simple === true ? simpleProjectView : projectView;
      const render = (project: Project): unknown => view(project, call.base, user);
      if (args.pagination !== 'keyset') return offsetPage(call, args, ordered(found, args), render);
      // Sorted by ID only (server-behavior.md#keyset-pagination), in descending order by default.
      if ((args.order_by ?? 'id') !== 'id') {
        throw refuse.notAllowed('Keyset pagination is not yet available for this type of request');
      }
      const pageArgs = { ...args, order_by: 'id', sort: args.sort ?? 'desc' } as const;
      return keysetPage(call, pageArgs, { items: ordered(found, pageArgs), upwards: true }, render);
    },
    'anyone',
  ),
  route(
    getProject,
    (call, args) => json(200, projectView(projectOf(call, args.id), call.base, userOf(call))),
    'anyone',
  ),
];
