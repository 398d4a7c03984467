import { timeStatsSchema } from '../../schemas/merge-request';
import { endpoint, one } from '../endpoint';
import { required, string } from '../params';

/** `GET …/time_stats`. Times are in seconds. */
export const getTimeStats = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/time_stats',
  response: one(timeStatsSchema),
});

/** `POST …/time_estimate`: a duration such as `3h30m`. */
export const setTimeEstimate = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/time_estimate',
  body: { duration: required(string) },
  response: one(timeStatsSchema),
  success: [200, 201],
});

/** `POST …/reset_time_estimate`. */
export const resetTimeEstimate = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/reset_time_estimate',
  response: one(timeStatsSchema),
  success: [200, 201],
});

/** `POST …/add_spent_time`. */
export const addSpentTime = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/add_spent_time',
  body: { duration: required(string), summary: string },
  response: one(timeStatsSchema),
  success: [200, 201],
});

/** `POST …/reset_spent_time`. */
export const resetSpentTime = endpoint({
  method: 'POST',
  path: '/projects/:id/merge_requests/:merge_request_iid/reset_spent_time',
  response: one(timeStatsSchema),
  success: [200, 201],
});
