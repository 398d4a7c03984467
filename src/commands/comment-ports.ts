import type { Changes } from '../app/changes';
import type { Clones } from '../app/clones';
import type { CommentFrames } from '../app/comment-frames';
import type { CommentOutbox } from '../app/comment-outbox';
import type { CommentTarget } from '../app/comment-targets';
import type { DiscussionActions, SayOutcome } from '../app/discussion-actions';
import type { Discussions } from '../app/discussions';
import type { MergeRequestKey } from '../app/keys';
import type { MergeRequests } from '../app/merge-requests';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import type { Prompts } from '../editor/prompts';
import type { Report } from '../editor/report';
import { isRecord } from '../base/record';

/** The comments that the editor shows. */
export interface CommentBoxes {
  typed(argument: unknown): Promise<
    | {
        readonly text: string;
        readonly target: CommentTarget | undefined;
        done(): void;
      }
    | undefined
  >;
  targetOf(argument: unknown): CommentTarget | undefined;
  edit(argument: unknown): void;
  cancelEdit(argument: unknown): void;
  edited(argument: unknown): { readonly target: CommentTarget; readonly text: string } | undefined;
  /** The lines of the side that a comment stands at, and the line of the comment, from 1. */
  placeOf(
    argument: unknown,
  ): { readonly lines: readonly string[]; readonly line: number; readonly path: string } | undefined;
  unfold(discussion: string): void;
  active(): MergeRequestKey | undefined;
}

export interface CommentCommandPorts {
  readonly discussions: Discussions;
  readonly talk: DiscussionActions;
  readonly outbox: CommentOutbox;
  readonly frames: CommentFrames;
  readonly changes: Changes;
  readonly boxes: CommentBoxes;
  readonly mergeRequests: Pick<MergeRequests, 'get'>;
  readonly clones: Pick<Clones, 'of'>;
  readonly prompts: Prompts;
  readonly report: Report;
  readonly now: () => number;
  /** The merge request that a command is about: of the row, of the page in front, or one that is chosen. */
  readonly mergeRequestOf: (argument: unknown, title: string) => Promise<MergeRequestKey | undefined>;
}

/** What a command on comments is about: of a row of the tree, or of a comment in the editor. */
export function commentTargetOf(
  { boxes }: CommentCommandPorts,
  argument: unknown,
): CommentTarget | undefined {
  const target = targetOf(argument);
  if (target?.kind === 'thread' || target?.kind === 'unsent') return target;
  return boxes.targetOf(argument);
}

/** The merge request of a row, of a comment, of the diff in front, or one that is chosen. */
export async function talkOf(
  ports: CommentCommandPorts,
  argument: unknown,
  title: string,
): Promise<MergeRequestKey | undefined> {
  const target = targetOf(argument);
  if (target !== undefined && 'mergeRequest' in target) return target.mergeRequest;
  const comment = ports.boxes.targetOf(argument);
  if (comment !== undefined) return comment.mergeRequest;
  if (!isRecord(argument)) {
    const active = ports.boxes.active();
    if (active !== undefined) return active;
  }
  return ports.mergeRequestOf(argument, title);
}

/** Tells what became of something that was written: what was not taken is kept, and offered again. */
export function tellSaid(ports: CommentCommandPorts, what: string, outcome: SayOutcome): void {
  if (outcome.kind === 'arrived') ports.prompts.mention(t('It had arrived already: nothing was sent again.'));
  if (outcome.kind !== 'kept') return;
  ports.report(what, outcome.error, () => {
    void ports.talk.sendAgain(outcome.id).then(
      (again) => {
        tellSaid(ports, what, again);
      },
      (error: unknown) => {
        ports.report(what, error);
      },
    );
  });
}
