import type { Clock } from '../../base/clock';
import { type Disposable, onDispose } from '../../base/disposable';
import type { Transport } from '../transport';
import type { TrafficCounters } from './counters';
import { OriginQueue, type QueueLimits } from './origin-queue';
import { pauseAfter } from './retry-after';
import { watchBody } from './watch-body';
import { wireError } from './wire-error';

export interface RateLimiterOptions {
  readonly clock: Clock;
  /** Read again for each request. */
  readonly limits: () => QueueLimits;
  readonly counters: TrafficCounters;
}

/**
 * Limits concurrent requests per origin, prefers foreground requests, and pauses endpoints and origins when the
 * server requests it.
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

  const closing = onDispose(() => {
    for (const queue of queues.values()) queue.dispose();
  });
  return {
    send: async (request) => {
      const queue = queueOf(request.url);
      const turn = await queue.turn(request.label, request.priority ?? 'foreground', request.signal);
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
        if (response.status === 429) counters.count(request, 'throttled');
        turn.answered(pauseAfter(response, clock.now()));
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
