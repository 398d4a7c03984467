import type { FieldValue, Suggestion } from '../../../schemas/panel-message';
import type { Content } from '../html';
import type { UploadOf } from './text-editor';

/** Common properties of fields. A field's value is returned under its name. */
interface FieldBase {
  readonly name: string;
  readonly label: string;
  /** A sentence below the field. */
  readonly hint?: string | undefined;
  /** Validation message. */
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Reports a selection immediately (as `change`), because other fields depend on it. */
  readonly reportsChange?: boolean | undefined;
  /** Buttons below the field. */
  readonly buttons?: readonly FormButton[] | undefined;
}

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Only for radio buttons. */
  readonly disabled?: boolean | undefined;
}

export type Field = FieldBase &
  (
    | {
        readonly kind: 'text' | 'number' | 'date';
        readonly value: string;
        readonly placeholder?: string | undefined;
        readonly longest?: number | undefined;
        /** Requests suggestions while the user types (`suggest`); other values are accepted too. */
        readonly suggests?: boolean | undefined;
        /** Enter selects the first suggestion. The extension validates texts that match none. */
        readonly chosen?: boolean | undefined;
      }
    | {
        readonly kind: 'textarea';
        readonly value: string;
        readonly rows?: number | undefined;
        readonly placeholder?: string | undefined;
        readonly longest?: number | undefined;
      }
    /** Markdown, with a preview and attachments. At most one in a form. */
    | {
        readonly kind: 'markdown';
        readonly value: string;
        readonly rows: number;
        readonly placeholder: string;
        /** The formatted text; undefined while the user writes. */
        readonly previewed: Content;
        readonly uploads: readonly UploadOf[];
      }
    | { readonly kind: 'select'; readonly value: string; readonly options: readonly Option[] }
    /** A few options side by side, such as no / is / is not. */
    | { readonly kind: 'radio'; readonly value: string; readonly options: readonly Option[] }
    | { readonly kind: 'checkbox'; readonly value: boolean }
    /** Several values as chips, selected from suggestions. */
    | {
        readonly kind: 'list';
        readonly value: readonly Suggestion[];
        /** Accepts values that aren't suggestions. */
        readonly free?: boolean | undefined;
        readonly most?: number | undefined;
        readonly placeholder?: string | undefined;
      }
  );

/** Fields side by side if there is space, such as a radio group and its list. */
export interface FieldRow {
  readonly row: readonly Field[];
}

export interface FormSection {
  readonly title?: string | undefined;
  readonly hint?: string | undefined;
  readonly fields: readonly (Field | FieldRow)[];
  /** Initially collapsed, unless one of its fields has an error. */
  readonly folded?: boolean | undefined;
}

/** A form as data. */
export interface Form {
  /** Name of the form in messages. */
  readonly name: string;
  /** Label for screen readers. */
  readonly label: string;
  readonly sections: readonly FormSection[];
  /** Enter runs the first button. */
  readonly buttons: readonly FormButton[];
  /** Shown above the fields if the entire form was rejected. */
  readonly error?: string | undefined;
}

export interface FormButton {
  readonly action: string;
  readonly label: string;
  readonly style?: 'primary' | 'secondary' | 'danger' | 'link' | undefined;
  readonly disabled?: boolean | undefined;
}

/** Returns the fields of a form in order. */
export const fieldsOf = (form: Form): readonly Field[] =>
  form.sections.flatMap(({ fields }) => fields.flatMap((each) => ('row' in each ? each.row : [each])));

/** Returns the rendered values of a form, in the format of the values that the page sends. */
export function valuesOf(form: Form): Record<string, FieldValue> {
  return Object.fromEntries(fieldsOf(form).map((field) => [field.name, valueOf(field)]));
}

const valueOf = (field: Field): FieldValue =>
  field.kind === 'list' ? field.value.map(({ value }) => value) : field.value;
