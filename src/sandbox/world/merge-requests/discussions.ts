import type { User } from '../model';

type LinePlace = {
  readonly line_code?: string | undefined;
  readonly type?: string | undefined;
  readonly old_line?: number | undefined;
  readonly new_line?: number | undefined;
};

/** A range of several lines, as sent by the client. */
type LineRange = { readonly start?: LinePlace | undefined; readonly end?: LinePlace | undefined };

/** The position of a comment in a diff. */
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
  /** The place in an image. */
  readonly image?: ImagePlace | undefined;
}

interface ImagePlace {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** A reaction to a comment. A user can add each emoji once. */
export interface Award {
  readonly id: number;
  /** The service's name of the emoji, such as `thumbsup`. */
  readonly name: string;
  readonly user: User;
  readonly at: number;
}

export interface Note {
  readonly id: number;
  readonly author: User;
  readonly at: number;
  readonly system: boolean;
  /** Visible only to members with at least the Reporter role. */
  readonly internal: boolean;
  readonly position: Position | undefined;
  readonly awards: Award[];
  /** The applied suggestions in the text, counted from 0. */
  readonly applied: Set<number>;
  body: string;
  updatedAt: number;
  resolvedBy: User | undefined;
  resolvedAt: number | undefined;
}

/** A thread. A single comment without replies is an individual note and can't be resolved. */
export interface Discussion {
  readonly id: string;
  /** The first reply changes this to false, as on the real service. */
  individual: boolean;
  readonly notes: Note[];
}

/** A pending comment, which only its author can see until it is published. */
export interface DraftNote {
  readonly id: number;
  readonly author: User;
  readonly discussion: string | undefined;
  readonly resolves: boolean;
  readonly text: string;
  readonly position: Position | undefined;
}

/** System notes and single comments can't be resolved. */
export const isResolvable = ({ individual, notes }: Discussion): boolean =>
  !individual && notes.some(({ system }) => !system);

const isResolved = (discussion: Discussion): boolean =>
  isResolvable(discussion) && discussion.notes.every(({ resolvedAt }) => resolvedAt !== undefined);

export const allResolved = (discussions: readonly Discussion[]): boolean =>
  discussions.every((discussion) => !isResolvable(discussion) || isResolved(discussion));

/** Returns forty hexadecimal digits, as on the real service. */
export const discussionId = (number: number): string =>
  (BigInt(number) * 0x9e3779b97f4a7c15f39cc0605cedc834n).toString(16).padStart(40, 'd').slice(-40);
