import {
  type Comment,
  type CommentController,
  CommentMode,
  type CommentThread,
  CommentThreadCollapsibleState,
  CommentThreadState,
  MarkdownString,
  Range,
  type TextDocument,
} from 'vscode';
import { type CommentFrames, positionIn, type SideFrame } from '../../app/review/comment-frames';
import type { CommentOutbox } from '../../app/review/comment-outbox';
import type { CommentTarget } from '../../app/review/comment-targets';
import type { Discussions } from '../../app/review/discussions';
import type { Reactions } from '../../app/review/reactions';
import type { SuggestedEdit, Suggestions } from '../../app/review/suggestions';
import type { MergeRequestKey } from '../../app/shared/keys';
import type { Disposable } from '../../base/disposable';
import { t } from '../../base/localize';
import type { Side } from '../../domain/review/positions';
import { wholeLines } from '../../editor/shared/whole-lines';
import { commentMarkdown } from '../../presentation/review/comment-markdown';
import type { SideAddress } from '../../presentation/review/side-address';
import { escapeInvisibleLine } from '../../presentation/shared/escape-invisible';
import { parts } from '../../presentation/shared/row';
import { type Reader, type ShownNote, type ShownThread, shownThreads } from './comment-items';
import { ShownComment, type SuggestingNote, type SuggestingThread } from './shown-comment';

export interface CommentViewDeps {
  readonly discussions: Discussions;
  readonly outbox: CommentOutbox;
  readonly reactions: Reactions;
  readonly frames: CommentFrames;
  readonly suggestions: Pick<Suggestions, 'of'>;
  readonly readerOf: (base: string) => Promise<Reader>;
  /** The web address of the project, which links of comments are read against. */
  readonly projectPage: (key: MergeRequestKey) => string;
  /** A thread that somebody wants to read: it is unfolded when it comes. */
  readonly isWanted: (discussion: string) => boolean;
}

/** A thread in the editor. `order` counts all threads up as they are created. */
interface MadeThread {
  readonly thread: CommentThread;
  readonly order: number;
  shown: string;
}

let created = 0;

/** The comments of one side of a file in the editor. */
export class CommentView implements Disposable {
  readonly document: TextDocument;
  readonly key: MergeRequestKey;
  readonly #address: SideAddress;
  readonly #deps: CommentViewDeps;
  readonly #controller: CommentController;
  readonly #threads = new Map<string, MadeThread>();
  readonly #targets = new Map<unknown, CommentTarget>();
  readonly #edits = new Map<string, readonly SuggestedEdit[]>();
  #frame: Promise<SideFrame | undefined> | undefined;
  #turn = 0;
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

  /** What the threads stand for, with the order in which they were created. */
  get created(): readonly { readonly order: number; readonly target: CommentTarget | undefined }[] {
    return [...this.#threads.values()].map(({ thread, order }) => ({
      order,
      target: this.#targets.get(thread),
    }));
  }

  get lines(): readonly string[] {
    return Array.from({ length: this.document.lineCount }, (_, line) => this.document.lineAt(line).text);
  }

  /** Undefined where nothing can be said on this side. */
  frame(): Promise<SideFrame | undefined> {
    this.#frame ??= this.#deps.frames.of(this.#address).catch((error: unknown) => {
      // The next who asks tries again.
      this.#frame = undefined;
      throw error;
    });
    return this.#frame;
  }

  /** The lines on which something can be said: all whose place on both sides is known. */
  async ranges(): Promise<Range[]> {
    const frame = await this.frame();
    const { missing } = await this.#deps.discussions.get(this.key);
    if (frame === undefined || missing !== undefined) return [];
    const isKnown = (line: number): boolean => positionIn(frame, line, line) !== undefined;
    const last = this.document.lineCount;
    // The last line of a document is empty where its file ends with a line end: no line of the file.
    const end = this.document.lineAt(last - 1).text === '' && last > 1 ? last - 1 : last;
    if (isKnown(1) && isKnown(end)) return [new Range(0, 0, end - 1, 0)];
    return frame.diff.hunks.map((hunk) => {
      const [start, lines] =
        frame.side === 'old' ? [hunk.oldStart, hunk.oldLines] : [hunk.newStart, hunk.newLines];
      return new Range(start - 1, 0, Math.max(start, start + lines - 1) - 1, 0);
    });
  }

  /** What lines of this side stand for; undefined where nothing can be said on them. */
  async linesTarget(range: Range): Promise<CommentTarget | undefined> {
    const frame = await this.frame();
    const { start, end } = wholeLines(range);
    const position = frame && positionIn(frame, start.line + 1, end.line + 1);
    return position && { kind: 'lines', mergeRequest: this.key, position };
  }

  /** What a thread of this side stands for; undefined where it is none of ours, or a new one. */
  targetOf(thread: unknown): CommentTarget | undefined {
    return this.#targets.get(thread);
  }

  get threads(): readonly CommentThread[] {
    return [...this.#threads.values()].map(({ thread }) => thread);
  }

  /** Whether a comment here suggests a change of the file at this path of the disk. */
  suggestsIn(path: string): boolean {
    return this.threads.some(({ comments }) =>
      comments.some(
        (comment) =>
          comment instanceof ShownComment && comment.edits.some((edit) => path.endsWith(`/${edit.path}`)),
      ),
    );
  }

  threadOf(discussion: string): CommentThread | undefined {
    return this.#threads.get(`thread ${discussion}`)?.thread;
  }

  threadWith(comment: ShownComment): CommentThread | undefined {
    return [...this.#threads.values()].find(({ thread }) => thread.comments.includes(comment))?.thread;
  }

  /** A comment as it is shown while nobody changes it. */
  rendered({ text, edits }: ShownComment): MarkdownString {
    return this.#markdown(text, edits);
  }

  /** Draws what is known now. */
  async draw(): Promise<void> {
    const turn = ++this.#turn;
    const { discussions, outbox, reactions, frames, readerOf } = this.#deps;
    const talk = await discussions.get(this.key);
    const frame = await this.frame();
    const reader = await readerOf(this.key.base);
    const beside = { unsent: outbox.list(this.key), reactions: reactions.peek(this.key), reader };
    const all = shownThreads(this.key, talk, beside);
    const here: { shown: ShownThread; range: Range; older: boolean }[] = [];
    for (const shown of frame === undefined ? [] : all) {
      const placed = frame && (await frames.place(this.key, frame, shown.position));
      if (placed === undefined || placed.span.side !== frame?.side) continue;
      const last = this.document.lineCount - 1;
      const [start, end] = [Math.min(placed.span.start - 1, last), Math.min(placed.span.end - 1, last)];
      here.push({ shown, range: new Range(start, 0, end, 0), older: placed.older });
    }
    // Overtaken by what is known since.
    if (!this.#isLast(turn)) return;
    const ids = new Set(here.map(({ shown }) => shown.id));
    for (const [id, { thread }] of this.#threads) {
      if (ids.has(id)) continue;
      thread.dispose();
      this.#threads.delete(id);
      this.#targets.delete(thread);
    }
    const put = (): void => {
      for (const { shown, range, older } of here)
        this.#put({ ...shown, notes: shown.notes.map((note) => this.#withEdits(note)) }, range, older);
    };
    put();
    // Nobody waits for git and for files of the workspace to read what was said.
    const suggesting = here.flatMap(({ shown }) =>
      shown.notes.flatMap((note) => (/suggestion/.test(note.text) ? [this.#learn(note, shown)] : [])),
    );
    if (suggesting.length === 0) return;
    await Promise.all(suggesting);
    if (this.#isLast(turn)) put();
  }

  dispose(): void {
    this.#ended = true;
    for (const { thread } of this.#threads.values()) thread.dispose();
    this.#threads.clear();
  }

  #isLast(turn: number): boolean {
    return turn === this.#turn && !this.#ended;
  }

  #put(shown: SuggestingThread, range: Range, older: boolean): void {
    const known = this.#threads.get(shown.id);
    const now = JSON.stringify([shown, range, older]);
    if (known?.shown === now) return;
    const notes = this.#comments(shown, known?.thread.comments ?? []);
    // One that begins without a comment is shown as a box to write in.
    const thread = known?.thread ?? this.#controller.createCommentThread(this.document.uri, range, notes);
    const isResolved = shown.state === 'resolved';
    const wasResolved = thread.state === CommentThreadState.Resolved;
    if (!thread.range?.isEqual(range)) thread.range = range;
    const label = escapeInvisibleLine(shown.label);
    thread.label = parts(label, older ? t('created on an older version') : undefined);
    thread.contextValue = shown.contextTokens.join('.');
    thread.canReply = shown.target !== undefined;
    thread.state = isResolved ? CommentThreadState.Resolved : CommentThreadState.Unresolved;
    if (known !== undefined) thread.comments = notes;
    if (known === undefined || isResolved !== wasResolved) {
      const isWanted = shown.target?.kind === 'thread' && this.#deps.isWanted(shown.target.discussion);
      thread.collapsibleState =
        isResolved && !isWanted
          ? CommentThreadCollapsibleState.Collapsed
          : CommentThreadCollapsibleState.Expanded;
    }
    if (shown.target !== undefined) this.#targets.set(thread, shown.target);
    this.#threads.set(shown.id, { thread, shown: now, order: known?.order ?? ++created });
  }

  /** One that is being edited stays as it is, whatever comes meanwhile. */
  #comments(shown: SuggestingThread, before: readonly Comment[]): Comment[] {
    const edited = before.filter(
      (comment): comment is ShownComment =>
        comment instanceof ShownComment && comment.mode === CommentMode.Editing,
    );
    return shown.notes.map(
      (note) =>
        edited.find(({ target }) => JSON.stringify(target) === JSON.stringify(note.target)) ??
        new ShownComment(note, this.#markdown(note.text, note.edits)),
    );
  }

  /** The changes that a comment suggests. What can't be read now is read with the next drawing. */
  async #learn(note: ShownNote, thread: ShownThread): Promise<void> {
    const { text: body, suggestions: told } = note;
    const position = note.position ?? thread.position;
    const edits = await this.#deps.suggestions.of(this.key, { body, position, told }).catch(() => []);
    this.#edits.set(editsKey(note), edits);
  }

  /** A comment with what is known of its suggestions. */
  #withEdits(note: ShownNote): SuggestingNote {
    return { ...note, edits: this.#edits.get(editsKey(note)) ?? [] };
  }

  #markdown(text: string, edits: readonly SuggestedEdit[]): MarkdownString {
    const written = commentMarkdown(text, {
      project: this.#deps.projectPage(this.key),
      suggestedOn: (index) => edits[index]?.on?.lines,
    });
    const markdown = new MarkdownString(written, false);
    markdown.isTrusted = false;
    markdown.supportHtml = false;
    return markdown;
  }
}

/** A comment that was edited suggests something else. */
const editsKey = ({ target, text }: ShownNote): string => JSON.stringify([target, text]);
