import { type ErrorKind, isApiError } from '../../../api/errors';
import type { ContentKind } from '../../../domain/shared/file-content';
import type { MergeRequestKey } from '../../shared/keys';

/** One side of a file in the diff of a merge request, as encoded in its URI. */
export interface SideRequest extends MergeRequestKey {
  readonly from: string;
  readonly to: string;
  readonly side: 'old' | 'new';
  readonly form: 'file' | 'rebased' | 'empty';
  readonly path: string;
}

/** Why a text differs from the actual file. */
export type SideNote = 'gaps' | 'conflicts' | 'not-rebased';

export interface SideText {
  /** The content for the editor. */
  readonly bytes: Uint8Array;
  readonly source: 'git' | 'server' | 'hunks' | 'nothing';
  readonly what: ContentKind;
  /** Number of bytes of a file that isn't text; undefined if it isn't known. */
  readonly size?: number | undefined;
  readonly note?: SideNote | undefined;
}

export const NO_TEXT: SideText = { bytes: new Uint8Array(), source: 'nothing', what: 'text' };

/** A transparent pixel as PNG, because the editor shows an error for an empty image. */
const NO_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=';
export const EMPTY_IMAGE: SideText = {
  bytes: Uint8Array.from(Buffer.from(NO_PIXEL, 'base64')),
  source: 'nothing',
  what: 'image',
};

/** The server doesn't have the endpoint or file, or denies access. */
const REFUSALS: readonly ErrorKind[] = [
  'not-found',
  'forbidden',
  'method-not-allowed',
  'not-acceptable',
  'gone',
  'not-json',
];

export const isRefusal = (error: unknown): boolean => REFUSALS.some((kind) => isApiError(error, kind));
