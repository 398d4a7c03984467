import type { ThreadFacts } from '../../domain/review/threads';
import type { ReactionOf } from '../review/reaction-labels';
import type { Html } from '../shared/html';

/** One comment, as far as the page shows it. */
export interface NoteOf {
  readonly id: number;
  readonly body: string;
  readonly author?: { readonly name: string; readonly username: string } | null | undefined;
  readonly created_at?: string | null | undefined;
}
export interface TalkThread extends ThreadFacts {
  readonly notes: readonly (ThreadFacts['notes'][number] & NoteOf)[];
}

/** A comment that nobody but the reader sees yet. */
export interface DraftOf {
  readonly id: number;
  readonly note: string;
  /** It answers this thread. */
  readonly discussion_id?: string | null | undefined;
  readonly position?: object | null | undefined;
}

/** Something that a person wrote here and that no server has taken yet. */
export interface UnsentOf {
  readonly id: string;
  readonly body: string;
  readonly draft: boolean;
  readonly state: 'sending' | 'failed';
  /** A kind of `ApiError`. */
  readonly why?: string | undefined;
  readonly unconfirmed?: boolean | undefined;
  /** Unix milliseconds. */
  readonly at: number;
  /** It answers this thread; with a `note`, it is the new text of that note. */
  readonly discussion?: string | undefined;
  readonly note?: number | undefined;
  readonly position?: { readonly new_path: string } | undefined;
}

/** What is said about a merge request, as its page shows it. */
export interface TalkModel {
  /** Undefined until it was read. */
  readonly known:
    | {
        /** The oldest first. */
        readonly threads: readonly TalkThread[];
        /** The reader's own; undefined where there are none to be had. */
        readonly drafts?: readonly DraftOf[] | undefined;
        /** The server has more than were read. */
        readonly cut: boolean;
        /** Why there are none to be had. */
        readonly missing: 'not-found' | 'forbidden' | undefined;
      }
    | undefined;
  /** Why it could not be read, or not again. */
  readonly trouble: string | undefined;
  /** By the number of the comment; undefined where the server does not tell. */
  readonly reactions?: ReadonlyMap<number, readonly ReactionOf[]> | undefined;
  readonly unsent: readonly UnsentOf[];
  /** Threads that are being resolved or reopened at this moment. */
  readonly settling: readonly string[];
  /** Makes markup of a comment's Markdown. */
  readonly write: (text: string) => Html;
}
