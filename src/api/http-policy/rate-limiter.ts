import type { Clock } from '../../base/clock';
import { type Disposable, onDispose } from '../../base/disposable';
import type { Transport, WireRequest, WireResponse } from '../transport';
import type { TrafficCounters } from './counters';
import { OriginQueue, type QueueLimits } from './origin-queue';
import { holdAfter } from './retry-after';
import { watchBody } from './watch-body';
import { wireError } from './wire-error';

/**
 * Maximum duration of a pause, in milliseconds: a server with a wrong clock must not be blocked for a day.
 */
const MAX_HOLD_MS = 3_600_000;

export interface RateLimiterOptions {
  readonly clock: Clock;
  /** Read again for each request. */
  readonly limits: () => QueueLimits;
  readonly counters: TrafficCounters;
}

/**
 * Limits concurrent requests per origin, prefers foreground requests, and pauses when the server requests it.
 * A request counts as in progress until its body is read, canceled, or interrupted.
 */
export function limitTransport(transport: Transport, options: RateLimiterOptions): Transport & Disposable {
  const { clock, counters } = options;
  const queues = new Map<string, OriginQueue>();
  const queueOf = (url: string): OriginQueue => {
    const { origin } = new URL(url);
    const queue = queues.get(origin) ?? new OriginQueue(clock, options.limits, counters.of(url));
    queues.set(origin, queue);
    return queue;
  };

  const hold = (request: WireRequest, response: WireResponse): void => {
    if (response.status === 429) counters.count(request, 'throttled');
    const ms = holdAfter(response, clock.now());
    if (ms !== undefined && ms > 0) queueOf(request.url).hold(Math.min(ms, MAX_HOLD_MS));
  };

  const closing = onDispose(() => {
    for (const queue of queues.values()) queue.dispose();
  });
  return {
    send: async (request) => {
      const queue = queueOf(request.url);
      const turn = await queue.turn(request.priority ?? 'foreground', request.signal);
      if (turn.kind === 'aborted') throw wireError(request, { kind: 'aborted' });
      if (turn.kind === 'held') {
        throw wireError(request, {
          kind: 'too-many-requests',
          retryAfterMs: turn.ms,
          detail: 'the server asked for a pause',
        });
      }
      try {
        counters.count(request, 'requests');
        const response = await transport.send(request);
        hold(request, response);
        return watchBody(response, { end: turn.done });
      } catch (error) {
        turn.done();
        throw error;
      }
    },
    dispose: () => {
      closing.dispose();
    },
  };
}
