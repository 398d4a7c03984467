/** Kind of a part of a text, by its element. */
export type MarkdownPart =
  | 'p'
  | 'div'
  | 'dl'
  | 'dt'
  | 'dd'
  | 'details'
  | 'summary'
  | 'kbd'
  | 'sub'
  | 'sup'
  | 'del'
  | 'ins'
  /** Only its content is shown. */
  | 'span'
  /** Raw HTML, replaced with code. */
  | 'pre'
  | 'code'
  | 'em'
  | 'strong'
  | 's'
  | 'blockquote'
  | 'ul'
  | 'ol'
  | 'li'
  | 'task'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  /** The footnotes at the end of a text. */
  | 'footnotes'
  /** No element: a paragraph in a list without blank lines. */
  | 'nothing';

/** Kinds of alerts, such as `> [!note]`. */
export const ALERTS = ['note', 'tip', 'important', 'caution', 'warning'] as const;
export type Alert = (typeof ALERTS)[number];

/** `[ ]`, `[x]`, or `[~]`: a task that doesn't apply can't be checked. */
export type TaskState = 'open' | 'checked' | 'inapplicable';

/** A checkbox of a task list. `line`: the line of the source, counted from 0; undefined if unknown. */
export interface TaskBox {
  readonly kind: 'box';
  readonly state: TaskState;
  readonly label: string;
  readonly line: number | undefined;
}

/** The columns and rows that a table cell extends over. */
export interface CellSpan {
  readonly columns: number;
  readonly rows: number;
}

/** A node of a parsed Markdown text. */
export type MarkdownNode =
  | { readonly kind: 'text'; text: string }
  /** `math`: a formula. */
  | { readonly kind: 'code'; readonly text: string; readonly math?: true }
  /** `info`: the text after the fence, such as a language. `end`: the number of source lines up to its end, if known. */
  | {
      readonly kind: 'block';
      readonly text: string;
      readonly info: string;
      readonly end?: number | undefined;
    }
  | { readonly kind: 'br' | 'hr' }
  | TaskBox
  /** `width`, `height`: such as `200` (pixels) or `50%`. */
  | {
      readonly kind: 'image';
      readonly address: string;
      readonly text: string;
      width?: string | undefined;
      height?: string | undefined;
    }
  | { readonly kind: 'link'; readonly address: string; readonly children: MarkdownNode[] }
  /** The mark of a footnote in the text, counted from 1. */
  | { readonly kind: 'mark'; readonly number: number }
  /** The text of a footnote. */
  | { readonly kind: 'footnote'; readonly number: number; readonly children: MarkdownNode[] }
  /** `title`: replaces the name of the kind. */
  | {
      readonly kind: 'alert';
      readonly alert: Alert;
      readonly title: readonly MarkdownNode[];
      readonly children: readonly MarkdownNode[];
    }
  /** `start`: the first number of a list, the language of code, or `open` for details. */
  | {
      readonly kind: 'part';
      name: MarkdownPart;
      readonly align: string;
      readonly children: MarkdownNode[];
      readonly start: string;
      readonly span?: CellSpan | undefined;
    };
