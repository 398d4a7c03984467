import type { FieldValue, Suggestion } from '../../schemas/panel-message';

/** What every field has. Its value comes back under its name. */
interface FieldBase {
  readonly name: string;
  readonly label: string;
  /** A sentence below the field. */
  readonly hint?: string | undefined;
  /** What is wrong with it. */
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Tells at once what was chosen (as `change`), because other fields depend on it. */
  readonly tells?: boolean | undefined;
  /** What else can be done about it, below it. */
  readonly buttons?: readonly FormButton[] | undefined;
}

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

export type Field = FieldBase &
  (
    | {
        readonly kind: 'text' | 'number' | 'date';
        readonly value: string;
        readonly placeholder?: string | undefined;
        readonly longest?: number | undefined;
        /** Asks for suggestions while typing (`suggest`); what is typed counts even where none fits. */
        readonly suggests?: boolean | undefined;
        /** Only what is suggested counts: Enter takes the first suggestion. The host says what is wrong with other texts. */
        readonly chosen?: boolean | undefined;
      }
    | {
        readonly kind: 'textarea';
        readonly value: string;
        readonly rows?: number | undefined;
        readonly placeholder?: string | undefined;
        readonly longest?: number | undefined;
      }
    | { readonly kind: 'select'; readonly value: string; readonly options: readonly Option[] }
    /** A few choices side by side, such as no / is / is not. */
    | { readonly kind: 'radio'; readonly value: string; readonly options: readonly Option[] }
    | { readonly kind: 'checkbox'; readonly value: boolean }
    /** Several values as chips, chosen from suggestions. */
    | {
        readonly kind: 'list';
        readonly value: readonly Suggestion[];
        /** True: what is typed can be added though it was not suggested. */
        readonly free?: boolean | undefined;
        readonly most?: number | undefined;
        readonly placeholder?: string | undefined;
      }
  );

/** Fields side by side where there is room, such as a radio and its list. */
export interface FieldRow {
  readonly row: readonly Field[];
}

export interface FormSection {
  readonly title?: string | undefined;
  readonly hint?: string | undefined;
  readonly fields: readonly (Field | FieldRow)[];
  /** Closed at first, unless one of its fields has an error. */
  readonly folded?: boolean | undefined;
}

/** A form as data. */
export interface Form {
  /** Its name in messages. */
  readonly name: string;
  /** What it is for, for those who hear it. */
  readonly label: string;
  readonly sections: readonly FormSection[];
  /** The first one is what Enter does. */
  readonly buttons: readonly FormButton[];
  /** What stands above the fields where the form as a whole was refused. */
  readonly error?: string | undefined;
}

export interface FormButton {
  readonly action: string;
  readonly label: string;
  readonly style?: 'primary' | 'secondary' | 'danger' | 'link' | undefined;
  readonly disabled?: boolean | undefined;
}

/** The fields of a form in their order. */
export const fieldsOf = (form: Form): readonly Field[] =>
  form.sections.flatMap(({ fields }) => fields.flatMap((each) => ('row' in each ? each.row : [each])));

/** What the form holds as rendered: the same shape as what the page sends. */
export function valuesOf(form: Form): Record<string, FieldValue> {
  return Object.fromEntries(fieldsOf(form).map((field) => [field.name, valueOf(field)]));
}

const valueOf = (field: Field): FieldValue =>
  field.kind === 'list' ? field.value.map(({ value }) => value) : field.value;
