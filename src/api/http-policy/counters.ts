/** What was asked of one host since the start, and what is under way. */
export interface HostTraffic {
  readonly host: string;
  /** Requests that went over the wire. */
  readonly requests: number;
  /** Of these, answered with "unchanged", so that the answer came from the cache. */
  readonly fromCache: number;
  /** Calls that got the answer of another one's request. */
  readonly shared: number;
  /** Answers 429. */
  readonly throttled: number;
  /** Requests under way now. */
  readonly inFlight: number;
  /** Requests in the queue now. */
  readonly waiting: number;
  /** Until when the server asked for silence, in Unix milliseconds; undefined where it did not, or that is over. */
  readonly heldUntil: number | undefined;
}

type Counted = { -readonly [K in Exclude<keyof HostTraffic, 'host'>]: HostTraffic[K] };

/** Counts by host. Hosts are few: those of the accounts. */
export class TrafficCounters {
  readonly #hosts = new Map<string, Counted>();

  /** The counters of the host of an address, to be changed by who counts. */
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

  /** Plain data of this moment, for people. */
  snapshot(now: number): readonly HostTraffic[] {
    return [...this.#hosts].map(([host, counted]) => ({
      host,
      ...counted,
      heldUntil: counted.heldUntil !== undefined && counted.heldUntil > now ? counted.heldUntil : undefined,
    }));
  }
}
