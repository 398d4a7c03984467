import * as z from 'zod/mini';

/** The value of a form field: a text, choice, or date; the state of a checkbox; or a list. */
const fieldValue = z.union([
  z.string(),
  z.boolean(),
  z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(1000)),
]);
export type FieldValue = z.infer<typeof fieldValue>;

const values = z.record(z.string().check(z.maxLength(200)), fieldValue);
/** The values of a form by field name. */
export type FormValues = z.infer<typeof values>;

const name = z.string().check(z.maxLength(200));

/** Messages from the page of a panel. Other messages are ignored. */
export const panelMessageSchema = z.discriminatedUnion('kind', [
  /** The page is loaded, but doesn't show any content yet. */
  z.object({ kind: z.literal('ready') }),
  /**
   * The user activated a button or link or submitted a form. `value` is the value of the button or the URL of
   * the link; `form` and `values` are set if it is part of a form.
   */
  z.object({
    kind: z.literal('act'),
    action: name,
    value: z.optional(z.string()),
    form: z.optional(name),
    values: z.optional(values),
  }),
  /** The user activated a button of a command. `value` is the target, as JSON. */
  z.object({ kind: z.literal('command'), command: name, value: z.optional(z.string()) }),
  /** Values that the user typed, sent after a delay. */
  z.object({ kind: z.literal('change'), form: name, values }),
  /**
   * Requests suggestions for a field. The response has the same number. Responses to earlier requests are
   * ignored.
   */
  z.object({ kind: z.literal('suggest'), form: name, field: name, text: name, number: z.number(), values }),
  /**
   * Attaches a file to a text. The Markdown is inserted at the mark of the page with this name. Without a file,
   * the user is asked for files; a file without data is too large to be sent.
   */
  z.object({
    kind: z.literal('attach'),
    form: name,
    mark: name,
    file: z.optional(
      z.object({
        name: z.string().check(z.maxLength(1000)),
        size: z.number(),
        data: z.optional(z.instanceof(ArrayBuffer)),
      }),
    ),
  }),
  /** The last suggestions are no longer needed. */
  z.object({ kind: z.literal('suggest-end'), form: name }),
]);
export type PanelMessage = z.infer<typeof panelMessageSchema>;

/**
 * The page's state that is restored after a reload of the window, limited to the part that the extension
 * reads: the key that it passed to the page.
 */
export const keptPageSchema = z.object({ kept: z.unknown() });

/** A suggestion: the field's value, and the label shown to the user. */
export interface Suggestion {
  readonly value: string;
  readonly label: string;
  readonly detail?: string | undefined;
}

/** Messages from the extension to the page. */
export type PanelPost =
  | { readonly kind: 'render'; readonly body: string }
  /**
   * Errors by field; an empty record removes all errors. Moves the focus to the first field with an error,
   * unless `focus` is false.
   */
  | {
      readonly kind: 'errors';
      readonly form: string;
      readonly errors: Readonly<Record<string, string>>;
      readonly focus?: boolean;
    }
  | {
      readonly kind: 'suggestions';
      readonly form: string;
      readonly field: string;
      readonly number: number;
      readonly items: readonly Suggestion[];
      /** A message instead of suggestions, for example the reason that there are none. */
      readonly note?: string | undefined;
    }
  /** Sets values in a form as if the user had typed them. */
  | { readonly kind: 'fill'; readonly form: string; readonly values: FormValues }
  /** Inserts a text at a mark, or at the end of the text if the page no longer has the mark. */
  | { readonly kind: 'insert'; readonly form: string; readonly mark: string; readonly text: string }
  /**
   * Discards typed values, so that the form shows the rendered ones. With `unadded`, keeps text that was
   * typed into the inputs of lists but not added.
   */
  | { readonly kind: 'forget'; readonly form: string; readonly unadded?: 'stays' }
  /**
   * An action is running: its button is marked as busy, and buttons of other actions with side effects are
   * disabled. Undefined: no action is running.
   */
  | { readonly kind: 'busy'; readonly action: string | undefined }
  /**
   * A status message for screen readers, which is also shown at the bottom of the page for a few seconds.
   */
  | { readonly kind: 'say'; readonly text: string }
  /**
   * Scrolls to the element with this ID. With `focus`, also moves the focus to it, and waits for it if it
   * doesn't exist yet, until the user scrolls, clicks, or presses a key.
   */
  | { readonly kind: 'reveal'; readonly id: string; readonly focus?: true }
  /** An image that the page requested, as a `data:` URL. */
  | { readonly kind: 'image'; readonly address: string; readonly data: string }
  /** Why an image isn't shown, next to its button. `link`: the label of a link that opens it in the browser. */
  | {
      readonly kind: 'image-problem';
      readonly address: string;
      readonly text: string;
      readonly link: string;
    };

/** Texts that the page's script shows. The placeholder `{0}` is replaced with the subject. */
export type PageWord =
  | 'remove'
  | 'added'
  | 'removed'
  | 'searching'
  | 'nothing'
  | 'found'
  | 'unadded'
  | 'working';
