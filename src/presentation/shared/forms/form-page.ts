import { t } from '../../../base/localize';
import { attributes, type Html, html } from '../html';
import { fieldControl } from './form-controls';
import type { Field, FieldRow, Form, FormButton, FormSection } from './form-fields';

/** Returns a form as HTML. The page's script collects the values by name of the field. */
export function formPage(form: Form): Html {
  return html`<form id="${form.name}" data-form="${form.name}" aria-label="${form.label}" novalidate>
    ${formError(form.error)} ${form.sections.map((section, index) => sectionOf(form, section, index))}
    <div class="buttons">${form.buttons.map((button, index) => formButton(button, index === 0))}</div>
  </form>`;
}

/** Always exists, so that screen readers announce its text when it changes. */
const formError = (error: string | undefined): Html =>
  html`<p class="form-error" role="alert" data-error-of="">${error ?? ''}</p>`;

function sectionOf(form: Form, { title, hint, fields, folded }: FormSection, index: number): Html {
  const inside = html`${hint === undefined ? undefined : html`<p class="hint">${hint}</p>`}
  ${fields.map((each) => fieldOrRow(form, each))}`;
  if (title === undefined) return html`<div class="section">${inside}</div>`;
  if (folded === undefined)
    return html`<fieldset class="section">
      <legend>${title}</legend>
      ${inside}
    </fieldset>`;
  const wrong = fields.flatMap((each) => ('row' in each ? each.row : [each])).some(({ error }) => error);
  return html`<details
    class="section"
    id="${form.name}-section-${index}"
    ${attributes({ open: !folded || wrong })}
  >
    <summary>${title}</summary>
    ${inside}
  </details>`;
}

const fieldOrRow = (form: Form, each: Field | FieldRow): Html =>
  'row' in each
    ? html`<div class="field-row">${each.row.map((field) => formField(form, field))}</div>`
    : formField(form, each);

/**
 * Returns a field with label, hint, and error. The element for the error always exists; the script fills it.
 */
export function formField(form: Pick<Form, 'name'>, field: Field): Html {
  const id = fieldId(form.name, field.name);
  const grouped = field.kind === 'radio';
  const label =
    field.kind === 'checkbox'
      ? undefined
      : grouped
        ? html`<span class="label" id="${id}-label">${field.label}${mark(field)}</span>`
        : html`<label class="label" for="${id}" id="${id}-label">${field.label}${mark(field)}</label>`;
  return html`<div
    class="field"
    data-field="${field.name}"
    data-kind="${field.kind}"
    ${attributes({ 'data-tells': field.reportsChange === true })}
  >
    ${label} ${fieldControl(id, field)}
    ${field.hint === undefined ? undefined : html`<p class="hint" id="${id}-hint">${field.hint}</p>`}
    ${
      field.buttons === undefined || field.buttons.length === 0
        ? undefined
        : html`<div class="buttons">${field.buttons.map((button) => formButton(button))}</div>`
    }
    <p class="error" id="${id}-error" data-error-of="${field.name}">${field.error ?? ''}</p>
  </div>`;
}

const mark = ({ required }: Field): Html | undefined =>
  required === true ? html` <span class="required">${t('(required)')}</span>` : undefined;

/** Returns the element ID of a field's control. */
const fieldId = (form: string, field: string): string => `${form}-${field}`;

/** Returns a button of a form. `submits`: Enter in a field runs it. */
function formButton(
  { action, label, style: buttonStyle = 'secondary', disabled }: FormButton,
  submits = false,
): Html {
  return html`<button
    type="${submits ? 'submit' : 'button'}"
    class="${submits ? 'primary' : buttonStyle}"
    data-act="${action}"
    ${attributes({ disabled: disabled === true })}
  >
    ${label}
  </button>`;
}
