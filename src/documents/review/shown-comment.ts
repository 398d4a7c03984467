import { type Comment, CommentMode, type CommentReaction, type MarkdownString } from 'vscode';
import type { CommentTarget } from '../../app/review/comment-targets';
import type { SuggestedEdit } from '../../app/review/suggestions';
import { suggestionLabel } from '../../presentation/review/comment-messages';
import { escapeInvisibleLine } from '../../presentation/shared/escape-invisible';
import { parts } from '../../presentation/shared/row';
import type { ShownNote, ShownThread } from './comment-items';

/** A comment with the changes that it suggests. */
export interface SuggestingNote extends ShownNote {
  readonly edits: readonly SuggestedEdit[];
}

/** A thread whose comments are such. */
export type SuggestingThread = Omit<ShownThread, 'notes'> & { readonly notes: readonly SuggestingNote[] };

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
  /** The changes that it suggests, in their order. */
  readonly edits: readonly SuggestedEdit[];

  /** The server's names of emoji, by how they are shown. */
  readonly #emoji: ReadonlyMap<string, string>;

  constructor(note: SuggestingNote, body: MarkdownString) {
    const { target, text, author, at, contextTokens: words, reactions, edits } = note;
    this.target = target;
    this.text = text;
    this.edits = edits;
    this.body = body;
    this.author = { name: escapeInvisibleLine(author) };
    const isOpen = edits.some(({ state }) => state === 'open');
    const isNote = target.kind === 'note';
    this.contextValue = [...words, ...(isNote && isOpen ? ['suggestion'] : [])].join('.');
    const label = parts(note.label, isNote && !isOpen ? suggestionLabel(edits[0]?.state) : undefined);
    this.reactions = reactions.map(({ label: shown, count, own }) => ({
      label: shown,
      // Without a picture the editor shows the label.
      iconPath: '',
      count,
      authorHasReacted: own,
    }));
    this.#emoji = new Map(reactions.map((each) => [each.label, each.name]));
    if (label !== '') this.label = escapeInvisibleLine(label);
    if (at !== undefined) this.timestamp = new Date(at);
  }

  /** What the server calls an emoji that is shown here. */
  emojiOf({ label }: Pick<CommentReaction, 'label'>): string | undefined {
    return this.#emoji.get(label);
  }
}
