/** The visible part of a log in an editor. Lines are counted from 0. */
export interface ShownPart {
  readonly first: number;
  readonly last: number;
  /** The last line of the document. */
  readonly end: number;
  /** True while more lines of an unfinished job are expected. */
  readonly following: boolean;
  /** True if the document contains all lines that are expected for now. */
  readonly whole: boolean;
}

/**
 * Whether an editor stays at the end of a log while the log grows: until the user scrolls up.
 *
 * New lines are revealed with a delay. If the user scrolls up during it, the editor reports first the position
 * of the user and then that of the new lines. The latter isn't an action of the user, so the former is
 * restored.
 */
export class FollowPosition {
  /** True if the end of the log is visible. */
  atEnd: boolean;
  /** True if the editor stays at the end while the log grows. */
  stays: boolean;
  #first = 0;
  /** Number of reveals of new lines that aren't finished. */
  #reveals = 0;
  /** The first line that the user scrolled to during a reveal. */
  #wanted: number | undefined;

  constructor(follows: boolean) {
    this.atEnd = follows;
    this.stays = follows;
  }

  /** Sets a position that the user or the initial state of the log determines. */
  set(atEnd: boolean, stays = atEnd): void {
    this.atEnd = atEnd;
    this.stays = stays;
    this.#wanted = undefined;
  }

  /** The editor shows another part of the log from its start. */
  toStart(): void {
    this.set(false);
    this.#first = 0;
  }

  /** New lines are going to be revealed. The returned function must be called when this is finished. */
  reveal(): () => void {
    this.#reveals++;
    return () => {
      if (--this.#reveals === 0) this.#wanted = undefined;
    };
  }

  /**
   * Updates the state after the visible lines have changed. Returns the first line to show again if a reveal
   * of new lines has undone a scroll of the user.
   */
  scrolled({ first, last, end, following, whole }: ShownPart): number | undefined {
    const before = this.#first;
    this.#first = first;
    if (this.#wanted !== undefined && first > before) {
      const wanted = this.#wanted;
      this.#wanted = undefined;
      return wanted;
    }
    if (last >= end) {
      // While the rest is loading, the user hasn't chosen to be at the end.
      if (whole || following) this.atEnd = true;
      if (following) this.stays = true;
    } else if (first < before) {
      // Only scrolling up is an action of the user: new lines don't change the first visible line.
      this.atEnd = false;
      if (this.#reveals > 0) this.#wanted = first;
    }
    return undefined;
  }
}
