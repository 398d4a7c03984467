import type { IncomingHttpHeaders } from 'node:http';
import { plainText, type Reply } from '../http/reply';
import { ordinaryRateHeaders, type Rate, rateHeaders } from './rate-headers';

const MINUTE = 60_000;

interface Window {
  begin: number;
  count: number;
}

/**
 * Limits the number of requests per minute and client (server-behavior.md#throttling). Uses real time
 * regardless of the world's speed, because clients wait according to their own clocks. `advance` also
 * advances this time.
 */
export class Throttle {
  readonly #limit: number;
  readonly #windows = new Map<string, Window>();
  #skipped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  advance(ms: number): void {
    this.#skipped += ms;
  }

  clear(): void {
    this.#windows.clear();
    this.#skipped = 0;
  }

  /**
   * Counts a request. Returns the error response if the limit is exceeded, otherwise the headers for the
   * response.
   */
  count(
    headers: IncomingHttpHeaders,
  ): { readonly refused: Reply } | { readonly headers: Record<string, string> } {
    const now = Date.now() + this.#skipped;
    const window = this.#windowOf(clientIdOf(headers), now);
    window.count++;
    const wait = Math.max(1, Math.ceil((window.begin + MINUTE - now) / 1000));
    const rate: Rate = { limit: this.#limit, observed: window.count, wait, now };
    if (window.count <= this.#limit) return { headers: ordinaryRateHeaders(rate) };
    return { refused: { ...plainText('Retry later\n', rateHeaders(rate)), status: 429 } };
  }

  #windowOf(who: string, now: number): Window {
    for (const [key, { begin }] of this.#windows) if (now - begin >= MINUTE) this.#windows.delete(key);
    const window = this.#windows.get(who) ?? { begin: now, count: 0 };
    this.#windows.set(who, window);
    return window;
  }
}

const clientIdOf = (headers: IncomingHttpHeaders): string =>
  String(headers['private-token'] ?? headers['job-token'] ?? headers.authorization ?? 'nobody');
