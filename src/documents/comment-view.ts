import {
  CommentMode,
  CommentThreadCollapsibleState,
  CommentThreadState,
  MarkdownString,
  Range,
  type Comment,
  type CommentController,
  type CommentReaction,
  type CommentThread,
  type TextDocument,
} from 'vscode';
import { positionIn, type CommentFrames, type SideFrame } from '../app/comment-frames';
import type { CommentOutbox } from '../app/comment-outbox';
import type { CommentTarget } from '../app/comment-targets';
import type { Discussions } from '../app/discussions';
import type { MergeRequestKey } from '../app/keys';
import type { Reactions } from '../app/reactions';
import type { Disposable } from '../base/disposable';
import { t } from '../base/localize';
import type { Suggestion } from '../domain/suggestions';
import { commentMarkdown } from '../presentation/comment-markdown';
import type { SideAddress } from '../presentation/side-address';
import { shownThreads, type Reader, type ShownNote, type ShownThread } from './comment-items';

export interface CommentViewPorts {
  readonly discussions: Discussions;
  readonly outbox: CommentOutbox;
  readonly reactions: Reactions;
  readonly frames: CommentFrames;
  readonly readerOf: (base: string) => Promise<Reader>;
  /** The web address of the project, which links of comments are read against. */
  readonly projectPage: (key: MergeRequestKey) => string;
  /** A thread that somebody wants to read: it is unfolded when it comes. */
  readonly isWanted: (discussion: string) => boolean;
}

/** A comment in the editor, with what it stands for. */
export class ShownComment implements Comment {
  body: string | MarkdownString;
  mode = CommentMode.Preview;
  author: { name: string };
  contextValue: string;
  label?: string;
  timestamp?: Date;
  reactions: CommentReaction[];
  readonly target: CommentTarget;
  /** As it was written. */
  readonly text: string;

  /** The server's names of emoji, by how they are shown. */
  readonly #emoji: ReadonlyMap<string, string>;

  constructor({ target, text, author, at, label, words, reactions }: ShownNote, body: MarkdownString) {
    this.target = target;
    this.text = text;
    this.body = body;
    this.author = { name: author };
    this.contextValue = words.join('.');
    this.reactions = reactions.map(({ label: shown, count, own }) => ({
      label: shown,
      // Without a picture the editor shows the label.
      iconPath: '',
      count,
      authorHasReacted: own,
    }));
    this.#emoji = new Map(reactions.map((each) => [each.label, each.name]));
    if (label !== undefined) this.label = label;
    if (at !== undefined) this.timestamp = new Date(at);
  }

  /** What the server calls an emoji that is shown here. */
  emojiOf({ label }: Pick<CommentReaction, 'label'>): string | undefined {
    return this.#emoji.get(label);
  }
}

/** The comments of one side of a file in the editor. */
export class CommentView implements Disposable {
  readonly document: TextDocument;
  readonly key: MergeRequestKey;
  readonly #address: SideAddress;
  readonly #ports: CommentViewPorts;
  readonly #controller: CommentController;
  readonly #threads = new Map<string, { readonly thread: CommentThread; shown: string }>();
  readonly #targets = new Map<unknown, CommentTarget>();
  #frame: Promise<SideFrame | undefined> | undefined;
  #turn = 0;
  #ended = false;

  constructor(
    document: TextDocument,
    address: SideAddress,
    controller: CommentController,
    ports: CommentViewPorts,
  ) {
    this.document = document;
    this.key = { base: address.base, project: address.project, iid: address.iid };
    this.#address = address;
    this.#controller = controller;
    this.#ports = ports;
  }

  get path(): string {
    return this.#address.path;
  }

  get lines(): readonly string[] {
    return Array.from({ length: this.document.lineCount }, (_, line) => this.document.lineAt(line).text);
  }

  /** Undefined where nothing can be said on this side. */
  frame(): Promise<SideFrame | undefined> {
    this.#frame ??= this.#ports.frames.of(this.#address).catch((error: unknown) => {
      // The next who asks tries again.
      this.#frame = undefined;
      throw error;
    });
    return this.#frame;
  }

  /** The lines on which something can be said: all whose place on both sides is known. */
  async ranges(): Promise<Range[]> {
    const frame = await this.frame();
    const { missing } = await this.#ports.discussions.get(this.key);
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
    const position = frame && positionIn(frame, range.start.line + 1, range.end.line + 1);
    return position && { kind: 'lines', mergeRequest: this.key, position };
  }

  /** What a thread of this side stands for; undefined where it is none of ours, or a new one. */
  targetOf(thread: unknown): CommentTarget | undefined {
    return this.#targets.get(thread);
  }

  get threads(): readonly CommentThread[] {
    return [...this.#threads.values()].map(({ thread }) => thread);
  }

  threadOf(discussion: string): CommentThread | undefined {
    return this.#threads.get(`thread ${discussion}`)?.thread;
  }

  threadWith(comment: ShownComment): CommentThread | undefined {
    return [...this.#threads.values()].find(({ thread }) => thread.comments.includes(comment))?.thread;
  }

  /** A comment as it is shown while nobody changes it. */
  rendered({ text }: ShownComment, { range }: CommentThread): MarkdownString {
    return this.#markdown(text, range ?? new Range(0, 0, 0, 0));
  }

  /** Draws what is known now. */
  async draw(): Promise<void> {
    const turn = ++this.#turn;
    const { discussions, outbox, reactions, frames, readerOf } = this.#ports;
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
    if (turn !== this.#turn || this.#ended) return;
    const ids = new Set(here.map(({ shown }) => shown.id));
    for (const [id, { thread }] of this.#threads) {
      if (ids.has(id)) continue;
      thread.dispose();
      this.#threads.delete(id);
      this.#targets.delete(thread);
    }
    for (const each of here) this.#put(each.shown, each.range, each.older);
  }

  dispose(): void {
    this.#ended = true;
    for (const { thread } of this.#threads.values()) thread.dispose();
    this.#threads.clear();
  }

  #put(shown: ShownThread, range: Range, older: boolean): void {
    const known = this.#threads.get(shown.id);
    const now = JSON.stringify([shown, range, older]);
    if (known?.shown === now) return;
    const notes = this.#comments(shown, range, known?.thread.comments ?? []);
    // One that begins without a comment is shown as a box to write in.
    const thread = known?.thread ?? this.#controller.createCommentThread(this.document.uri, range, notes);
    const isResolved = shown.state === 'resolved';
    const wasResolved = thread.state === CommentThreadState.Resolved;
    if (!thread.range?.isEqual(range)) thread.range = range;
    thread.label = older ? t('{0} · made on an older version', shown.label) : shown.label;
    thread.contextValue = shown.words.join('.');
    thread.canReply = shown.target !== undefined;
    thread.state = isResolved ? CommentThreadState.Resolved : CommentThreadState.Unresolved;
    if (known !== undefined) thread.comments = notes;
    if (known === undefined || isResolved !== wasResolved) {
      const isWanted = shown.target?.kind === 'thread' && this.#ports.isWanted(shown.target.discussion);
      thread.collapsibleState =
        isResolved && !isWanted
          ? CommentThreadCollapsibleState.Collapsed
          : CommentThreadCollapsibleState.Expanded;
    }
    if (shown.target !== undefined) this.#targets.set(thread, shown.target);
    this.#threads.set(shown.id, { thread, shown: now });
  }

  /** One that is being edited stays as it is, whatever comes meanwhile. */
  #comments(shown: ShownThread, range: Range, before: readonly Comment[]): Comment[] {
    const edited = before.filter(
      (comment): comment is ShownComment =>
        comment instanceof ShownComment && comment.mode === CommentMode.Editing,
    );
    return shown.notes.map(
      (note) =>
        edited.find(({ target }) => JSON.stringify(target) === JSON.stringify(note.target)) ??
        new ShownComment(note, this.#markdown(note.text, range)),
    );
  }

  #markdown(text: string, range: Range): MarkdownString {
    const written = commentMarkdown(text, {
      project: this.#ports.projectPage(this.key),
      suggestedOn: (suggestion) => this.#linesOf(suggestion, range),
    });
    const markdown = new MarkdownString(written, false);
    markdown.isTrusted = false;
    markdown.supportHtml = false;
    return markdown;
  }

  #linesOf({ above, below }: Suggestion, range: Range): readonly string[] | undefined {
    const [from, to] = [range.end.line - above, range.end.line + below];
    if (from < 0 || to >= this.document.lineCount) return undefined;
    return Array.from({ length: to - from + 1 }, (_, index) => this.document.lineAt(from + index).text);
  }
}
