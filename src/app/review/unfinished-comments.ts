import type { Side } from '../../domain/review/positions';
import { unfinishedCommentsSchema } from '../../schemas/stored-comments';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';
import type { Said } from './comment-outbox';

/** Above so many, or so many characters, the oldest are forgotten. */
const MAX = 50;
const MAX_TEXT = 200_000;

/** Where something is being written. Plain data; `name` tells places apart. */
export interface UnfinishedPlace {
  readonly mergeRequest: MergeRequestKey;
  readonly name: string;
}

/** The lines that a comment box was opened on, as far as they are known. */
export interface BoxLines {
  /** Path of the file on this side. */
  readonly path: string;
  readonly side: Side;
  /** From 1, the last one included. */
  readonly start: number;
  readonly end: number;
}

export interface Unfinished extends UnfinishedPlace {
  readonly text: string;
  /** Only of a comment box in a diff. `closed`: the user closed the box. */
  readonly box?: (BoxLines & { readonly closed: boolean }) | undefined;
}

/** A comment, a thread, or an answer on a merge request as a whole. */
export const unfinishedPlace = (
  mergeRequest: MergeRequestKey,
  { thread, discussion }: Pick<Said, 'thread' | 'discussion'>,
): UnfinishedPlace => ({
  mergeRequest,
  name: discussion === undefined ? (thread === true ? 'thread' : 'comment') : `reply ${discussion}`,
});

/** What was typed and not sent yet: it survives Escape, closing, and the end of the session. */
export class UnfinishedComments extends StoredValue<readonly Unfinished[]> {
  constructor(memory: KeyValueStore) {
    super(memory, 'unfinished-comments', parse);
  }

  get(place: UnfinishedPlace): Unfinished | undefined {
    return this.current.find((item) => isAt(item, place));
  }

  /** Of a merge request, the oldest first. */
  list(key: MergeRequestKey): readonly Unfinished[] {
    return this.current.filter(({ mergeRequest }) => mergeRequestId(mergeRequest) === mergeRequestId(key));
  }

  /** Keeps the text of a place; blank text is none. */
  async put({ mergeRequest, name }: UnfinishedPlace, text: string, box?: Unfinished['box']): Promise<void> {
    const others = this.current.filter((item) => !isAt(item, { mergeRequest, name }));
    if (text.trim() === '' && others.length === this.current.length) return;
    const item = { mergeRequest, name, text, ...(box === undefined ? {} : { box }) };
    await this.#save(text.trim() === '' ? others : [...others, item]);
  }

  async remove(place: UnfinishedPlace): Promise<void> {
    await this.put(place, '');
  }

  #save(items: readonly Unfinished[]): Promise<void> {
    let left = MAX_TEXT;
    const kept = items
      .slice(-MAX)
      .reverse()
      .filter(({ text }, index) => {
        left -= text.length;
        return index === 0 || left >= 0;
      })
      .reverse();
    return this.set(kept);
  }
}

const parse = (stored: unknown): readonly Unfinished[] =>
  unfinishedCommentsSchema
    .parse(stored)
    .map(({ box, ...comment }) => ({ ...comment, ...(box === undefined ? {} : { box }) }));

const isAt = (item: UnfinishedPlace, place: UnfinishedPlace): boolean =>
  item.name === place.name && mergeRequestId(item.mergeRequest) === mergeRequestId(place.mergeRequest);
