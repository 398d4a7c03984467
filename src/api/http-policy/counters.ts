/** Requests of one kind, such as `GET /projects/:id/jobs`; never a URL with values. */
export interface EndpointTraffic {
  readonly endpoint: string;
  readonly requests: number;
  /** Requests with the response "not modified". */
  readonly fromCache: number;
  /** Responses with status 429. */
  readonly throttled: number;
}

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
   * End of the pause that the server requested, in Unix milliseconds; undefined if there is none or it has
   * ended.
   */
  readonly heldUntil: number | undefined;
  /** Like the pause of the server, but including pauses of single endpoints. */
  readonly pausedUntil: number | undefined;
  readonly endpoints: readonly EndpointTraffic[];
}

type CountedEndpoint = { -readonly [K in Exclude<keyof EndpointTraffic, 'endpoint'>]: EndpointTraffic[K] };
type Counted = { -readonly [K in Exclude<keyof HostTraffic, 'host' | 'endpoints'>]: HostTraffic[K] } & {
  readonly endpoints: Map<string, CountedEndpoint>;
};
interface Sent {
  readonly url: string;
  /** Method and path pattern. */
  readonly label: string;
}

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
      pausedUntil: undefined,
      endpoints: new Map(),
    };
    this.#hosts.set(host, fresh);
    return fresh;
  }

  /** Counts a request for its host and its endpoint. There are few endpoints: those of the client. */
  count({ url, label }: Sent, what: keyof CountedEndpoint): void {
    const host = this.of(url);
    const endpoint = host.endpoints.get(label) ?? { requests: 0, fromCache: 0, throttled: 0 };
    host.endpoints.set(label, endpoint);
    host[what] += 1;
    endpoint[what] += 1;
  }

  /** Returns a snapshot as plain data. */
  snapshot(now: number): readonly HostTraffic[] {
    return [...this.#hosts].map(([host, counted]) => ({
      host,
      ...counted,
      endpoints: [...counted.endpoints].map(([endpoint, counts]) => ({ endpoint, ...counts })),
      heldUntil: unlessEnded(counted.heldUntil, now),
      pausedUntil: unlessEnded(counted.pausedUntil, now),
    }));
  }
}

const unlessEnded = (until: number | undefined, now: number): number | undefined =>
  until !== undefined && until > now ? until : undefined;
