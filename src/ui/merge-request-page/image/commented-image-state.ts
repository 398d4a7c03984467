import { isCanceled } from '../../../api/errors';
import type { CommentedImage, CommentedImages } from '../../../app/discussions/commented-images';
import { background } from '../../../base/background';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/localize';
import type { Log } from '../../../base/log';
import {
  type CommentPosition,
  type ImagePlace,
  placeInImage,
  positionInImage,
} from '../../../domain/changes/positions';
import { twoNumbers } from '../../../presentation/merge-request-page/image/acts';
import type { ImageRefusal, ShownImage } from '../../../presentation/merge-request-page/image/model';
import { explain } from '../../../presentation/shared/error-messages';
import type { ImageKey } from '../../../schemas/image-key';

export interface CommentedImageStateDeps {
  readonly images: Pick<CommentedImages, 'read'>;
  readonly log: Log;
  /** Returns the place that was selected before the window was reloaded. */
  readonly storedPlace: () => ImagePlace | undefined;
}

/** The image of a page, and the place that the user selected in it. */
export class CommentedImageState implements Disposable {
  readonly #key: ImageKey;
  readonly #deps: CommentedImageStateDeps;
  readonly #changed = new Emitter<void>();
  readonly #end = new AbortController();
  #image: CommentedImage | undefined;
  #refusal: ImageRefusal | undefined;
  #failure: string | undefined;
  #place: ImagePlace | undefined;
  #isReading = false;
  /** Whether to read the image again after the current read. */
  #isOutdated = false;

  /** Fires when the page must be rendered again. */
  readonly onDidChange = this.#changed.event;

  constructor(key: ImageKey, deps: CommentedImageStateDeps) {
    this.#key = key;
    this.#deps = deps;
  }

  get shown(): ShownImage {
    if (this.#refusal !== undefined) return { kind: 'refused', refusal: this.#refusal };
    if (this.#image !== undefined) {
      const { file, side } = this.#image;
      return { kind: 'image', file, side, address: addressOf(this.#image), place: this.#place };
    }
    return this.#failure === undefined ? { kind: 'loading' } : { kind: 'failed', why: this.#failure };
  }

  get place(): ImagePlace | undefined {
    return this.#place;
  }

  get position(): CommentPosition | undefined {
    return this.#image && this.#place && positionInImage(this.#image.file, this.#place);
  }

  /** Returns an image as a `data:` URL; undefined if it is no longer the current one. */
  dataOf(address: string | undefined): string | undefined {
    const image = this.#image;
    return image !== undefined && addressOf(image) === address
      ? `data:${image.type};base64,${Buffer.from(image.bytes).toString('base64')}`
      : undefined;
  }

  /** Reads the image. The page keeps showing the previous version meanwhile, and if that fails. */
  read(): void {
    if (this.#isReading) this.#isOutdated = true;
    else background(this.#read());
  }

  /** Called when the page displays the image. `size`: its width and height. */
  displayed(size: string | undefined): void {
    const [width, height] = twoNumbers(size) ?? [0, 0];
    if (width === 0 || height === 0) {
      this.broken();
      return;
    }
    if (this.#place?.width === width && this.#place.height === height) return;
    this.#place = placeInImage({ width, height }, this.#place ?? this.#deps.storedPlace());
    this.#changed.fire();
  }

  broken(): void {
    this.#refusal = 'broken';
    this.#changed.fire();
  }

  /** Returns false for an invalid place. */
  select(value: string | undefined): boolean {
    const [x, y] = twoNumbers(value) ?? [];
    if (x === undefined || y === undefined || this.#place === undefined) return false;
    this.#place = placeInImage(this.#place, { x, y });
    this.#changed.fire();
    return true;
  }

  dispose(): void {
    this.#end.abort();
    this.#changed.dispose();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    this.#failure = undefined;
    this.#changed.fire();
    try {
      const read = await this.#deps.images.read(this.#key, { signal: this.#end.signal });
      this.#image = read.kind === 'image' ? read : undefined;
      this.#refusal = read.kind === 'image' ? undefined : read.problem;
    } catch (error) {
      if (isCanceled(error)) return;
      if (error instanceof Error) this.#deps.log.error(error.stack ?? error.message);
      this.#failure = t("Couldn't load the image. {0}", explain(error).why);
    } finally {
      this.#isReading = false;
    }
    if (this.#end.signal.aborted) return;
    this.#changed.fire();
    if (!this.#isOutdated) return;
    this.#isOutdated = false;
    await this.#read();
  }
}

/**
 * Returns a name that identifies the content: its side and commit. The path isn't necessary, because a page shows only
 * one image.
 */
const addressOf = ({ file: { refs }, side }: CommentedImage): string =>
  `${side}-${side === 'old' ? refs.base : refs.head}`;
