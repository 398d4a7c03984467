import type { Transport, WireResponse } from '../api/transport';
import { t } from '../base/localize';
import { outwardLink } from '../presentation/shared/external-link';

/** Largest image that is shown, in bytes. */
const MAX_SIZE = 5_000_000;
const MAX_REDIRECTS = 3;
/** Pictures that are only pictures: an SVG could hold a script. */
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export type FetchedImage = { readonly data: string } | { readonly problem: string };

/** Fetches images of one server for a page that a person asked to see them on, without any account. */
export class PanelImages {
  readonly #transport: Transport;
  readonly #origin: string;

  /** `base` is the server's address: images of other origins are refused. The transport adds no secret by itself. */
  constructor(transport: Transport, base: string) {
    this.#transport = transport;
    this.#origin = new URL(base).origin;
  }

  /** The image as a data: address, or why it is not shown. Never throws. */
  async fetch(address: string, signal: AbortSignal): Promise<FetchedImage> {
    try {
      const response = await this.#ask(address, signal);
      if (response === undefined) return { problem: t("Images hosted on other servers aren't loaded.") };
      const type = (response.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      if (response.status !== 200 || !TYPES.includes(type)) {
        response.cancel();
        return {
          problem: t("The server didn't return an image that can be displayed. Open it in the browser."),
        };
      }
      const bytes = await bytesOf(response);
      if (bytes === undefined) return { problem: t('The image is too large to display.') };
      return { data: `data:${type};base64,${bytes.toString('base64')}` };
    } catch {
      return { problem: t("Couldn't load the image.") };
    }
  }

  /** Follows redirects on the same origin; undefined where the way leads to another. */
  async #ask(address: string, signal: AbortSignal): Promise<WireResponse | undefined> {
    let url = outwardLink(address);
    for (let asked = 0; asked <= MAX_REDIRECTS; asked++) {
      if (url === undefined || new URL(url).origin !== this.#origin) return undefined;
      const response = await this.#transport.send({
        method: 'GET',
        url,
        headers: { accept: TYPES.join(', ') },
        signal,
        label: 'GET image',
      });
      const next = response.header('location');
      if (response.status < 300 || response.status >= 400 || next === undefined) return response;
      response.cancel();
      url = outwardLink(next, url);
    }
    return undefined;
  }
}

/** The whole body; undefined, and the rest not read, where it is larger than an image may be. */
async function bytesOf(response: WireResponse): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MAX_SIZE) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
