import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Transport } from '../transport';
import { type HostTraffic, TrafficCounters } from './counters';
import { cacheEntries, cacheTransport, DEFAULT_CACHE_BYTES } from './http-cache';
import type { QueueLimits } from './origin-queue';
import { limitTransport } from './rate-limiter';
import { coalesceRequests } from './request-coalescing';

export interface PolicyLimits extends QueueLimits {
  /** Maximum size of the HTTP cache, in bytes. */
  readonly cacheBytes: number;
}

/** Far below what the real service allows (2,000 requests a minute), and no wait longer than a call may take. */
const DEFAULT_LIMITS: PolicyLimits = {
  inFlight: 6,
  perMinute: 300,
  longestPauseMs: 30_000,
  cacheBytes: DEFAULT_CACHE_BYTES,
};

export interface PolicyOptions {
  readonly clock: Clock;
  readonly limits?: Partial<PolicyLimits> | undefined;
}

/** What a status command can show. Plain data. */
export interface Traffic {
  readonly hosts: readonly HostTraffic[];
  readonly cacheBytes: number;
}

export interface PolicyTransport extends Transport, Disposable {
  traffic(): Traffic;
  /** Changes some of the limits; they hold from the next request on. */
  setLimits(limits: Partial<PolicyLimits>): void;
  /** Forgets every answer that was kept, such as after signing out. */
  forget(): void;
}

/**
 * A transport with the HTTP policy: coalesces equal GETs, caches JSON responses by ETag, limits requests, and waits as
 * long as a server asks for. Disposing it rejects queued requests; the transport below belongs to its creator.
 */
export function createPolicyTransport(wire: Transport, options: PolicyOptions): PolicyTransport {
  let limits: PolicyLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const counters = new TrafficCounters();
  const entries = cacheEntries(limits.cacheBytes);
  const limited = limitTransport(wire, { clock: options.clock, limits: () => limits, counters });
  const transport = coalesceRequests(cacheTransport(limited, { entries, counters }), counters);
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
