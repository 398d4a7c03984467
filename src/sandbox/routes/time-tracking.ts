import * as endpoints from '../../api/endpoints/time-tracking';
import { json } from '../http/reply';
import { route } from '../http/route';
import { timeStatsView } from '../views/merge-request-parts';
import { secondsOf } from '../world/merge-requests/duration';
import { recordEdits } from '../world/merge-requests/edit-notes';
import { requireEditAccess } from './merge-request-access';
import { refuseMerge } from './merge-request-refusals';

/** Time tracking, with the status codes of real servers (server-behavior.md#success-codes). */
export const timeTrackingRoutes = [
  route(endpoints.setTimeEstimate, (call, args) => {
    const { request, user } = requireEditAccess(call, args);
    const seconds = secondsOf(args.duration);
    if (seconds === undefined || seconds < 0) {
      throw refuseMerge.fields({
        time_estimate: ['must have a valid format and be greater than or equal to zero.'],
      });
    }
    recordEdits(call.world, request, user, () => {
      request.estimate = seconds;
    });
    request.updatedAt = call.world.time;
    return json(200, timeStatsView(request));
  }),
  route(endpoints.resetTimeEstimate, (call, args) => {
    const { request, user } = requireEditAccess(call, args);
    recordEdits(call.world, request, user, () => {
      request.estimate = 0;
    });
    return json(200, timeStatsView(request));
  }),
  route(endpoints.addSpentTime, (call, args) => {
    const { request, user } = requireEditAccess(call, args);
    const seconds = secondsOf(args.duration);
    if (seconds === undefined || seconds === 0) {
      throw refuseMerge.fields({ base: ['Time spent must be formatted correctly. For example: 1h 30m.'] });
    }
    if (request.spent + seconds < 0) {
      throw refuseMerge.fields({ base: ['Time to subtract exceeds the total time spent'] });
    }
    recordEdits(call.world, request, user, () => {
      request.spent += seconds;
    });
    request.updatedAt = call.world.time;
    return json(201, timeStatsView(request));
  }),
  route(endpoints.resetSpentTime, (call, args) => {
    const { request, user } = requireEditAccess(call, args);
    recordEdits(call.world, request, user, () => {
      request.spent = 0;
    });
    return json(200, timeStatsView(request));
  }),
];
