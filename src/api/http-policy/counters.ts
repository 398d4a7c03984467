/** Request statistics of one host since the start. */
export interface HostTraffic {
  readonly host: string;
  /** Requests that were sent over the network. */
  readonly requests: number;
  /** Requests with the response "not modified", so that the result came from the cache. */
  readonly fromCache: number;
  /** Calls that shared the response of another call's request. */
  readonly shared: number;
  /** Responses with status 429. */
  readonly throttled: number;
  /** Requests in progress. */
  readonly inFlight: number;
  /** Requests in the queue. */
  readonly waiting: number;
  /**
   * End of the pause that the server requested, in Unix milliseconds; undefined if there is none or it is
   * over.
   */
  readonly heldUntil: number | undefined;
}

type Counted = { -readonly [K in Exclude<keyof HostTraffic, 'host'>]: HostTraffic[K] };

/** Statistics by host. There are few hosts: those of the accounts. */
export class TrafficCounters {
  readonly #hosts = new Map<string, Counted>();

  /** Returns the mutable statistics of a URL's host. */
  of(url: string): Counted {
    const { host } = new URL(url);
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    const fresh: Counted = {
      requests: 0,
      fromCache: 0,
      shared: 0,
      throttled: 0,
      inFlight: 0,
      waiting: 0,
      heldUntil: undefined,
    };
    this.#hosts.set(host, fresh);
    return fresh;
  }

  /** Returns a snapshot as plain data. */
  snapshot(now: number): readonly HostTraffic[] {
    return [...this.#hosts].map(([host, counted]) => ({
      host,
      ...counted,
      heldUntil: counted.heldUntil !== undefined && counted.heldUntil > now ? counted.heldUntil : undefined,
    }));
  }
}
