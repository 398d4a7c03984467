import * as z from 'zod/mini';

/** What a field of a form holds: text, a choice, a date; a box that is ticked or not; a list. */
const fieldValue = z.union([
  z.string(),
  z.boolean(),
  z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(1000)),
]);
export type FieldValue = z.infer<typeof fieldValue>;

const values = z.record(z.string().check(z.maxLength(200)), fieldValue);
/** The fields of a form by their names. */
export type FormValues = z.infer<typeof values>;

const name = z.string().check(z.maxLength(200));

/** What the page of a panel may say. Anything else is not heard. */
export const panelMessageSchema = z.discriminatedUnion('kind', [
  /** The page stands and shows nothing yet. */
  z.object({ kind: z.literal('ready') }),
  /** A button, a link or a form was used; `value` is the button's own, `form` and `values` where it stands in a form. */
  z.object({
    kind: z.literal('act'),
    action: name,
    value: z.optional(z.string()),
    form: z.optional(name),
    values: z.optional(values),
  }),
  /** What was typed so far, a moment after the last key. */
  z.object({ kind: z.literal('change'), form: name, values }),
  /** A field wants suggestions for what was typed; the answer bears the same number. A later number ends the former. */
  z.object({ kind: z.literal('suggest'), form: name, field: name, text: name, number: z.number(), values }),
]);
export type PanelMessage = z.infer<typeof panelMessageSchema>;

/** What the page keeps across a reload of the window, as far as the host reads it: the key that it was given. */
export const keptPageSchema = z.object({ kept: z.unknown() });

/** One suggestion: what the field takes, and what a person reads. */
export interface Suggestion {
  readonly value: string;
  readonly label: string;
  readonly detail?: string | undefined;
}

/** What the host says to the page. */
export type PanelPost =
  | { readonly kind: 'render'; readonly body: string }
  /** Errors by field; an empty record takes them away. The first one gets the focus. */
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
      /** Said where there are none, such as why. */
      readonly note?: string | undefined;
    }
  /** Puts values into a form as if they had been typed. */
  | { readonly kind: 'fill'; readonly form: string; readonly values: FormValues }
  /**
   * Forgets what was typed: from now on the form shows what the host rendered. `unadded` says whether texts stay that were
   * typed into lists and not added.
   */
  | { readonly kind: 'forget'; readonly form: string; readonly unadded?: 'stays' }
  /** Something runs: its button shows it, and what changes anything waits. Undefined: nothing runs. */
  | { readonly kind: 'busy'; readonly action: string | undefined }
  /** A sentence for those who hear the page; seen too, for a moment, at its foot. */
  | { readonly kind: 'say'; readonly text: string }
  /**
   * Brings a part of the page into sight, by its id. With `focus` it gets the focus too, and where it is not there yet
   * it is waited for until the person does something else.
   */
  | { readonly kind: 'reveal'; readonly id: string; readonly focus?: true }
  /** An image that was asked for, as a data: address. */
  | { readonly kind: 'image'; readonly address: string; readonly data: string };

/** Words that the page's script says by itself; `{0}` is what it is about. */
export type PageWord =
  'remove' | 'added' | 'removed' | 'searching' | 'nothing' | 'found' | 'unadded' | 'working';
