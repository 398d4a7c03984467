/**
 * Maximum duration of a pause of an endpoint, in milliseconds: a server with a wrong clock must not block it for a
 * day.
 */
const MAX_ENDPOINT_MS = 3_600_000;
/** Maximum duration of a pause of an origin, in milliseconds, after which one request checks whether it has ended. */
const MAX_ORIGIN_MS = 60_000;

/**
 * The pauses that a server requested. A response pauses only its endpoint, because servers limit some endpoints
 * separately. If a second endpoint is paused at the same time, the whole origin is. After the pause of an origin, one
 * request (the probe) is sent before the others.
 */
export class RequestPauses {
  /** Ends of pauses by endpoint, in Unix milliseconds. */
  readonly #endpoints = new Map<string, number>();
  #origin = 0;
  /** The request that checks whether the pause of the origin has ended: not needed, not sent yet, or sent. */
  #probe: 'none' | 'due' | object = 'none';

  /** End of the pause of the origin, in Unix milliseconds; 0 if there was none. */
  get originUntil(): number {
    return this.#origin;
  }

  /** End of the longest pause, in Unix milliseconds; 0 if there was none. */
  get until(): number {
    return Math.max(this.#origin, ...this.#endpoints.values());
  }

  /** True if some requests have to wait. */
  isActive(now: number): boolean {
    for (const [endpoint, until] of this.#endpoints) if (until <= now) this.#endpoints.delete(endpoint);
    return this.#endpoints.size > 0 || this.#probe !== 'none' || this.#origin > now;
  }

  /** Milliseconds until requests to an endpoint can be sent. */
  left(endpoint: string, now: number): number {
    return Math.max(this.#origin, this.#endpoints.get(endpoint) ?? 0) - now;
  }

  /** True while only the probe may be sent, and it was sent. */
  get isProbing(): boolean {
    return typeof this.#probe === 'object';
  }

  /** Called when a request is sent, which becomes the probe if one is due. */
  sent(request: object): void {
    if (this.#probe === 'due') this.#probe = request;
  }

  /** Called with the pause that the response requests, if any. Never shortens an earlier pause. */
  answered(request: object, endpoint: string, ms: number | undefined, now: number): void {
    const isProbe = this.#probe === request;
    if (isProbe) this.#probe = 'none';
    if (ms === undefined || ms <= 0) return;
    const others = [...this.#endpoints].some(([name, until]) => name !== endpoint && until > now);
    const until = now + Math.min(ms, MAX_ENDPOINT_MS);
    this.#endpoints.set(endpoint, Math.max(this.#endpoints.get(endpoint) ?? 0, until));
    if (!isProbe && !others) return;
    this.#origin = Math.max(this.#origin, now + Math.min(ms, MAX_ORIGIN_MS));
    this.#probe = 'due';
  }

  /** Called when a request ended without a response. */
  failed(request: object): void {
    if (this.#probe === request) this.#probe = 'none';
  }
}
