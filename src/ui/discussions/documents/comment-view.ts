import {
  type Comment,
  type CommentController,
  CommentMode,
  type CommentThread,
  CommentThreadCollapsibleState,
  CommentThreadState,
  MarkdownString,
  type Range,
  type TextDocument,
} from 'vscode';
import { type CommentableSide, positionIn } from '../../../app/changes/commentable-files';
import type { CommentTarget } from '../../../app/discussions/comment-targets';
import type { SuggestedEdit } from '../../../app/discussions/suggestions';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { deepEqual } from '../../../base/deep-equal';
import type { Disposable } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { finish, finishInSlices, type Steps } from '../../../base/slices';
import { imagePlaceOf, type ReportedPosition, type Side } from '../../../domain/changes/positions';
import type { SideAddress } from '../../../presentation/changes/side-address';
import { commentSteps } from '../../../presentation/discussions/comment-markdown';
import { imagePlaceLabel } from '../../../presentation/discussions/comment-messages';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import type { MarkdownPlaces } from '../../../presentation/shared/markdown/markdown';
import { mayNameParts } from '../../../presentation/shared/markdown/references';
import { parts } from '../../../presentation/shared/row';
import {
  commentableRanges,
  documentLines,
  FIRST_LINE,
  isSameRange,
  sideLines,
} from '../../changes/documents/side-lines';
import { wholeLines } from '../../shared/editor/whole-lines';
import type { CommentViewDeps } from './comment-deps';
import { type ShownNote, type ShownThread, shownThreads, suggestedKey } from './comment-items';
import { ShownComment, type SuggestingNote, type SuggestingThread } from './shown-comment';
import { collapsesOnResolve, collapseThread, expandThread, threadChanged } from './thread-expansion';

/** Returns Markdown whose links can't run commands, and whose HTML isn't rendered. */
function untrustedMarkdown(text: string): MarkdownString {
  const markdown = new MarkdownString(text, false);
  markdown.isTrusted = false;
  markdown.supportHtml = false;
  return markdown;
}

/** Renders a comment in steps. `places`: resolves links and references. `edits`: the changes that it suggests. */
function* commentBodySteps(
  places: MarkdownPlaces,
  text: string,
  edits: readonly SuggestedEdit[],
): Steps<MarkdownString> {
  return untrustedMarkdown(
    yield* commentSteps(text, {
      project: places.project ?? places.base,
      page: places.page,
      references: places,
      suggestedOn: (index) => edits[index]?.on?.lines,
    }),
  );
}

/** A thread in the editor. `order`: increases with every thread that is created. `shown`, `comments`: what it was made from. */
interface MadeThread {
  readonly thread: CommentThread;
  readonly order: number;
  readonly shown: unknown;
  readonly comments: unknown;
}

/**
 * Place of a thread. `range`: undefined for the whole file. `older`: it was created on an older version.
 * `isChanged`: its lines have local changes.
 */
interface ThreadPlace {
  readonly range: Range | undefined;
  readonly older: boolean;
  readonly isChanged: boolean;
}

interface PlacedThread {
  readonly shown: ShownThread;
  readonly place: ThreadPlace;
}

const { Collapsed, Expanded } = CommentThreadCollapsibleState;

/**
 * Number of unresolved threads of a file that start expanded, except for a single new thread. The editor opens a document
 * for the reply box of each expanded thread, and hundreds of them at once would block other extensions. Resolved threads
 * don't count, because they start collapsed.
 */
const MAX_EXPANDED = 40;

let created = 0;

/** The comments on one side of a file in an editor. */
export class CommentView implements Disposable {
  readonly document: TextDocument;
  readonly key: MergeRequestKey;
  #address: SideAddress;
  readonly #deps: CommentViewDeps;
  readonly #controller: CommentController;
  readonly #threads = new Map<string, MadeThread>();
  readonly #targets = new Map<unknown, CommentTarget>();
  readonly #edits = new Map<string, readonly SuggestedEdit[]>();
  #frame: Promise<CommentableSide | undefined> | undefined;
  #turn = 0;
  /** Number of unresolved threads that the last call of `draw` adds. */
  #added = 0;
  #ended = false;

  constructor(
    document: TextDocument,
    address: SideAddress,
    controller: CommentController,
    deps: CommentViewDeps,
  ) {
    this.document = document;
    this.key = { base: address.base, project: address.project, iid: address.iid };
    this.#address = address;
    this.#controller = controller;
    this.#deps = deps;
  }

  get path(): string {
    return this.#address.path;
  }

  get side(): Side {
    return this.#address.side;
  }

  /** The targets of the threads, with the order of their creation. */
  get created(): readonly { readonly order: number; readonly target: CommentTarget | undefined }[] {
    return [...this.#threads.values()].map(({ thread, order }) => ({
      order,
      target: this.#targets.get(thread),
    }));
  }

  /**
   * Shows another version of the same file after a push. Returns false for a side of another merge request. Threads
   * are kept, because a comment may be being edited.
   */
  follow(address: SideAddress): boolean {
    if (mergeRequestId(address) !== mergeRequestId(this.key)) return false;
    if (JSON.stringify(address) !== JSON.stringify(this.#address)) this.#frame = undefined;
    this.#address = address;
    return true;
  }

  /** Undefined if comments aren't possible on this side. */
  frame(): Promise<CommentableSide | undefined> {
    this.#frame ??= this.#deps.frames.of(this.#address).catch((error: unknown) => {
      // The next call tries again.
      this.#frame = undefined;
      throw error;
    });
    return this.#frame;
  }

  /**
   * Returns the lines that can have comments: those whose positions on both sides are known; none if the project is
   * archived or the token can only read.
   */
  async ranges(): Promise<Range[]> {
    const frame = await this.frame();
    const { missing } = await this.#deps.discussions.get(this.key);
    if (frame === undefined || missing !== undefined) return [];
    if ((await this.#deps.readOnly.readReason(this.key)) !== undefined) return [];
    return commentableRanges(this.document, frame);
  }

  /** Returns the target for lines of this side; undefined if comments aren't possible on them. */
  async linesTarget(range: Range): Promise<CommentTarget | undefined> {
    const frame = await this.frame();
    const lines = sideLines(this.document, wholeLines(range));
    const position = frame && lines && positionIn(frame, lines.start, lines.end);
    return position && { kind: 'lines', mergeRequest: this.key, position };
  }

  /** Returns the target of a thread on this side; undefined for other and for new threads. */
  targetOf(thread: unknown): CommentTarget | undefined {
    return this.#targets.get(thread);
  }

  /** Returns the targets of the threads that end on a line, which starts at 0. The editor shows them below it. */
  targetsOn(line: number): readonly CommentTarget[] {
    return this.threads.flatMap((thread) =>
      (thread.range ?? FIRST_LINE).end.line === line ? (this.#targets.get(thread) ?? []) : [],
    );
  }

  get threads(): readonly CommentThread[] {
    return [...this.#threads.values()].map(({ thread }) => thread);
  }

  /** True if a comment suggests a change of the file at this file system path. */
  suggestsIn(path: string): boolean {
    return [...this.#edits.values()].flat().some((edit) => path.endsWith(`/${edit.path}`));
  }

  threadOf(discussion: string): CommentThread | undefined {
    return this.#threads.get(`thread ${discussion}`)?.thread;
  }

  threadWith(comment: ShownComment): CommentThread | undefined {
    return [...this.#threads.values()].find(({ thread }) => thread.comments.includes(comment))?.thread;
  }

  /** Renders a comment that isn't being edited. */
  rendered({ text, edits }: ShownComment): MarkdownString {
    return finish(this.#body(text, edits));
  }

  /** Displays the loaded comments. */
  async draw(): Promise<void> {
    const turn = ++this.#turn;
    const { discussions, outbox, reactions, frames, readerOf, readOnly } = this.#deps;
    const [comments, reason] = await Promise.all([discussions.get(this.key), readOnly.readReason(this.key)]);
    const frame = await this.frame();
    const reader = await readerOf(this.key.base);
    const unsent = outbox.list(this.key);
    const beside = { unsent, reactions: reactions.peek(this.key), reader, readOnly: reason };
    const all = shownThreads(this.key, comments, beside);
    const here: PlacedThread[] = [];
    for (const shown of frame === undefined ? [] : all) {
      const placed = frame && (await frames.place(this.key, frame, shown.position));
      if (placed === undefined || placed.side !== frame?.side) continue;
      const lines =
        placed.span === undefined
          ? { range: undefined, isChanged: false }
          : documentLines(this.document, placed.span);
      here.push({ shown, place: { ...lines, older: placed.older } });
    }
    // A newer call has replaced this one.
    if (!this.#isLast(turn)) return;
    const ids = new Set(here.map(({ shown }) => shown.id));
    for (const [id, { thread }] of this.#threads) {
      if (ids.has(id)) continue;
      thread.dispose();
      this.#threads.delete(id);
      this.#targets.delete(thread);
    }
    this.#added = here.filter(
      ({ shown: { id, state } }) => state !== 'resolved' && !this.#threads.has(id),
    ).length;
    const put = async (): Promise<boolean> =>
      (await finishInSlices(this.#putAll(here), () => this.#isLast(turn))) !== undefined;
    if (!(await put())) return;
    // Displays the comments before suggestions are checked, which requires git and workspace files.
    const suggesting = here.flatMap(({ shown }) =>
      shown.notes.flatMap((note) => (/suggestion/.test(note.text) ? [this.#learn(note, shown)] : [])),
    );
    if (suggesting.length === 0) return;
    await Promise.all(suggesting);
    if (this.#isLast(turn)) await put();
  }

  dispose(): void {
    this.#ended = true;
    for (const { thread } of this.#threads.values()) thread.dispose();
    this.#threads.clear();
  }

  #isLast(turn: number): boolean {
    return turn === this.#turn && !this.#ended;
  }

  /** Displays threads in steps, because the comments of one thread can be as large as a response. */
  *#putAll(threads: readonly PlacedThread[]): Steps<undefined> {
    for (const { shown, place } of threads) {
      yield* this.#put({ ...shown, notes: shown.notes.map((note) => this.#withEdits(note)) }, place);
      yield;
    }
    return undefined;
  }

  *#put(shown: SuggestingThread, { range, older, isChanged }: ThreadPlace): Steps<undefined> {
    const { textParts } = this.#deps;
    if (shown.notes.some(({ text }) => mayNameParts(text))) textParts.load(this.key);
    // Labels and milestones in the text are shown when they are loaded.
    const comments = [shown.notes, textParts.peek(this.key) !== undefined];
    const lines = range && [range.start.line, range.start.character, range.end.line, range.end.character];
    const now = [shown, lines, older, isChanged, comments];
    if (deepEqual(this.#threads.get(shown.id)?.shown, now)) return undefined;
    const bodies = yield* this.#bodies(shown);
    const known = this.#threads.get(shown.id);
    const notes = this.#comments(shown, bodies, known?.thread.comments ?? []);
    // The editor shows a thread without comments as an input box.
    const thread =
      known?.thread ?? this.#controller.createCommentThread(this.document.uri, range ?? FIRST_LINE, notes);
    const isResolved = shown.state === 'resolved';
    const wasResolved = thread.state === CommentThreadState.Resolved;
    if (!isSameRange(thread.range, range)) thread.range = range;
    const label = escapeInvisibleLine(shown.label);
    thread.label = parts(
      label,
      range === undefined ? wholeFileLabel(shown.position) : undefined,
      older ? t('created on an older version') : undefined,
      isChanged ? t('changed in your workspace') : undefined,
    );
    thread.contextValue = shown.contextTokens.join('.');
    thread.canReply = shown.canReply;
    thread.state = isResolved ? CommentThreadState.Resolved : CommentThreadState.Unresolved;
    // The editor collapses a thread if it receives comments after the thread was resolved.
    if (known !== undefined && !deepEqual(known.comments, comments)) thread.comments = notes;
    if (known === undefined) {
      const isWanted = shown.target?.kind === 'thread' && this.#deps.isWanted(shown.target.discussion);
      thread.collapsibleState = (isResolved || this.#hasEnoughExpanded()) && !isWanted ? Collapsed : Expanded;
    } else if (isResolved !== wasResolved) {
      (isResolved && collapsesOnResolve() ? collapseThread : expandThread)(thread);
    } else {
      threadChanged(thread);
    }
    if (shown.target !== undefined) this.#targets.set(thread, shown.target);
    this.#threads.set(shown.id, { thread, shown: now, comments, order: known?.order ?? ++created });
    return undefined;
  }

  /** True if the next new thread starts collapsed. */
  #hasEnoughExpanded(): boolean {
    if (this.#added <= 1) return false;
    const unresolved = this.threads.filter(({ state }) => state === CommentThreadState.Unresolved);
    return unresolved.length >= MAX_EXPANDED;
  }

  *#bodies({ notes }: SuggestingThread): Steps<readonly MarkdownString[]> {
    const bodies: MarkdownString[] = [];
    for (const { text, edits } of notes) {
      bodies.push(yield* this.#body(text, edits));
      yield;
    }
    return bodies;
  }

  /** Comments that are being edited aren't updated. */
  #comments(
    shown: SuggestingThread,
    bodies: readonly MarkdownString[],
    before: readonly Comment[],
  ): Comment[] {
    const edited = before.filter(
      (comment): comment is ShownComment =>
        comment instanceof ShownComment && comment.mode === CommentMode.Editing,
    );
    return shown.notes.flatMap((note, index) => {
      const body = bodies[index];
      const known = edited.find(({ target }) => JSON.stringify(target) === JSON.stringify(note.target));
      if (known !== undefined) return [known];
      return body === undefined ? [] : [new ShownComment(note, body)];
    });
  }

  /** Loads the changes that a comment suggests. After a failure, the next redraw tries again. */
  async #learn(note: ShownNote, thread: ShownThread): Promise<void> {
    const { text: body, suggestions: serverSuggestions } = note;
    const position = note.position ?? thread.position;
    const edits = await this.#deps.suggestions
      .of(this.key, { body, position, serverSuggestions })
      .catch(() => []);
    this.#edits.set(suggestedKey(note), edits);
  }

  /** Adds the loaded suggestions to a comment. */
  #withEdits(note: ShownNote): SuggestingNote {
    const edits = this.#edits.get(suggestedKey(note)) ?? [];
    return { ...note, edits, offer: this.#deps.suggestionOffers.of(this.key, edits) };
  }

  #body(text: string, edits: readonly SuggestedEdit[]): Steps<MarkdownString> {
    return commentBodySteps(this.#deps.placesOf(this.key), text, edits);
  }
}

/** Label of a thread that isn't on lines. */
function wholeFileLabel(position: ReportedPosition): string {
  const image = imagePlaceOf(position);
  return image === undefined ? t('on the whole file') : t('at {0}', imagePlaceLabel(image));
}
