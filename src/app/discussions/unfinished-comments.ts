import type { ImagePlace, Side } from '../../domain/changes/positions';
import { unfinishedCommentsSchema } from '../../schemas/stored/comments';
import type { Verdict } from '../../schemas/verdict';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';

/**
 * Maximum number of comments, and of characters of all comments. The oldest are removed first; the latest is
 * always kept.
 */
const MAX = 50;
const MAX_TEXT = 200_000;

/** Place where a comment is being written. Plain data; `name` identifies the place within the merge request. */
export interface UnfinishedPlace {
  readonly mergeRequest: MergeRequestKey;
  readonly name: string;
}

/** The lines of a comment box, if they are known. */
export interface BoxLines {
  /** Path of the file on this side. */
  readonly path: string;
  readonly side: Side;
  /** Starts at 1; `end` is inclusive. */
  readonly start: number;
  readonly end: number;
}

export interface Unfinished extends UnfinishedPlace {
  readonly text: string;
  /** For an edit of a comment: the text that the user started from. */
  readonly was?: string | undefined;
  /** True if only members with at least the Reporter role may read the comment. */
  readonly internal?: boolean | undefined;
  /** Only for the summary of a review. Stored also without text, unless it is `comment`. */
  readonly verdict?: Verdict | undefined;
  /** Only for a comment on an image: the place that the user selected. Stored only with a text. */
  readonly image?: ImagePlace | undefined;
  /** Only for a comment box in a diff. `closed`: the user closed the box. */
  readonly box?: (BoxLines & { readonly closed: boolean }) | undefined;
}

type UnfinishedExtra = Pick<Unfinished, 'box' | 'was' | 'internal' | 'verdict' | 'image'>;

/** A reply, or a new thread; otherwise a comment on the merge request. */
export interface WritingPlace {
  readonly discussion?: string | undefined;
  readonly thread?: boolean | undefined;
}

export const unfinishedPlace = (
  mergeRequest: MergeRequestKey,
  { discussion, thread }: WritingPlace,
): UnfinishedPlace => ({
  mergeRequest,
  name: discussion === undefined ? (thread === true ? 'thread' : 'comment') : `reply ${discussion}`,
});

/** Returns the place of a comment on a changed file as a whole, or in an image. */
export const unfinishedFilePlace = (
  mergeRequest: MergeRequestKey,
  on: 'file' | 'image',
  path: string,
): UnfinishedPlace => ({ mergeRequest, name: `${on} ${path}` });

/** Returns the place of the summary of a review. */
export const unfinishedReviewPlace = (mergeRequest: MergeRequestKey): UnfinishedPlace => ({
  mergeRequest,
  name: 'review',
});

/** Unsent comments, stored when the user cancels, closes the editor, or ends the session. */
export class UnfinishedComments extends StoredValue<readonly Unfinished[]> {
  constructor(memory: KeyValueStore) {
    super(memory, 'unfinished-comments', parse);
  }

  get(place: UnfinishedPlace): Unfinished | undefined {
    return this.current.find((item) => isAt(item, place));
  }

  /** The comments of a merge request, oldest first. */
  list(key: MergeRequestKey): readonly Unfinished[] {
    return this.current.filter(({ mergeRequest }) => mergeRequestId(mergeRequest) === mergeRequestId(key));
  }

  /**
   * Stores the text of a place; removes it if it is blank. A stored text remains internal unless `internal` is false,
   * and keeps its verdict unless there is another one.
   */
  async put(
    { mergeRequest, name }: UnfinishedPlace,
    text: string,
    { box, was, internal, verdict, image }: UnfinishedExtra = {},
  ): Promise<void> {
    const before = this.get({ mergeRequest, name });
    const extra = extraOf({
      box,
      was,
      image,
      internal: internal ?? before?.internal,
      verdict: verdict ?? before?.verdict,
    });
    const isBlank = text.trim() === '' && extra.verdict === undefined;
    if (isBlank && before === undefined) return;
    const others = this.#except({ mergeRequest, name });
    await this.#save(isBlank ? others : [...others, { mergeRequest, name, text, ...extra }]);
  }

  async remove(place: UnfinishedPlace): Promise<void> {
    if (this.get(place) !== undefined) await this.#save(this.#except(place));
  }

  #except(place: UnfinishedPlace): readonly Unfinished[] {
    return this.current.filter((item) => !isAt(item, place));
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
  unfinishedCommentsSchema.parse(stored).map(({ box, was, internal, verdict, image, ...comment }) => ({
    ...comment,
    ...extraOf({ box, was, internal, verdict, image }),
  }));

const extraOf = ({ box, was, internal, verdict, image }: UnfinishedExtra): UnfinishedExtra => ({
  ...(box === undefined ? {} : { box }),
  ...(was === undefined ? {} : { was }),
  ...(internal === true ? { internal } : {}),
  ...(verdict === undefined || verdict === 'comment' ? {} : { verdict }),
  ...(image === undefined ? {} : { image }),
});

const isAt = (item: UnfinishedPlace, place: UnfinishedPlace): boolean =>
  item.name === place.name && mergeRequestId(item.mergeRequest) === mergeRequestId(place.mergeRequest);
