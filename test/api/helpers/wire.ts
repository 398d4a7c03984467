import { ApiError } from '../../../src/api/errors';
import type { Transport, WireRequest, WireResponse } from '../../../src/api/transport';

/** A request that waits until the test responds to it. */
export interface Pending {
  readonly request: WireRequest;
  respond(status?: number, headers?: Record<string, string>, chunks?: readonly string[]): void;
}

/**
 * Returns a transport that responds only when the test calls `respond`. A canceled request fails with
 * `aborted`.
 */
export function heldWire(): Transport & { readonly pending: Pending[]; sent: number } {
  const pending: Pending[] = [];
  const wire = {
    pending,
    sent: 0,
    send: (request: WireRequest) =>
      new Promise<WireResponse>((resolve, reject) => {
        wire.sent += 1;
        const entry: Pending = {
          request,
          respond: (status = 200, headers = {}, chunks = []) => {
            pending.splice(pending.indexOf(entry), 1);
            resolve(responseOf(status, headers, chunks));
          },
        };
        pending.push(entry);
        request.signal?.addEventListener('abort', () => {
          if (pending.includes(entry)) pending.splice(pending.indexOf(entry), 1);
          reject(new ApiError({ kind: 'aborted', endpoint: request.label, host: 'h' }));
        });
      }),
  };
  return wire;
}

export function responseOf(
  status: number,
  headers: Record<string, string>,
  chunks: readonly string[],
): WireResponse {
  async function* body(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
  }
  return { status, header: (name) => headers[name.toLowerCase()], body: body(), cancel: () => undefined };
}

export const get = (path: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'GET',
  url: `https://host.example${path}`,
  headers: { accept: 'application/json' },
  label: 'GET /x',
  ...more,
});

/** Waits until pending callbacks have run. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export async function read({ body }: WireResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
