import {
  type CommentController,
  CommentMode,
  type CommentThread,
  CommentThreadCollapsibleState,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import { isApiError } from '../../api/errors';
import type { MergeRequests } from '../../app/merge-requests/merge-requests';
import type { CommentTarget } from '../../app/review/comment-targets';
import type { SuggestedEdit } from '../../app/review/suggestions';
import { mergeRequestId, type MergeRequestKey } from '../../app/shared/keys';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { t } from '../../base/localize';
import type { Side } from '../../domain/review/positions';
import type { PressedComment } from '../../editor/review/pressed-comment';
import type { ContextKeys } from '../../editor/shared/context-keys';
import type { Prompts } from '../../editor/shared/prompts';
import type { Report } from '../../editor/shared/report';
import { wholeLines } from '../../editor/shared/whole-lines';
import { commentsMissing } from '../../presentation/review/comment-messages';
import { readSideAddress, REVIEW_SCHEME } from '../../presentation/review/side-address';
import type { User } from '../../schemas/user';
import { CommentFreshness } from './comment-freshness';
import { toggleReaction } from './comment-reactions';
import { isReply, type SentText, type TypedComment } from './comment-reply';
import { CommentView, type CommentViewDeps } from './comment-view';
import { CommentViews } from './comment-views';
import { createReviewComments } from './review-comments';
import { ShownComment } from './shown-comment';

export interface CommentThreadsDeps extends Omit<CommentViewDeps, 'isWanted'> {
  readonly mergeRequests: Pick<MergeRequests, 'retain'>;
  readonly contextKeys: ContextKeys;
  readonly clock: Pick<Clock, 'now'>;
  /** Who reacts. */
  readonly userOf: (base: string) => Promise<User>;
  readonly prompts: Pick<Prompts, 'showStatus'>;
  readonly report: Report;
}

/**
 * Comments in the diffs of merge requests. The editor learns of them when the first such diff is seen, and each side
 * of a file is drawn as long as its document is open.
 */
export class CommentThreads implements Disposable {
  readonly #deps: CommentThreadsDeps;
  readonly #parts = new DisposableStore();
  readonly #views = this.#parts.add(new CommentViews());
  readonly #freshness: CommentFreshness;
  readonly #told = new Set<string>();
  readonly #sent = new Emitter<SentText>();
  #controller: CommentController | undefined;
  #wanted: string | undefined;
  /** The merge request whose diff had the focus last. */
  #current: MergeRequestKey | undefined;

  /** The text of a comment box was sent: it is no longer kept. */
  readonly onDidSend = this.#sent.event;

  constructor(deps: CommentThreadsDeps) {
    this.#deps = deps;
    this.#freshness = new CommentFreshness(deps);
    const redraw = (key: MergeRequestKey): void => {
      this.redraw(key);
      this.#setContextKeys();
    };
    this.#parts.add(
      deps.discussions.onDidChange((key) => {
        redraw(key);
        if (this.#views.of(key).length > 0) deps.reactions.load(key);
      }),
    );
    this.#parts.add(deps.outbox.onDidChange(redraw));
    this.#parts.add(deps.reactions.onDidChange(redraw));
    this.#parts.add(this.#sent);
    this.#parts.add(window.onDidChangeVisibleTextEditors(() => this.#refresh()));
    this.#parts.add(window.onDidChangeActiveTextEditor(() => this.#setContextKeys()));
    this.#parts.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        this.#followFile(document);
      }),
    );
    this.#parts.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#views.close(uri.toString());
      }),
    );
    this.#refresh();
  }

  /** The comment, thread, or comment box whose button was used; undefined for anything else. */
  read(given: unknown): PressedComment | undefined {
    if (given instanceof ShownComment || isReply(given)) return given;
    return this.#views
      .all()
      .flatMap(({ threads }) => threads)
      .find((thread) => thread === given);
  }

  /** What was typed where the button of a comment box was pressed; undefined where it was not such a button. */
  async typed(pressed: PressedComment | undefined): Promise<TypedComment | undefined> {
    if (!isReply(pressed)) return undefined;
    const { thread, text } = pressed;
    const view = this.#views.at(thread.uri.toString());
    const own = view?.targetOf(thread);
    const lines = own === undefined && thread.range ? await view?.linesTarget(thread.range) : undefined;
    return {
      text,
      target: own ?? lines,
      done: () => {
        if (own === undefined) thread.dispose();
        this.#sent.fire({ at: thread.uri, target: own, text });
      },
    };
  }

  /** The comment box whose button was pressed, where it is one of a new thread. Its lines are whole ones. */
  newBox(pressed: PressedComment | undefined) {
    if (!isReply(pressed)) return undefined;
    const { thread, text } = pressed;
    const { uri, range } = thread;
    const isNew = range !== undefined && this.#views.at(uri.toString())?.targetOf(thread) === undefined;
    if (!isNew) return undefined;
    return {
      ...{ uri, text, lines: wholeLines(range) },
      close: () => {
        thread.dispose();
      },
    };
  }

  /** What a button of a comment or a thread is about. */
  targetOf(pressed: PressedComment | undefined): CommentTarget | undefined {
    if (pressed instanceof ShownComment) return pressed.target;
    return this.#views.targetOf(isReply(pressed) ? pressed.thread : pressed);
  }

  /** Opens a comment for changes in its place. */
  edit(pressed: PressedComment | undefined): void {
    this.#setMode(pressed, CommentMode.Editing);
  }

  /** Ends changing a comment without saving. */
  cancelEdit(pressed: PressedComment | undefined): void {
    this.#setMode(pressed, CommentMode.Preview);
  }

  /** What a comment that is being changed holds now. */
  edited(
    pressed: PressedComment | undefined,
  ): { readonly target: CommentTarget; readonly text: string } | undefined {
    if (!(pressed instanceof ShownComment)) return undefined;
    const { body, target } = pressed;
    return { target, text: typeof body === 'string' ? body : body.value };
  }

  /** The changes that a comment suggests; undefined for what is no comment of ours. */
  suggestedBy(pressed: PressedComment | undefined): readonly SuggestedEdit[] | undefined {
    return pressed instanceof ShownComment ? pressed.edits : undefined;
  }

  /** Draws everything of a merge request again: whether suggestions can be applied depends on files of the workspace. */
  redraw(key: MergeRequestKey): void {
    for (const view of this.#views.of(key)) this.#draw(view);
  }

  /** What is shown on a side, by its address. */
  threadsOn(uri: string): readonly CommentThread[] {
    return this.#views.at(uri)?.threads ?? [];
  }

  /** What the threads of all sides in sight stand for, in the order in which they were created. */
  inSight(sides: readonly Side[]): readonly (CommentTarget | undefined)[] {
    return this.#views.inSight(sides);
  }

  /** Unfolds a thread, or will when it comes into sight. */
  unfold(discussion: string): void {
    this.#wanted = discussion;
    for (const view of this.#views.all()) {
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
    this.#parts.dispose();
    this.#controller?.dispose();
  }

  #setMode(pressed: PressedComment | undefined, mode: CommentMode): void {
    if (!(pressed instanceof ShownComment)) return;
    for (const view of this.#views.all()) {
      const thread = view.threadWith(pressed);
      if (thread === undefined) continue;
      pressed.mode = mode;
      if (mode === CommentMode.Editing) pressed.body = pressed.text;
      else pressed.body = view.rendered(pressed);
      thread.comments = [...thread.comments];
    }
  }

  #refresh(): void {
    for (const { document } of window.visibleTextEditors) {
      if (document.uri.scheme !== REVIEW_SCHEME) continue;
      const address = readSideAddress(document.uri);
      if (address === undefined || address.form !== 'file') continue;
      const view = this.#views.at(document.uri.toString()) ?? this.#open(document, address);
      this.#freshness.seen(view.key);
    }
    this.#setContextKeys();
  }

  #open(document: TextDocument, address: NonNullable<ReturnType<typeof readSideAddress>>): CommentView {
    const view = new CommentView(document, address, this.#made(), {
      ...this.#deps,
      isWanted: (discussion) => discussion === this.#wanted,
    });
    const held = new DisposableStore();
    held.add(this.#deps.discussions.retain(view.key));
    held.add(this.#deps.mergeRequests.retain(view.key));
    held.add(this.#deps.reactions.retain(view.key));
    this.#views.add(view, held);
    this.#draw(view);
    return view;
  }

  /** A file of the workspace changed: suggestions for it may be applied or outdated by now. */
  #followFile({ uri }: TextDocument): void {
    if (uri.scheme === REVIEW_SCHEME) return;
    for (const view of this.#views.all()) if (view.suggestsIn(uri.path)) this.#draw(view);
  }

  #draw(view: CommentView): void {
    // The editor keeps only one of the two: the words of the options last until reactions are known, and only where a
    // server has reactions there are buttons for them.
    if (this.#deps.reactions.peek(view.key) !== undefined)
      this.#made().reactionHandler ??= (comment, reaction) => toggleReaction(this.#deps, comment, reaction);
    view.draw().then(
      () => {
        this.#setContextKeys();
        this.#showMissing(view.key);
      },
      (error: unknown) => {
        // Without a token, as after signing out, the views say so.
        if (isApiError(error, 'unauthorized') && error.status === undefined) return;
        const id = mergeRequestId(view.key);
        if (this.#told.has(id)) return;
        // Once for both sides, and not again before it worked.
        this.#told.add(id);
        this.#deps.report(t("Couldn't load the comments on !{0}.", view.key.iid), error, () => {
          this.#told.delete(id);
          for (const each of this.#views.all()) this.#draw(each);
        });
      },
    );
  }

  #showMissing(key: MergeRequestKey): void {
    const missing = this.#deps.discussions.peek(key)?.missing;
    const id = mergeRequestId(key);
    if (missing === undefined || this.#told.has(id)) return;
    this.#told.add(id);
    this.#deps.prompts.showStatus(commentsMissing(missing, key.base));
  }

  /** Which buttons a comment box has. While somebody writes in one, that is the active editor. */
  #setContextKeys(): void {
    this.#current = this.active() ?? this.#current;
    const drafts = this.#current && this.#deps.discussions.peek(this.#current)?.drafts;
    const state = drafts === undefined ? 'none' : drafts.length === 0 ? 'ready' : 'begun';
    this.#deps.contextKeys.set('switchyard.review', state);
  }

  #made(): CommentController {
    this.#controller ??= createReviewComments((uri) => this.#views.at(uri.toString()));
    return this.#controller;
  }
}

const NOWHERE = { scheme: '', authority: '', path: '', query: '' };
