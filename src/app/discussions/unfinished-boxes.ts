import { ignoreFailure } from '../../base/background';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { BoxLines, Unfinished, UnfinishedComments } from './unfinished-comments';

/** The lines of the comment box for a new thread. */
export interface BoxPlace extends BoxLines {
  readonly mergeRequest: MergeRequestKey;
}

/**
 * Texts in the comment boxes of new threads, stored until they are sent or deleted. Each box has an ID; a box
 * that is opened again has a new one.
 */
export class UnfinishedBoxes {
  readonly #texts: UnfinishedComments;
  readonly #open = new Map<string, BoxPlace>();
  /** The IDs of all boxes of this session. */
  readonly #known = new Set<string>();

  constructor(texts: UnfinishedComments) {
    this.#texts = texts;
  }

  /** Adds a box that was opened. Returns the stored text for an empty box. */
  open(id: string, place: BoxPlace, text: string): string | undefined {
    const kept = this.#ofFile(place).filter((item) => !this.#open.has(idOf(item)));
    const found =
      text === ''
        ? kept.findLast(({ box }) => box?.closed !== true || isSame(box, place))
        : // VS Code restored a box with its text.
          kept.findLast((item) => item.text === text);
    this.track(id, text === '' ? place : { ...place, ...found?.box });
    if (found !== undefined) ignoreFailure(this.#texts.remove(found));
    this.type(id, found?.text ?? text);
    return text === '' ? found?.text : undefined;
  }

  /** Adds a box that was opened with an initial text. */
  track(id: string, place: BoxPlace): void {
    this.#open.set(id, place);
    this.#known.add(id);
  }

  /** Stores the current text of a box. Removes it if the text is empty. */
  type(id: string, text: string): void {
    const place = this.#open.get(id);
    if (place !== undefined) this.#put(id, place, text, false);
  }

  /** Marks a box as closed by the user. Its text is then only used for a box on the same lines. */
  close(id: string): void {
    const place = this.#open.get(id);
    this.#open.delete(id);
    if (place !== undefined) this.#closeAt(id, place);
  }

  /** Removes a box that was closed with its diff. VS Code restores it with the diff. */
  leave(id: string): void {
    this.#open.delete(id);
  }

  /** Corrects the lines of a closed box. */
  move(id: string, place: BoxPlace): void {
    this.#closeAt(id, place);
  }

  /** Removes a text that was sent or is now in another box. */
  forget(file: Pick<BoxPlace, 'mergeRequest' | 'path'>, text: string): void {
    for (const item of this.#ofFile(file)) if (item.text === text) ignoreFailure(this.#texts.remove(item));
  }

  /** Texts on a file from earlier sessions, in boxes that weren't closed. */
  left(file: Pick<BoxPlace, 'mergeRequest' | 'path'>): readonly Unfinished[] {
    return this.#ofFile(file).filter((item) => item.box?.closed !== true && !this.#known.has(idOf(item)));
  }

  #ofFile({ mergeRequest, path }: Pick<BoxPlace, 'mergeRequest' | 'path'>): readonly Unfinished[] {
    return this.#texts.list(mergeRequest).filter(({ box }) => box?.path === path);
  }

  #closeAt(id: string, place: BoxPlace): void {
    const file = this.#ofFile(place);
    const item = file.find((each) => idOf(each) === id);
    if (item === undefined) return;
    for (const each of file)
      if (each !== item && each.box?.closed === true && isSame(each.box, place))
        ignoreFailure(this.#texts.remove(each));
    this.#put(id, place, item.text, true);
  }

  #put(id: string, { mergeRequest, path, side, start, end }: BoxPlace, text: string, closed: boolean): void {
    const box = { path, side, start, end, closed };
    ignoreFailure(this.#texts.put({ mergeRequest, name: nameOf(id) }, text, { box }));
  }
}

const PREFIX = 'box ';
const nameOf = (id: string): string => `${PREFIX}${id}`;
const idOf = ({ name }: Unfinished): string => name.slice(PREFIX.length);

const isSame = (one: BoxLines, other: BoxLines): boolean =>
  one.side === other.side && one.start === other.start && one.end === other.end;

/** True if two places are in the same file of the same merge request. */
export const isSameFile = (one: BoxPlace, other: BoxPlace): boolean =>
  one.path === other.path && mergeRequestId(one.mergeRequest) === mergeRequestId(other.mergeRequest);
