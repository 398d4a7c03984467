import type { MergeRequestAction, MergeRequestObstacle } from './rules';

/** Thrown before anything is sent where the rules do not allow an action. */
export class MergeRequestRefused extends Error {
  override readonly name = 'MergeRequestRefused';
  readonly action: MergeRequestAction;
  readonly iid: number;
  readonly obstacle: MergeRequestObstacle;
  /** What the server says about merging it, where that is what blocks. */
  readonly status: string | undefined;

  constructor(
    action: MergeRequestAction,
    iid: number,
    obstacle: MergeRequestObstacle,
    status?: string | null,
  ) {
    super(`${action} of merge request ${iid} is not possible: ${obstacle}`);
    this.action = action;
    this.iid = iid;
    this.obstacle = obstacle;
    this.status = status ?? undefined;
  }
}

/** Thrown where the server took a change of the draft mark, and says that the merge request is what it was. */
export class DraftUnchanged extends Error {
  override readonly name = 'DraftUnchanged';
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

/** Thrown before anything is sent where something else is being done to the merge request at this moment. */
export class MergeRequestBusy extends Error {
  override readonly name = 'MergeRequestBusy';
  readonly iid: number;
  readonly doing: MergeRequestAction;

  constructor(iid: number, doing: MergeRequestAction) {
    super(`${doing} of merge request ${iid} is still under way`);
    this.iid = iid;
    this.doing = doing;
  }
}

/**
 * What an action ended in, with what it was about: the same refusal means something else to each
 * (server-behavior.md#status-codes).
 */
export class MergeRequestActionFailed extends Error {
  override readonly name = 'MergeRequestActionFailed';
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
