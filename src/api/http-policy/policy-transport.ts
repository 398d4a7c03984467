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

/**
 * Far below the limit of the real service (2,000 requests per minute); no wait exceeds the timeout of a call.
 */
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

/** Shown by a status command. Plain data. */
export interface Traffic {
  readonly hosts: readonly HostTraffic[];
  readonly cacheBytes: number;
}

export interface PolicyTransport extends Transport, Disposable {
  traffic(): Traffic;
  /** Changes some of the limits, starting with the next request. */
  setLimits(limits: Partial<PolicyLimits>): void;
  /** Discards all cached responses, for example after signing out. */
  forget(): void;
}

/**
 * A transport with the HTTP policy: coalesces equal GETs, caches JSON responses by ETag, limits requests, and
 * honors pauses requested by servers. Disposing it rejects queued requests; the underlying transport belongs
 * to its creator.
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
