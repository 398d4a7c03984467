import type { CallOptions } from '../../api/client';
import { type CommentableFile, type Side, sideOfWholeFile } from '../../domain/changes/positions';
import { imageTypeOf } from '../../domain/shared/image-format';
import type { ImageKey } from '../../schemas/image-key';
import type { CommentableFiles } from '../changes/commentable-files';
import type { SideContent } from '../changes/sides/side-content';

/** Maximum size of an image, in bytes. */
const MAX_SIZE = 10_000_000;

/** Why comments on a place in a file aren't possible. `unavailable`: the server doesn't return the file. */
type ImageProblem = 'unchanged' | 'lfs' | 'too-large' | 'format' | 'unavailable';

/** An image in the latest version of a merge request. `side`: `old` if the merge request deletes the image. */
export interface CommentedImage {
  readonly kind: 'image';
  readonly file: CommentableFile;
  readonly side: Side;
  readonly path: string;
  /** The media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

interface CommentedImageDeps {
  readonly frames: Pick<CommentableFiles, 'ofFile'>;
  readonly content: Pick<SideContent, 'read'>;
}

/** Reads changed images, to comment on places in them. */
export class CommentedImages {
  readonly #deps: CommentedImageDeps;

  constructor(deps: CommentedImageDeps) {
    this.#deps = deps;
  }

  /** Returns the new image, or the old one if it was deleted. Rejects if a request fails. */
  async read(
    { path, ...key }: ImageKey,
    options?: CallOptions,
  ): Promise<CommentedImage | { readonly kind: 'problem'; readonly problem: ImageProblem }> {
    const file = await this.#deps.frames.ofFile(key, path, options);
    if (file === undefined) return { kind: 'problem', problem: 'unchanged' };
    const { refs, diff } = file;
    const side = sideOfWholeFile(diff);
    const shown = { side, path: side === 'old' ? diff.oldPath : diff.newPath };
    const request = { ...key, ...shown, from: refs.base, to: refs.head, form: 'file' } as const;
    const { what, note, bytes } = await this.#deps.content.read(request, options);
    if (what === 'too-large' || bytes.length > MAX_SIZE) return { kind: 'problem', problem: 'too-large' };
    if (what === 'lfs') return { kind: 'problem', problem: 'lfs' };
    const type = imageTypeOf(bytes);
    if (type !== undefined) return { kind: 'image', file, ...shown, type, bytes };
    return { kind: 'problem', problem: note === undefined ? 'format' : 'unavailable' };
  }
}
