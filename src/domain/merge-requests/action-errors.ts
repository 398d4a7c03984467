import { ReasonError } from '../../base/reason-error';
import type { MergeRequestAction, MergeRequestObstacle } from './rules';

/** Thrown if the rules don't allow an action: before a request is sent, or after the server refused it. */
export class MergeRequestRefusedError extends ReasonError<MergeRequestObstacle> {
  override readonly name = 'MergeRequestRefusedError';
  readonly action: MergeRequestAction;
  readonly iid: number;
  /** The server's merge status, if that is the reason. */
  readonly status: string | undefined;

  constructor(action: MergeRequestAction, iid: number, reason: MergeRequestObstacle, status?: string | null) {
    super(reason, `${action} of merge request ${iid} is not possible: ${reason}`);
    this.action = action;
    this.iid = iid;
    this.status = status ?? undefined;
  }
}

/** Thrown if the server accepted a change of the draft state, but its response shows the old state. */
export class DraftUnchangedError extends Error {
  override readonly name = 'DraftUnchangedError';
  readonly iid: number;
  readonly title: string;
  readonly draft: boolean;

  constructor(iid: number, { title, draft }: { readonly title: string; readonly draft: boolean }) {
    super(`merge request ${iid} is ${draft ? 'still a draft' : 'still no draft'}`);
    this.iid = iid;
    this.title = title;
    this.draft = draft;
  }
}

/** Thrown before a request is sent if another action on the merge request is still in progress. */
export class MergeRequestBusyError extends Error {
  override readonly name = 'MergeRequestBusyError';
  readonly iid: number;
  readonly doing: MergeRequestAction;

  constructor(iid: number, doing: MergeRequestAction) {
    super(`${doing} of merge request ${iid} is still under way`);
    this.iid = iid;
    this.doing = doing;
  }
}

/**
 * Thrown before time is added if the response to an earlier addition was lost, and the total shows neither that it
 * arrived nor that it didn't. Totals are in seconds; undefined if unknown.
 */
export class TimeMaybeAddedError extends Error {
  override readonly name = 'TimeMaybeAddedError';
  readonly iid: number;
  /** The duration of the earlier addition, as it was entered. */
  readonly duration: string;
  readonly total: { readonly before: number | undefined; readonly now: number | undefined };

  constructor(iid: number, duration: string, total: TimeMaybeAddedError['total']) {
    super(`it is unknown whether ${duration} was added to merge request ${iid}`);
    this.iid = iid;
    this.duration = duration;
    this.total = total;
  }
}

/**
 * Wraps the error of an action with the action that failed, because the meaning of a status code depends on
 * the action (server-behavior.md#status-codes).
 */
export class MergeRequestActionFailedError extends Error {
  override readonly name = 'MergeRequestActionFailedError';
  readonly action: MergeRequestAction;
  readonly iid: number;

  constructor(action: MergeRequestAction, iid: number, cause: unknown) {
    super(
      `${action} of merge request ${iid} failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
    this.action = action;
    this.iid = iid;
  }
}
