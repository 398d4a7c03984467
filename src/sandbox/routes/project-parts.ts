import * as parts from '../../api/endpoints/repository';
import { signedIn } from '../http/call';
import { offsetPage } from '../http/pagination';
import { route } from '../http/route';
import { labelView, milestoneView } from '../views/merge-request-parts';
import { userView } from '../views/user';
import { LABELS } from '../world/merge-requests/labels';
import { MILESTONES } from '../world/merge-requests/milestones';
import { ACCESS } from '../world/model';
import { USERS } from '../world/people';
import { projectOf } from './access';

const includes = (text: string, asked = ''): boolean => text.toLowerCase().includes(asked.toLowerCase());

const listMembers = route(parts.listMembers, (call, args) => {
  signedIn(call);
  const people = projectOf(call, args.id)
    .members.map((role) => USERS[role])
    .filter(({ name, username }) => includes(name, args.query) || includes(username, args.query));
  return offsetPage(call, args, people, (user) => ({
    ...userView(user, call.base),
    access_level: ACCESS[user.role],
    expires_at: null,
    membership_state: 'active',
  }));
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

/** What pickers of people, labels and milestones list. Beyond the description. */
export const projectPartRoutes = [listMembers, listLabels, listMilestones];
