import type { ReportedPosition } from '../../domain/changes/positions';
import type { ThreadFacts } from '../../domain/discussions/threads';
import type { ReactionOf } from '../discussions/reaction-labels';
import type { AvatarOf } from '../shared/avatar';
import type { Html } from '../shared/html';
import type { EditingModel } from './editor-model';

/** Fields of a comment that the page shows. */
export interface NoteOf {
  readonly id: number;
  readonly body: string;
  readonly author?: (AvatarOf & { readonly username: string }) | null | undefined;
  readonly created_at?: string | null | undefined;
  readonly internal?: boolean | null | undefined;
}
export interface DiscussionThread extends ThreadFacts {
  readonly notes: readonly (ThreadFacts['notes'][number] & NoteOf)[];
}

/** A line of code of a thread. `number` starts at 1. */
export interface CodeLineOf {
  readonly number: number;
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** A pending comment, which only its author can see. */
export interface DraftOf {
  readonly id: number;
  readonly note: string;
  /** The thread that it replies to. */
  readonly discussion_id?: string | null | undefined;
  readonly position?: ReportedPosition | null | undefined;
}

/** A comment that isn't on the server yet. */
export interface UnsentOf {
  readonly id: string;
  readonly body: string;
  readonly kind: 'comment' | 'thread' | 'reply' | 'edit' | 'pending' | 'pending-edit';
  readonly state: 'sending' | 'failed';
  /** A kind of `ApiError`. */
  readonly why?: string | undefined;
  readonly unconfirmed?: boolean | undefined;
  /** Unix milliseconds. */
  readonly at: number;
  /** The thread of a reply or edit. */
  readonly discussion?: string | undefined;
  readonly position?: (ReportedPosition & { readonly new_path: string }) | undefined;
}

/** A comment whose text is converted. */
export interface WrittenNote extends Pick<NoteOf, 'id' | 'author'> {
  readonly discussion: string;
}

/** Discussions of a merge request. */
export interface DiscussionModel {
  /** Undefined until loaded. */
  readonly known:
    | {
        /** Oldest first. */
        readonly threads: readonly DiscussionThread[];
        /** The user's pending comments; undefined if they aren't available. */
        readonly drafts?: readonly DraftOf[] | undefined;
        /** The server has more threads than were loaded. */
        readonly cut: boolean;
        /** Why threads aren't available. */
        readonly missing: 'not-found' | 'forbidden' | undefined;
      }
    | undefined;
  /** Why the last request failed. */
  readonly errorMessage: string | undefined;
  /** Keyed by comment ID; undefined if they aren't available. */
  readonly reactions?: ReadonlyMap<number, readonly ReactionOf[]> | undefined;
  /** Returns the lines of a thread; undefined until loaded. */
  readonly codeAt?: (position: ReportedPosition) => readonly CodeLineOf[] | undefined;
  readonly unsent: readonly UnsentOf[];
  /** IDs of threads that are being resolved or unresolved. */
  readonly settling: readonly string[];
  /** Comments that the user is writing; undefined if comments can only be read. */
  readonly editing?: EditingModel | undefined;
  /** Converts the Markdown of a comment to HTML. `note`: the comment, if it is on the server. */
  readonly write: (text: string, note?: WrittenNote) => Html;
}
