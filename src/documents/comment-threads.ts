import {
  comments,
  CommentMode,
  CommentThreadCollapsibleState,
  window,
  workspace,
  type Comment,
  type CommentController,
  type CommentReaction,
  type CommentReply,
  type CommentThread,
  type TextDocument,
} from 'vscode';
import type { CommentTarget } from '../app/comment-targets';
import { mergeRequestId, type MergeRequestKey } from '../app/keys';
import type { MergeRequests } from '../app/merge-requests';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { isRecord } from '../base/record';
import { t } from '../base/localize';
import type { ContextKeys } from '../editor/context-keys';
import type { Prompts } from '../editor/prompts';
import type { Report } from '../editor/report';
import { commentsMissing } from '../presentation/comment-words';
import { readSideAddress, REVIEW_SCHEME } from '../presentation/side-address';
import type { User } from '../schemas/user';
import { CommentView, ShownComment, type CommentViewPorts } from './comment-view';

export interface CommentThreadsPorts extends Omit<CommentViewPorts, 'isWanted'> {
  readonly mergeRequests: Pick<MergeRequests, 'hold'>;
  readonly contextKeys: ContextKeys;
  readonly clock: Pick<Clock, 'now'>;
  /** Who reacts. */
  readonly userOf: (base: string) => Promise<User>;
  readonly prompts: Pick<Prompts, 'mention'>;
  readonly report: Report;
}

/** Comments are read again where they come into sight after so long. */
const STALE_MS = 60_000;

/** What was typed below a thread, or at lines. */
export interface TypedComment {
  readonly text: string;
  /** Undefined where the API has no place for it. */
  readonly target: CommentTarget | undefined;
  /** What was typed has been taken over: a new thread of the editor makes room for that of the server. */
  done(): void;
}

/**
 * Comments in the diffs of merge requests. The editor learns of them when the first such diff is seen, and each side
 * of a file is drawn as long as its document is open.
 */
export class CommentThreads implements Disposable {
  readonly #ports: CommentThreadsPorts;
  readonly #parts = new DisposableStore();
  readonly #views = new Map<string, { readonly view: CommentView; readonly held: Disposable }>();
  /** When comments were asked for last, by merge request. */
  readonly #asked = new Map<string, number>();
  readonly #told = new Set<string>();
  #controller: CommentController | undefined;
  #wanted: string | undefined;
  /** The merge request whose diff had the focus last. */
  #current: MergeRequestKey | undefined;

  constructor(ports: CommentThreadsPorts) {
    this.#ports = ports;
    const redraw = (key: MergeRequestKey): void => {
      for (const { view } of this.#views.values()) {
        if (mergeRequestId(view.key) === mergeRequestId(key)) this.#draw(view);
      }
      this.#tellKeys();
    };
    this.#parts.add(
      ports.discussions.onDidChange((key) => {
        redraw(key);
        if ([...this.#views.values()].some(({ view }) => mergeRequestId(view.key) === mergeRequestId(key)))
          ports.reactions.look(key);
      }),
    );
    this.#parts.add(ports.outbox.onDidChange(redraw));
    this.#parts.add(ports.reactions.onDidChange(redraw));
    this.#parts.add(window.onDidChangeVisibleTextEditors(() => this.#look()));
    this.#parts.add(window.onDidChangeActiveTextEditor(() => this.#tellKeys()));
    this.#parts.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#close(uri.toString());
      }),
    );
    this.#look();
  }

  /** What was typed where the button of a comment box was pressed; undefined where it was not such a button. */
  async typed(argument: unknown): Promise<TypedComment | undefined> {
    if (!isReply(argument)) return undefined;
    const { thread, text } = argument;
    const view = this.#views.get(thread.uri.toString())?.view;
    const own = view?.targetOf(thread);
    const lines = own === undefined && thread.range ? await view?.linesTarget(thread.range) : undefined;
    return {
      text,
      target: own ?? lines,
      done: () => {
        if (own === undefined) thread.dispose();
      },
    };
  }

  /** What a button of a comment or a thread is about. */
  targetOf(argument: unknown): CommentTarget | undefined {
    if (argument instanceof ShownComment) return argument.target;
    const thread = isReply(argument) ? argument.thread : argument;
    for (const { view } of this.#views.values()) {
      const found = view.targetOf(thread);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Opens a comment for changes in its place. */
  edit(argument: unknown): void {
    this.#setMode(argument, CommentMode.Editing);
  }

  /** Ends changing a comment without saving. */
  cancelEdit(argument: unknown): void {
    this.#setMode(argument, CommentMode.Preview);
  }

  /** What a comment that is being changed holds now. */
  edited(argument: unknown): { readonly target: CommentTarget; readonly text: string } | undefined {
    if (!(argument instanceof ShownComment)) return undefined;
    const { body, target } = argument;
    return { target, text: typeof body === 'string' ? body : body.value };
  }

  /** The lines of the side that a comment stands at, and the line of the comment, from 1. */
  placeOf(
    argument: unknown,
  ): { readonly lines: readonly string[]; readonly line: number; readonly path: string } | undefined {
    if (!(argument instanceof ShownComment)) return undefined;
    for (const { view } of this.#views.values()) {
      const range = view.threadWith(argument)?.range;
      if (range !== undefined) return { lines: view.lines, line: range.end.line + 1, path: view.path };
    }
    return undefined;
  }

  /** What is shown on a side, by its address. */
  threadsOn(uri: string): readonly CommentThread[] {
    return this.#views.get(uri)?.view.threads ?? [];
  }

  /** Unfolds a thread, or will when it comes into sight. */
  unfold(discussion: string): void {
    this.#wanted = discussion;
    for (const { view } of this.#views.values()) {
      const thread = view.threadOf(discussion);
      if (thread !== undefined) thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
    }
  }

  /** The merge request whose diff is in front. */
  active(): MergeRequestKey | undefined {
    const address = readSideAddress(window.activeTextEditor?.document.uri ?? NOWHERE);
    return address && { base: address.base, project: address.project, iid: address.iid };
  }

  dispose(): void {
    for (const uri of [...this.#views.keys()]) this.#close(uri);
    this.#parts.dispose();
    this.#controller?.dispose();
  }

  #setMode(argument: unknown, mode: CommentMode): void {
    if (!(argument instanceof ShownComment)) return;
    for (const { view } of this.#views.values()) {
      const thread = view.threadWith(argument);
      if (thread === undefined) continue;
      argument.mode = mode;
      if (mode === CommentMode.Editing) argument.body = argument.text;
      else argument.body = view.rendered(argument, thread);
      thread.comments = [...thread.comments];
    }
  }

  #look(): void {
    for (const { document } of window.visibleTextEditors) {
      if (document.uri.scheme !== REVIEW_SCHEME) continue;
      const address = readSideAddress(document.uri);
      if (address === undefined || address.form !== 'file') continue;
      const view = this.#views.get(document.uri.toString())?.view ?? this.#open(document, address);
      this.#freshen(view);
    }
    this.#tellKeys();
  }

  #open(document: TextDocument, address: NonNullable<ReturnType<typeof readSideAddress>>): CommentView {
    const view = new CommentView(document, address, this.#made(), {
      ...this.#ports,
      isWanted: (discussion) => discussion === this.#wanted,
    });
    const held = new DisposableStore();
    held.add(this.#ports.discussions.hold(view.key));
    held.add(this.#ports.mergeRequests.hold(view.key));
    held.add(this.#ports.reactions.hold(view.key));
    this.#views.set(document.uri.toString(), { view, held });
    this.#draw(view);
    return view;
  }

  #close(uri: string): void {
    const open = this.#views.get(uri);
    this.#views.delete(uri);
    open?.held.dispose();
    open?.view.dispose();
  }

  /** Reads comments again that were read some time ago. */
  #freshen({ key }: CommentView): void {
    const { clock, discussions } = this.#ports;
    const id = mergeRequestId(key);
    const asked = this.#asked.get(id);
    if (asked !== undefined && clock.now() - asked < STALE_MS) return;
    this.#asked.set(id, clock.now());
    if (asked === undefined) return; // Drawing reads them.
    this.#ports.reactions.look(key);
    // What is shown stays; it is read again with the next look.
    discussions.refresh(key, { priority: 'background' }).catch(() => undefined);
  }

  #draw(view: CommentView): void {
    // The editor keeps only one of the two: the words of the options last until reactions are known, and only where a
    // server has reactions there are buttons for them.
    if (this.#ports.reactions.peek(view.key) !== undefined)
      this.#made().reactionHandler ??= (comment, reaction) => this.#react(comment, reaction);
    view.draw().then(
      () => {
        this.#tellKeys();
        this.#tellMissing(view.key);
      },
      (error: unknown) => {
        const id = mergeRequestId(view.key);
        if (this.#told.has(id)) return;
        // Once for both sides, and not again before it worked.
        this.#told.add(id);
        this.#ports.report(t('The comments of !{0} were not read.', view.key.iid), error, () => {
          this.#told.delete(id);
          for (const each of this.#views.values()) this.#draw(each.view);
        });
      },
    );
  }

  /** Gives an emoji to a comment, or takes it back; both are shown when the server has answered. */
  async #react(comment: Comment, reaction: CommentReaction): Promise<void> {
    if (!(comment instanceof ShownComment) || comment.target.kind !== 'note') return;
    const name = comment.emojiOf(reaction);
    if (name === undefined) return;
    const { mergeRequest, note } = comment.target;
    const { reactions, userOf, report } = this.#ports;
    try {
      await reactions.toggle(mergeRequest, note, name, await userOf(mergeRequest.base));
    } catch (error) {
      report(t('The reaction was not changed.'), error);
    }
  }

  #tellMissing(key: MergeRequestKey): void {
    const missing = this.#ports.discussions.peek(key)?.missing;
    const id = mergeRequestId(key);
    if (missing === undefined || this.#told.has(id)) return;
    this.#told.add(id);
    this.#ports.prompts.mention(commentsMissing(missing, key.base));
  }

  /** Which buttons a comment box has. While somebody writes in one, that is the active editor. */
  #tellKeys(): void {
    this.#current = this.active() ?? this.#current;
    const drafts = this.#current && this.#ports.discussions.peek(this.#current)?.drafts;
    const state = drafts === undefined ? 'none' : drafts.length === 0 ? 'ready' : 'begun';
    this.#ports.contextKeys.set('switchyard.review', state);
  }

  #made(): CommentController {
    if (this.#controller !== undefined) return this.#controller;
    const controller = comments.createCommentController('switchyard.comments', t('Merge Request Comments'));
    controller.options = {
      prompt: t('Reply...'),
      placeHolder: t('Write a comment. Markdown is understood.'),
    };
    controller.commentingRangeProvider = {
      provideCommentingRanges: async ({ uri }) => {
        const view = this.#views.get(uri.toString())?.view;
        // A failure to read is told where the comments are drawn.
        return view === undefined ? [] : view.ranges().catch(() => []);
      },
    };
    return (this.#controller = controller);
  }
}

const NOWHERE = { scheme: '', authority: '', path: '', query: '' };

/** What a button below a comment box hands over. */
function isReply(value: unknown): value is CommentReply {
  return (
    isRecord(value) &&
    typeof value['text'] === 'string' &&
    isRecord(value['thread']) &&
    'uri' in value['thread'] &&
    'comments' in value['thread']
  );
}
