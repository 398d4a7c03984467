import * as endpoints from '../../api/endpoints/resource-events';
import { offsetPage } from '../http/pagination';
import { route } from '../http/route';
import { labelEventView, milestoneEventView, stateEventView } from '../views/resource-event';
import { mergeRequestOf } from './merge-request-access';

/** Changes of labels, milestone, and state (server-behavior.md#activity). */
export const resourceEventRoutes = [
  route(
    endpoints.listLabelEvents,
    (call, args) => {
      const request = mergeRequestOf(call, args);
      return offsetPage(call, args, request.events.labels, (each) => labelEventView(call, request, each));
    },
    'anyone',
  ),
  route(
    endpoints.listMilestoneEvents,
    (call, args) => {
      const request = mergeRequestOf(call, args);
      return offsetPage(call, args, request.events.milestones, (each) =>
        milestoneEventView(call, request, each),
      );
    },
    'anyone',
  ),
  route(
    endpoints.listStateEvents,
    (call, args) => {
      const request = mergeRequestOf(call, args);
      return offsetPage(call, args, request.events.states, (each) => stateEventView(call, request, each));
    },
    'anyone',
  ),
];
