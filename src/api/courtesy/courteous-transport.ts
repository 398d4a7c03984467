import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Transport } from '../transport';
import { TrafficCounters, type HostTraffic } from './counters';
import { cacheTransport, etagEntries } from './etag-cache';
import { limitTransport } from './limiter';
import type { QueueLimits } from './origin-queue';
import { shareTransport } from './share';

export interface CourtesyLimits extends QueueLimits {
  /** What the cache of JSON answers holds at most, in bytes. */
  readonly cacheBytes: number;
}

/** Far below what the real service allows (2,000 requests a minute), and no wait longer than a call may take. */
const DEFAULT_LIMITS: CourtesyLimits = {
  inFlight: 6,
  perMinute: 300,
  longestPauseMs: 30_000,
  cacheBytes: 16 * 1024 * 1024,
};

export interface CourtesyOptions {
  readonly clock: Clock;
  readonly limits?: Partial<CourtesyLimits> | undefined;
}

/** What a status command can show. Plain data. */
export interface Traffic {
  readonly hosts: readonly HostTraffic[];
  readonly cacheBytes: number;
}

export interface CourteousTransport extends Transport, Disposable {
  traffic(): Traffic;
  /** Changes some of the limits; they hold from the next request on. */
  setLimits(limits: Partial<CourtesyLimits>): void;
  /** Forgets every answer that was kept, such as after signing out. */
  forget(): void;
}

/**
 * A transport that treats its servers with courtesy: the same GET at the same time goes out once, unchanged JSON is
 * not sent again, few requests are under way at a time, and a pause that a server asks for is kept. Disposing it
 * sends away who waits; the transport below belongs to who made it.
 */
export function createCourteousTransport(wire: Transport, options: CourtesyOptions): CourteousTransport {
  let limits: CourtesyLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const counters = new TrafficCounters();
  const entries = etagEntries(limits.cacheBytes);
  const limited = limitTransport(wire, { clock: options.clock, limits: () => limits, counters });
  const transport = shareTransport(cacheTransport(limited, { entries, counters }), counters);
  return {
    send: (request) => transport.send(request),
    traffic: () => ({ hosts: counters.snapshot(options.clock.now()), cacheBytes: entries.bytes }),
    setLimits: (changed) => {
      limits = { ...limits, ...changed };
      entries.limit = limits.cacheBytes;
    },
    forget: () => {
      entries.clear();
    },
    dispose: () => {
      entries.clear();
      limited.dispose();
    },
  };
}
