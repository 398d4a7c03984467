import type { User } from '../model';

type LinePlace = {
  readonly line_code?: string | undefined;
  readonly type?: string | undefined;
  readonly old_line?: number | undefined;
  readonly new_line?: number | undefined;
};

/** Several lines, as whoever commented gave them. */
type LineRange = { readonly start?: LinePlace | undefined; readonly end?: LinePlace | undefined };

/** Where in a diff a comment stands. */
export interface Position {
  readonly base: string;
  readonly start: string;
  readonly head: string;
  readonly type: string;
  readonly oldPath: string | null;
  readonly newPath: string | null;
  readonly oldLine: number | null;
  readonly newLine: number | null;
  readonly lineRange?: LineRange | undefined;
}

/** A reaction to a note; one person gives each emoji once. */
export interface Award {
  readonly id: number;
  /** As the service calls it, such as `thumbsup`. */
  readonly name: string;
  readonly user: User;
  readonly at: number;
}

export interface Note {
  readonly id: number;
  readonly author: User;
  readonly at: number;
  readonly system: boolean;
  readonly position: Position | undefined;
  readonly awards: Award[];
  body: string;
  updatedAt: number;
  resolvedBy: User | undefined;
  resolvedAt: number | undefined;
}

/** A thread; a single comment without replies is an individual note, and cannot be resolved. */
export interface Discussion {
  readonly id: string;
  /** The first reply makes a thread of it, as in the real service. */
  individual: boolean;
  readonly notes: Note[];
}

/** A note that only its author sees until it is published. */
export interface DraftNote {
  readonly id: number;
  readonly author: User;
  readonly discussion: string | undefined;
  readonly resolves: boolean;
  readonly text: string;
  readonly position: Position | undefined;
}

/** System notes and single comments have nothing to resolve. */
export const isResolvable = ({ individual, notes }: Discussion): boolean =>
  !individual && notes.some(({ system }) => !system);

const isResolved = (discussion: Discussion): boolean =>
  isResolvable(discussion) && discussion.notes.every(({ resolvedAt }) => resolvedAt !== undefined);

export const allResolved = (discussions: readonly Discussion[]): boolean =>
  discussions.every((discussion) => !isResolvable(discussion) || isResolved(discussion));
