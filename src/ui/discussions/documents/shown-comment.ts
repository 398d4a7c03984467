import { type Comment, CommentMode, type CommentReaction, type MarkdownString } from 'vscode';
import type { SuggestionOffer } from '../../../app/discussions/apply-suggestions/suggestion-offers';
import type { CommentTarget } from '../../../app/discussions/comment-targets';
import type { SuggestedEdit } from '../../../app/discussions/suggestions';
import { batchLabel, suggestionLabel } from '../../../presentation/discussions/comment-messages';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { parts } from '../../../presentation/shared/row';
import type { ShownNote, ShownThread } from './comment-items';

/** A displayed comment with the changes that it suggests. */
export interface SuggestingNote extends ShownNote {
  readonly edits: readonly SuggestedEdit[];
  readonly offer: SuggestionOffer;
}

/** A displayed thread with the changes that its comments suggest. */
export type SuggestingThread = Omit<ShownThread, 'notes'> & { readonly notes: readonly SuggestingNote[] };

/** A comment in the editor, with its target. */
export class ShownComment implements Comment {
  body: string | MarkdownString;
  mode = CommentMode.Preview;
  author: { name: string };
  contextValue: string;
  label?: string;
  timestamp?: Date;
  reactions: CommentReaction[];
  readonly target: CommentTarget;
  /** Unrendered Markdown. */
  readonly text: string;
  /** The suggested changes, in the order of the text. */
  readonly edits: readonly SuggestedEdit[];

  /** The server's names of emoji, by label. */
  readonly #emoji: ReadonlyMap<string, string>;

  constructor(note: SuggestingNote, body: MarkdownString) {
    const { target, text, author, at, contextTokens: tokens, reactions, edits, offer } = note;
    this.target = target;
    this.text = text;
    this.edits = edits;
    this.body = body;
    this.author = { name: escapeInvisibleLine(author) };
    const isNote = target.kind === 'note';
    this.contextValue = [...tokens, ...(isNote ? suggestionTokens(offer) : [])].join('.');
    const label = parts(note.label, isNote ? labelOf(edits, offer) : undefined);
    this.reactions = reactions.map(({ label: shown, count, own }) => ({
      label: shown,
      // Without an image, the editor shows the label.
      iconPath: '',
      count,
      authorHasReacted: own,
    }));
    this.#emoji = new Map(reactions.map((each) => [each.label, each.name]));
    if (label !== '') this.label = escapeInvisibleLine(label);
    if (at !== undefined) this.timestamp = new Date(at);
  }

  /** Returns the server's name of a displayed emoji. */
  emojiOf({ label }: Pick<CommentReaction, 'label'>): string | undefined {
    return this.#emoji.get(label);
  }
}

/** Tokens for `when` clauses of menus. */
const suggestionTokens = ({ canApply, canBatch, inBatch }: SuggestionOffer): readonly string[] => [
  ...(canApply ? ['suggestion'] : []),
  ...(canBatch ? ['canBatch'] : []),
  ...(inBatch > 0 ? ['inBatch'] : []),
];

function labelOf(
  edits: readonly SuggestedEdit[],
  { canApply, inBatch }: SuggestionOffer,
): string | undefined {
  if (inBatch > 0) return batchLabel(inBatch);
  return canApply ? undefined : suggestionLabel(edits[0]?.state);
}
