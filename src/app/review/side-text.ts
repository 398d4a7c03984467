import { type ErrorKind, isApiError } from '../../api/errors';
import type { ContentKind } from '../../domain/shared/file-content';
import type { MergeRequestKey } from '../shared/keys';

/** One side of a file in a diff of a merge request: what an address of it says. */
export interface SideRequest extends MergeRequestKey {
  readonly from: string;
  readonly to: string;
  readonly side: 'old' | 'new';
  readonly form: 'file' | 'rebased' | 'empty';
  readonly path: string;
}

/** What a person should know about a text: that it is not quite the file. */
export type SideNote = 'gaps' | 'conflicts' | 'not-rebased';

export interface SideText {
  /** What an editor shows. */
  readonly bytes: Uint8Array;
  readonly source: 'git' | 'server' | 'hunks' | 'nothing';
  readonly what: ContentKind;
  readonly note?: SideNote | undefined;
}

export const NO_TEXT: SideText = { bytes: new Uint8Array(), source: 'nothing', what: 'text' };

/** One pixel that cannot be seen, as PNG: the editor shows an error in the place of a picture without bytes. */
const NO_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=';
export const NO_PICTURE: SideText = {
  bytes: Uint8Array.from(Buffer.from(NO_PIXEL, 'base64')),
  source: 'nothing',
  what: 'image',
};

/** The server has no such endpoint or no such file, or gives it to nobody. */
const REFUSALS: readonly ErrorKind[] = [
  'not-found',
  'forbidden',
  'method-not-allowed',
  'not-acceptable',
  'gone',
  'not-json',
];

export const isRefusal = (error: unknown): boolean => REFUSALS.some((kind) => isApiError(error, kind));
