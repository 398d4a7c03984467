import { unheeded } from '../../base/log-failure';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { BoxLines, Unfinished, UnfinishedComments } from './unfinished-comments';

/** The lines that the comment box of a new thread was opened on. */
export interface BoxPlace extends BoxLines {
  readonly mergeRequest: MergeRequestKey;
}

/**
 * What is typed in the comment boxes of new threads, kept until it is sent or deleted. Each box has an ID; a box that is
 * opened again has another one.
 */
export class UnfinishedBoxes {
  readonly #texts: UnfinishedComments;
  readonly #open = new Map<string, BoxPlace>();
  /** The IDs of all boxes of this session. */
  readonly #known = new Set<string>();

  constructor(texts: UnfinishedComments) {
    this.#texts = texts;
  }

  /** A box was opened. Returns the kept text that an empty one starts with. */
  open(id: string, place: BoxPlace, text: string): string | undefined {
    const kept = this.#ofFile(place).filter((item) => !this.#open.has(idOf(item)));
    const found =
      text === ''
        ? kept.findLast(({ box }) => box?.closed !== true || isSame(box, place))
        : // VS Code opened a box again, with its text.
          kept.findLast((item) => item.text === text);
    this.track(id, text === '' ? place : { ...place, ...found?.box });
    if (found !== undefined) unheeded(this.#texts.remove(found));
    this.type(id, found?.text ?? text);
    return text === '' ? found?.text : undefined;
  }

  /** A box was opened that starts with a text of its own. */
  track(id: string, place: BoxPlace): void {
    this.#open.set(id, place);
    this.#known.add(id);
  }

  /** What a box holds now. An empty one is forgotten. */
  type(id: string, text: string): void {
    const place = this.#open.get(id);
    if (place !== undefined) this.#put(id, place, text, false);
  }

  /** The user closed a box. From now on, its text belongs into a box on the same lines only. */
  close(id: string): void {
    const place = this.#open.get(id);
    this.#open.delete(id);
    if (place !== undefined) this.#closeAt(id, place);
  }

  /** A box disappeared together with its diff. VS Code opens it again with the diff. */
  leave(id: string): void {
    this.#open.delete(id);
  }

  /** Corrects the lines of a box that was closed. */
  move(id: string, place: BoxPlace): void {
    this.#closeAt(id, place);
  }

  /** The text of a box was sent, or is in another box now. */
  forget(file: Pick<BoxPlace, 'mergeRequest' | 'path'>, text: string): void {
    for (const item of this.#ofFile(file)) if (item.text === text) unheeded(this.#texts.remove(item));
  }

  /** What was typed on a file in earlier sessions, in boxes that were not closed. */
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
        unheeded(this.#texts.remove(each));
    this.#put(id, place, item.text, true);
  }

  #put(id: string, { mergeRequest, path, side, start, end }: BoxPlace, text: string, closed: boolean): void {
    const box = { path, side, start, end, closed };
    unheeded(this.#texts.put({ mergeRequest, name: nameOf(id) }, text, box));
  }
}

const PREFIX = 'box ';
const nameOf = (id: string): string => `${PREFIX}${id}`;
const idOf = ({ name }: Unfinished): string => name.slice(PREFIX.length);

const isSame = (one: BoxLines, other: BoxLines): boolean =>
  one.side === other.side && one.start === other.start && one.end === other.end;

/** Whether two places are in the same file of the same merge request. */
export const isSameFile = (one: BoxPlace, other: BoxPlace): boolean =>
  one.path === other.path && mergeRequestId(one.mergeRequest) === mergeRequestId(other.mergeRequest);
