import type { Transport, WireRequest, WireResponse } from '../transport';
import type { TrafficCounters } from './counters';
import { requestKey } from './request-key';
import { splitBody } from './split-body';
import { wireError } from './wire-error';

/** A request in progress, and the callers that wait for its response. */
interface Flight {
  readonly callers: Set<Caller>;
  readonly stop: AbortController;
}
interface Caller {
  readonly request: WireRequest;
  readonly respond: (response: WireResponse) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Sends one request for all callers that request the same with the same token while it is in progress,
 * unless a write was sent or ended since it began.
 * Callers cancel independently; when the last one cancels, the request is aborted.
 */
export function coalesceRequests(transport: Transport, counters: TrafficCounters): Transport {
  const flights = new Map<string, Flight>();

  const take = (key: string, flight: Flight): readonly Caller[] => {
    if (flights.get(key) === flight) flights.delete(key);
    const callers = [...flight.callers];
    flight.callers.clear();
    return callers;
  };

  const start = (key: string, request: WireRequest): Flight => {
    const flight: Flight = { callers: new Set(), stop: new AbortController() };
    flights.set(key, flight);
    transport.send({ ...request, signal: flight.stop.signal }).then(
      (response) => {
        const callers = take(key, flight);
        if (callers.length === 0) response.cancel();
        const parts = splitBody(
          response,
          callers.map((caller) => caller.request),
          () => {
            flight.stop.abort();
          },
        );
        callers.forEach((caller, index) => {
          const part = parts[index];
          if (part !== undefined) caller.respond(part);
        });
      },
      (error: unknown) => {
        for (const caller of take(key, flight)) caller.fail(error);
      },
    );
    return flight;
  };

  const leave = (key: string, flight: Flight, caller: Caller): void => {
    if (!flight.callers.delete(caller)) return;
    caller.fail(wireError(caller.request, { kind: 'aborted' }));
    if (flight.callers.size > 0) return;
    if (flights.get(key) === flight) flights.delete(key);
    flight.stop.abort();
  };

  return {
    send: async (request) => {
      if (request.method !== 'GET') return transport.send(request);
      if (request.signal?.aborted === true) throw wireError(request, { kind: 'aborted' });
      // Polling can join a foreground request but not vice versa, because a background request may be far
      // back in the queue.
      const same = `${request.writeNumber ?? 0} ${requestKey(request)}`;
      const own = `${request.priority ?? 'foreground'} ${same}`;
      const urgent = `foreground ${same}`;
      const key = flights.has(urgent) ? urgent : own;
      const running = flights.get(key);
      if (running !== undefined) counters.of(request.url).shared += 1;
      const flight = running ?? start(key, request);
      const { signal } = request;
      let onAbort: () => void = () => undefined;
      try {
        return await new Promise<WireResponse>((resolve, reject) => {
          const caller: Caller = { request, respond: resolve, fail: reject };
          onAbort = () => {
            leave(key, flight, caller);
          };
          signal?.addEventListener('abort', onAbort, { once: true });
          flight.callers.add(caller);
        });
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
  };
}
