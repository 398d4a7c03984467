/** The state of a client's rate limit. `wait` is in seconds, `now` in Unix milliseconds. */
export interface Rate {
  readonly limit: number;
  readonly observed: number;
  readonly wait: number;
  readonly now: number;
}

/** The headers of normal responses (server-behavior.md#rate-limit-headers). */
export function ordinaryRateHeaders({ limit, observed, wait, now }: Rate): Record<string, string> {
  return {
    'RateLimit-Name': 'throttle_authenticated_api',
    'RateLimit-Limit': String(limit),
    'RateLimit-Observed': String(observed),
    'RateLimit-Remaining': String(Math.max(0, limit - observed)),
    'RateLimit-Reset': String(Math.floor(now / 1000) + wait),
  };
}

/** The headers of rate-limited responses (server-behavior.md#rate-limit-headers). */
export function rateHeaders(rate: Rate): Record<string, string> {
  const reset = Math.floor(rate.now / 1000) + rate.wait;
  return {
    ...ordinaryRateHeaders(rate),
    'RateLimit-ResetTime': new Date(reset * 1000).toUTCString(),
    'Retry-After': String(rate.wait),
  };
}
