import { endpoint, one } from '../../api/endpoint';
import * as parts from '../../api/endpoints/repository';
import { memberSchema } from '../../schemas/repository';
import { type Call, signedIn } from '../http/call';
import { offsetPage } from '../http/pagination';
import { json, refuse } from '../http/reply';
import { route } from '../http/route';
import { issueView } from '../views/issue';
import { labelView, milestoneView } from '../views/merge-request-parts';
import { userView } from '../views/user';
import { issuesOf } from '../world/merge-requests/issues';
import { LABELS } from '../world/merge-requests/labels';
import { MILESTONES } from '../world/merge-requests/milestones';
import { ACCESS, type User } from '../world/model';
import { USERS } from '../world/people';
import { projectOf } from './access';

const includes = (text: string, query = ''): boolean => text.toLowerCase().includes(query.toLowerCase());

const memberView = (call: Call, user: User): unknown => ({
  ...userView(user, call.base),
  access_level: ACCESS[user.role],
  expires_at: null,
  membership_state: 'active',
});

/** All members are direct members, so both lists are equal. */
const listMembers = (path: '/projects/:id/members' | '/projects/:id/members/all') =>
  route({ ...parts.listMembers, path }, (call, args) => {
    signedIn(call);
    const people = projectOf(call, args.id)
      .members.map((role) => USERS[role])
      .filter(({ name, username }) => includes(name, args.query) || includes(username, args.query));
    return offsetPage(call, args, people, (user) => memberView(call, user));
  });

const getMember = (path: '/projects/:id/members/:user_id' | '/projects/:id/members/all/:user_id') =>
  route(endpoint({ method: 'GET', path, response: one(memberSchema) }), (call, args) => {
    signedIn(call);
    const member = projectOf(call, args.id)
      .members.map((role) => USERS[role])
      .find(({ id }) => id === Number(args.user_id));
    if (member === undefined) throw refuse.missing();
    return json(200, memberView(call, member));
  });

const listLabels = route(
  parts.listLabels,
  (call, args) => {
    projectOf(call, args.id);
    const found = LABELS.filter(({ name }) => includes(name, args.search)).sort((a, b) =>
      a.name.localeCompare(b.name),
    );
    return offsetPage(call, args, found, ({ name }) => ({
      ...labelView(name),
      subscribed: false,
      priority: null,
      is_project_label: true,
    }));
  },
  'anyone',
);

const listMilestones = route(
  parts.listMilestones,
  (call, args) => {
    const project = projectOf(call, args.id);
    const found = MILESTONES.filter(
      (each) =>
        each.project === project.id &&
        (args.state === undefined || args.state === each.state) &&
        includes(each.title, args.search),
    );
    return offsetPage(call, args, found.reverse(), (each) => milestoneView(each, project, call.base));
  },
  'anyone',
);

const listIssues = route(
  parts.listIssues,
  (call, args) => {
    const project = projectOf(call, args.id);
    const { iids, search, state } = args;
    const found = issuesOf(project.id).filter(
      ({ iid, title, description }) =>
        state !== 'closed' &&
        (iids === undefined || iids.includes(iid)) &&
        (includes(title, search) || includes(description, search)),
    );
    return offsetPage(call, args, found, (issue) => issueView(call, issue));
  },
  'anyone',
);

/** Endpoints for the pickers and suggestions of users, labels, milestones, and issues. */
export const projectPartRoutes = [
  listMembers('/projects/:id/members'),
  // Registered before the route with a user ID, which would also match `all`.
  listMembers('/projects/:id/members/all'),
  getMember('/projects/:id/members/:user_id'),
  getMember('/projects/:id/members/all/:user_id'),
  listLabels,
  listMilestones,
  listIssues,
];
