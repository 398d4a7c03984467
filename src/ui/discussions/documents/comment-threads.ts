import {
  type CommentController,
  CommentMode,
  comments,
  type CommentThread,
  type Range,
  type TextDocument,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { isApiError } from '../../../api/errors';
import type { CommentTarget } from '../../../app/discussions/comment-targets';
import type { SuggestedEdit } from '../../../app/discussions/suggestions';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { ignoreError } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { LaterRun } from '../../../base/later-run';
import { t } from '../../../base/localize';
import type { Side } from '../../../domain/changes/positions';
import { REVIEW_SCHEME, type SideAddress } from '../../../presentation/changes/side-address';
import { commentsMissing, commentsReadOnly } from '../../../presentation/discussions/comment-messages';
import { shownSide } from '../../changes/editor/shown-side';
import { COMMENTS } from '../editor/comment-controller';
import type { PressedComment } from '../editor/pressed-comment';
import type { CommentThreadsDeps } from './comment-deps';
import { CommentFreshness } from './comment-freshness';
import { toggleReaction } from './comment-reactions';
import { CommentView } from './comment-view';
import { CommentViews } from './comment-views';
import { ShownComment } from './shown-comment';
import { expandThread } from './thread-expansion';
import { isReply, newCommentBox, type SentText, typedComment } from './typed-comments';

/** Creates the comment controller. `rangesOf`: returns the lines of an open side that can have comments. */
function createReviewComments(rangesOf: (uri: Uri) => Promise<Range[]>): CommentController {
  const controller = comments.createCommentController(COMMENTS, t('Merge Request Comments'));
  controller.options = {
    prompt: t('Reply...'),
    // Tab inserts a tab, and VS Code shows no keys on the buttons.
    placeHolder: t(
      'Write a comment. Press {0} for the first button, or {1} for the second one.',
      ...(process.platform === 'darwin'
        ? ['Cmd+Enter', 'Cmd+Shift+Enter']
        : ['Ctrl+Enter', 'Ctrl+Shift+Enter']),
    ),
  };
  controller.commentingRangeProvider = {
    provideCommentingRanges: ({ uri }) => rangesOf(uri),
  };
  return controller;
}

/**
 * Comments in diffs of merge requests. The comment controller is created with the first visible diff. Each
 * side of a file is updated while its document is open.
 */
export class CommentThreads implements Disposable {
  readonly #deps: CommentThreadsDeps;
  readonly #parts = new DisposableStore();
  readonly #views = this.#parts.add(new CommentViews());
  readonly #freshness: CommentFreshness;
  readonly #reported = new Set<string>();
  /** URIs of the sides for which the lines that can have comments couldn't be determined. */
  readonly #withoutRanges = new Set<string>();
  readonly #sent = new Emitter<SentText>();
  /** Views whose threads or comments changed. */
  readonly #changed = new Set<CommentView>();
  // Each of many comment boxes is a visible editor with an event.
  readonly #editorsLater = this.#parts.add(new LaterRun(() => this.#refresh()));
  readonly #pendingLater = this.#parts.add(new LaterRun(() => this.#showPending()));
  readonly #drawLater = this.#parts.add(new LaterRun(() => this.#drawNext()));
  #controller: CommentController | undefined;
  #wanted: string | undefined;
  /** The merge request of the diff that last had the focus. */
  #current: MergeRequestKey | undefined;

  /** Fires after the text of a comment box was sent, so that it is no longer stored. */
  readonly onDidSend = this.#sent.event;

  constructor(deps: CommentThreadsDeps) {
    this.#deps = deps;
    this.#freshness = new CommentFreshness(deps);
    const redraw = (key: MergeRequestKey): void => {
      this.redraw(key);
      this.#pendingLater.schedule();
    };
    this.#parts.add(
      deps.discussions.onDidChange((key) => {
        redraw(key);
        if (this.#views.of(key).length > 0) deps.reactions.load(key);
      }),
    );
    this.#parts.add(deps.outbox.onDidChange(redraw));
    this.#parts.add(deps.reactions.onDidChange(redraw));
    this.#parts.add(deps.textParts.onDidChange(() => this.#redrawAll(this.#views.all())));
    this.#parts.add(this.#sent);
    this.#parts.add(window.onDidChangeVisibleTextEditors(() => this.#editorsLater.schedule()));
    this.#parts.add(window.onDidChangeActiveTextEditor(() => this.#pendingLater.schedule()));
    this.#parts.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        this.#followFile(document);
      }),
    );
    this.#parts.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#views.close(uri.toString());
        this.#withoutRanges.delete(uri.toString());
      }),
    );
    this.#parts.add(
      deps.workingSides.onDidChange((uri) => {
        const [view, address] = [this.#views.at(uri.toString()), shownSide(uri)];
        if (view !== undefined && address !== undefined && view.follow(address)) this.#draw(view);
        else this.#views.close(uri.toString());
        this.#refresh();
        this.#offerRanges();
      }),
    );
    this.#parts.add(
      deps.workingTexts.onDidChange(({ uri }) => {
        const view = this.#views.at(uri.toString());
        if (view !== undefined) this.#draw(view);
        this.#offerRanges();
      }),
    );
    this.#refresh();
  }

  /** Returns the comment, thread, or comment box whose button was clicked; undefined for other arguments. */
  read(given: unknown): PressedComment | undefined {
    if (given instanceof ShownComment || isReply(given)) return given;
    return this.#views
      .all()
      .flatMap(({ threads }) => threads)
      .find((thread) => thread === given);
  }

  /** Returns the text of the comment box whose button was clicked; undefined for other buttons. */
  typed(pressed: PressedComment | undefined) {
    return typedComment(this.#currentViews, pressed, (text) => {
      this.#sent.fire(text);
    });
  }

  /** Returns the comment box whose button was clicked if it is for a new thread. */
  newBox(pressed: PressedComment | undefined) {
    return newCommentBox(this.#currentViews, pressed);
  }

  /** Returns the target of a comment's or thread's button. */
  targetOf(pressed: PressedComment | undefined): CommentTarget | undefined {
    if (pressed instanceof ShownComment) return pressed.target;
    return this.#currentViews.targetOf(isReply(pressed) ? pressed.thread : pressed);
  }

  /** Makes a comment editable. */
  edit(pressed: PressedComment | undefined): void {
    this.#setMode(pressed, CommentMode.Editing);
  }

  /** Stops editing a comment without saving. */
  cancelEdit(pressed: PressedComment | undefined): void {
    this.#setMode(pressed, CommentMode.Preview);
  }

  /** Returns the current text of a comment that is being edited, and the text that the user started from. */
  edited(
    pressed: PressedComment | undefined,
  ): { readonly target: CommentTarget; readonly text: string; readonly was: string } | undefined {
    if (!(pressed instanceof ShownComment)) return undefined;
    const { body, target, text: was } = pressed;
    return { target, text: typeof body === 'string' ? body : body.value, was };
  }

  /** Returns the changes that a comment suggests; undefined for other arguments. */
  suggestedBy(pressed: PressedComment | undefined): readonly SuggestedEdit[] | undefined {
    return pressed instanceof ShownComment ? pressed.edits : undefined;
  }

  /** Redraws the comments of all merge requests, and offers again the lines that can have comments. */
  redrawAll(): void {
    for (const view of this.#views.all()) this.#draw(view);
    this.#offerRanges();
  }

  /**
   * Redraws the comments of a merge request, because files in the workspace determine whether suggestions can
   * be applied.
   */
  redraw(key: MergeRequestKey): void {
    this.#redrawAll(this.#views.of(key));
  }

  /** Returns the threads on a side, by URI. */
  threadsOn(uri: string): readonly CommentThread[] {
    return this.#views.at(uri)?.threads ?? [];
  }

  /** Returns the lines of a side that can have comments, by URI. */
  async rangesOn(uri: string): Promise<Range[]> {
    const view = this.#currentViews.at(uri);
    // The editor can ask before it reports that it shows the file.
    if (view === undefined && uri.startsWith(`${REVIEW_SCHEME}:`)) this.#withoutRanges.add(uri);
    try {
      return (await view?.ranges()) ?? [];
    } catch (error) {
      ignoreError(error);
      // Drawing the comments reports the failure. The ranges are offered after it succeeds.
      this.#withoutRanges.add(uri);
      return [];
    }
  }

  /** Returns the targets of all visible threads, in the order of their creation. */
  inSight(sides: readonly Side[]): readonly (CommentTarget | undefined)[] {
    return this.#views.inSight(sides);
  }

  /** Returns the targets of the threads on the line of the cursor. */
  atCursor(): readonly CommentTarget[] {
    return this.#views.atCursor();
  }

  /** Expands a thread immediately, or when it becomes visible. */
  unfold(discussion: string): void {
    this.#wanted = discussion;
    for (const view of this.#views.all()) {
      const thread = view.threadOf(discussion);
      if (thread !== undefined) expandThread(thread);
    }
  }

  /** The merge request of the active diff. */
  active(): MergeRequestKey | undefined {
    const address = window.activeTextEditor && shownSide(window.activeTextEditor.document.uri);
    return address && { base: address.base, project: address.project, iid: address.iid };
  }

  dispose(): void {
    this.#parts.dispose();
    this.#controller?.dispose();
  }

  /** The views of all visible editors, also of one that was opened in this turn. */
  get #currentViews(): CommentViews {
    this.#editorsLater.flush();
    return this.#views;
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
      const address = shownSide(document.uri);
      if (address === undefined || address.form !== 'file') continue;
      const view = this.#views.at(document.uri.toString()) ?? this.#open(document, address);
      this.#freshness.seen(view.key);
    }
    this.#pendingLater.schedule();
  }

  #open(document: TextDocument, address: SideAddress): CommentView {
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

  /** Redraws suggestions for a changed workspace file, because they may be applied or outdated. */
  #followFile({ uri }: TextDocument): void {
    if (uri.scheme === REVIEW_SCHEME) return;
    for (const view of this.#views.all()) if (view.suggestsIn(uri.path)) this.#draw(view);
  }

  /** Draws views in later turns, because other parts follow the same events. */
  #redrawAll(views: readonly CommentView[]): void {
    for (const view of views) this.#changed.add(view);
    this.#drawLater.schedule();
  }

  /** Draws one of the changed views, and the others in later turns. */
  #drawNext(): void {
    const [view] = this.#changed;
    if (view === undefined) return;
    this.#changed.delete(view);
    if (this.#changed.size > 0) this.#drawLater.schedule();
    if (this.#views.all().includes(view)) this.#draw(view);
  }

  #draw(view: CommentView): void {
    // The editor keeps only one of the two: options, until reactions are loaded, or the handler.
    if (this.#deps.reactions.peek(view.key) !== undefined)
      this.#made().reactionHandler ??= (comment, reaction) => toggleReaction(this.#deps, comment, reaction);
    view.draw().then(
      () => {
        this.#pendingLater.schedule();
        this.#showReason(view.key);
        if (this.#withoutRanges.delete(view.document.uri.toString())) this.#offerRanges();
      },
      (error: unknown) => {
        // Without a token, such as after sign-out, the views show the reason.
        if (isApiError(error, 'unauthorized') && error.status === undefined) return;
        const id = mergeRequestId(view.key);
        if (this.#reported.has(id)) return;
        // Reports the failure once per merge request, until the user retries.
        this.#reported.add(id);
        this.#deps.report(t("Couldn't load the comments on !{0}.", view.key.iid), error, () => {
          this.#reported.delete(id);
          for (const each of this.#views.all()) this.#draw(each);
        });
      },
    );
  }

  /** Shows once per merge request why comments can't be read or written. */
  #showReason(key: MergeRequestKey): void {
    const missing = this.#deps.discussions.peek(key)?.missing;
    const reason = this.#deps.readOnly.reasonFor(key);
    const id = mergeRequestId(key);
    const text =
      missing === undefined ? reason && commentsReadOnly(reason, key) : commentsMissing(missing, key.base);
    if (text === undefined || this.#reported.has(id)) return;
    this.#reported.add(id);
    this.#deps.prompts.showStatus(text);
  }

  /** Shows the pending comments, and sets which buttons comment boxes have. While the user types in one, it is the active editor. */
  #showPending(): void {
    this.#current = this.active() ?? this.#current;
    const drafts = this.#current && this.#deps.discussions.peek(this.#current)?.drafts;
    this.#deps.pending.show(this.#current, drafts?.length);
  }

  #made(): CommentController {
    this.#controller ??= createReviewComments((uri) => this.rangesOn(uri.toString()));
    return this.#controller;
  }

  /** The editor asks for the lines that can have comments only once per file, unless the provider is set again. */
  #offerRanges(): void {
    const provider = this.#controller?.commentingRangeProvider;
    if (provider !== undefined) this.#made().commentingRangeProvider = provider;
  }
}
