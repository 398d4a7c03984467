import type { Client } from '../../../api/client';
import type { Transport, WireResponse } from '../../../api/transport';
import { readUpload } from '../../../app/shared/uploads';
import { ignoreError } from '../../../base/background';
import { t } from '../../../base/localize';
import { imageTypeOf } from '../../../domain/shared/image-format';
import { outwardLink } from '../../../presentation/shared/external-link';
import { uploadAt } from '../../../presentation/shared/markdown/uploads';

/** Maximum size of an image, in bytes. */
const MAX_SIZE = 5_000_000;
const MAX_REDIRECTS = 3;
/** Maximum number of uploads that are kept in memory, for pages that are shown again. */
const MAX_KEPT = 8;
const ACCEPT = 'image/png, image/jpeg, image/gif, image/webp';

export type FetchedImage = { readonly data: string } | { readonly problem: string };

/**
 * Loads images from one server: uploads of its projects with the account, through the API, and other images
 * without it.
 */
export class PanelImages {
  readonly #transport: Transport;
  readonly #base: string;
  readonly #client: (() => Client) | undefined;
  /** The latest uploads, so that each is requested once. */
  readonly #uploads = new Map<string, Promise<Buffer | 'too-large' | undefined>>();

  /**
   * `base`: the server's URL; images of other origins are refused. The transport must not add credentials.
   * `client`: for uploads. It sends the token only to this server.
   */
  constructor(transport: Transport, base: string, client?: () => Client) {
    this.#transport = transport;
    this.#base = base;
    this.#client = client;
  }

  /** Returns the image as a data URL, or why it isn't shown. Never rejects. */
  async fetch(address: string, signal: AbortSignal): Promise<FetchedImage> {
    try {
      const bytes = (await this.#upload(address, signal)) ?? (await this.#page(address, signal));
      if (bytes === 'elsewhere') return { problem: t("Images hosted on other servers aren't loaded.") };
      if (bytes === 'too-large') return { problem: t('The image is too large to display.') };
      const type = bytes === undefined ? undefined : imageTypeOf(bytes);
      if (bytes === undefined || type === undefined)
        return {
          problem: t("The server didn't return an image that can be displayed."),
        };
      return { data: `data:${type};base64,${bytes.toString('base64')}` };
    } catch (error) {
      ignoreError(error);
      return { problem: t("Couldn't load the image.") };
    }
  }

  /** Returns undefined for other images, and if the API doesn't return the upload, as in older servers. */
  async #upload(address: string, signal: AbortSignal): Promise<Buffer | 'too-large' | undefined> {
    const known = this.#uploads.get(address);
    if (known !== undefined) return known;
    const upload = uploadAt(address, this.#base);
    if (upload === undefined || this.#client === undefined) return undefined;
    const read = readUpload(this.#client(), upload, { signal, maxBytes: MAX_SIZE }).then(
      (bytes) => (bytes instanceof Uint8Array ? Buffer.from(bytes) : bytes),
      () => {
        this.#uploads.delete(address);
        return undefined;
      },
    );
    this.#uploads.set(address, read);
    const [oldest] = this.#uploads.keys();
    if (this.#uploads.size > MAX_KEPT && oldest !== undefined) this.#uploads.delete(oldest);
    return read;
  }

  /**
   * Follows redirects on the same origin; refuses other origins, and gives up after too many redirects.
   */
  async #page(address: string, signal: AbortSignal): Promise<Buffer | 'elsewhere' | 'too-large' | undefined> {
    let url = outwardLink(address);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      if (url === undefined || new URL(url).origin !== new URL(this.#base).origin) return 'elsewhere';
      const response = await this.#transport.send({
        method: 'GET',
        url,
        headers: { accept: ACCEPT },
        signal,
        label: 'GET image',
      });
      const next = response.header('location');
      if (response.status < 300 || response.status >= 400 || next === undefined) return bytesOf(response);
      response.cancel();
      url = outwardLink(next, url);
    }
    return 'elsewhere';
  }
}

/** Returns the body. If it is too large, the rest isn't read. */
async function bytesOf(response: WireResponse): Promise<Buffer | 'too-large' | undefined> {
  if (response.status !== 200) {
    response.cancel();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MAX_SIZE) return 'too-large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
