/** Requests of one kind, such as `GET /projects/:id/jobs`: never an address with values. */
export interface EndpointTraffic {
  readonly endpoint: string;
  readonly requests: number;
  /** Of these, answered with "unchanged". */
  readonly fromCache: number;
  /** Answers 429. */
  readonly throttled: number;
}

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
      endpoints: new Map(),
    };
    this.#hosts.set(host, fresh);
    return fresh;
  }

  /** Counts a request for its host and its endpoint. Endpoints are few: those of the client. */
  count({ url, label }: Sent, what: keyof CountedEndpoint): void {
    const host = this.of(url);
    const endpoint = host.endpoints.get(label) ?? { requests: 0, fromCache: 0, throttled: 0 };
    host.endpoints.set(label, endpoint);
    host[what] += 1;
    endpoint[what] += 1;
  }

  /** Plain data of this moment, for people. */
  snapshot(now: number): readonly HostTraffic[] {
    return [...this.#hosts].map(([host, counted]) => ({
      host,
      ...counted,
      endpoints: [...counted.endpoints].map(([endpoint, counts]) => ({ endpoint, ...counts })),
      heldUntil: counted.heldUntil !== undefined && counted.heldUntil > now ? counted.heldUntil : undefined,
    }));
  }
}
