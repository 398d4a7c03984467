import { labelEventSchema, milestoneEventSchema, stateEventSchema } from '../../schemas/resource-event';
import { endpoint, list } from '../endpoint';
import { integer } from '../params';

// Changes that aren't recorded as system notes: additional endpoints (server-behavior.md#activity).

const page = { page: integer, per_page: integer };

/** `GET …/resource_label_events`. */
export const listLabelEvents = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/resource_label_events',
  query: page,
  response: list(labelEventSchema),
  pages: ['offset'],
});

/** `GET …/resource_milestone_events`. */
export const listMilestoneEvents = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/resource_milestone_events',
  query: page,
  response: list(milestoneEventSchema),
  pages: ['offset'],
});

/** `GET …/resource_state_events`. */
export const listStateEvents = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/resource_state_events',
  query: page,
  response: list(stateEventSchema),
  pages: ['offset'],
});
