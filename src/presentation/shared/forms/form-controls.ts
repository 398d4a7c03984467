import { t } from '../../../base/localize';
import type { Suggestion } from '../../../schemas/panel-message';
import { type Attributes, attributes, type Html, html } from '../html';
import type { Field, Option } from './form-fields';
import { textEditor, textEditorAttributes } from './text-editor';

type Of<Kind extends Field['kind']> = Extract<Field, { kind: Kind }>;

/** Returns the control of a field, without its label. */
export function fieldControl(id: string, field: Field): Html {
  switch (field.kind) {
    case 'text':
    case 'number':
    case 'date':
      return input(id, field);
    case 'textarea':
      // Browsers remove the first line break of a textarea, so one is added.
      return html`<textarea
        ${common(id, field)}
        ${attributes({
          rows: field.rows ?? 6,
          placeholder: field.placeholder,
          maxlength: field.longest,
        })}
      >
${field.value}</textarea>`;
    case 'markdown':
      return html`<div class="text-editor" ${textEditorAttributes()}>${textEditor({
        id,
        label: field.label,
        previewed: field.previewed,
        uploads: field.uploads,
        text: field.value,
        box: common(id, field, { rows: field.rows, placeholder: field.placeholder }),
      })}</div>`;
    case 'select':
      return html`<select ${common(id, field)}>
        ${field.options.map((each) => option(each, field.value))}
      </select>`;
    case 'radio':
      return radios(id, field);
    case 'checkbox':
      return html`<label class="tick"
        ><input type="checkbox" ${common(id, field)} ${attributes({ checked: field.value })} />
        <span>${field.label}</span></label
      >`;
    case 'list':
      return list(id, field);
  }
}

/** Returns the attributes of every control. */
function common(id: string, field: Field, more: Parameters<typeof attributes>[0] = {}): Attributes {
  const wrong = field.error !== undefined && field.error !== '';
  return attributes({
    id,
    name: field.name,
    disabled: field.disabled === true,
    'aria-required': field.required === true ? 'true' : undefined,
    'aria-invalid': wrong ? 'true' : undefined,
    'aria-describedby': described(id, field),
    ...more,
  });
}

const described = (id: string, { hint }: Field): string =>
  hint === undefined ? `${id}-error` : `${id}-error ${id}-hint`;

function input(id: string, field: Of<'text' | 'number' | 'date'>): Html {
  const suggests = field.suggests === true;
  const control = html`<input
    ${attributes({ type: field.kind, inputmode: field.kind === 'number' ? 'numeric' : undefined })}
    ${common(id, field)}
    ${suggests ? combobox(id) : undefined}
    ${attributes({
      value: field.value,
      placeholder: field.placeholder,
      maxlength: field.longest,
      autocomplete: 'off',
      spellcheck: 'false',
      'data-chosen': field.chosen === true,
    })}
  />`;
  return suggests ? html`<div class="suggests">${control}${choices(id, field.label)}</div>` : control;
}

const combobox = (id: string): Attributes =>
  attributes({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': `${id}-choices`,
  });

/** Returns the list that the script fills with suggestions. */
const choices = (id: string, label: string): Html =>
  html`<ul
    class="choices"
    id="${id}-choices"
    role="listbox"
    aria-label="${label}"
    data-kept-node
    hidden
  ></ul>`;

const option = ({ value, label }: Option, chosen: string): Html =>
  html`<option value="${value}" ${attributes({ selected: value === chosen })}>${label}</option>`;

function radios(id: string, field: Of<'radio'>): Html {
  const buttons = field.options.map(
    ({ value, label, hint, disabled }, index) =>
      html`<label class="tick"
        ><input
          type="radio"
          ${attributes({
            id: index === 0 ? id : `${id}-${index}`,
            name: field.name,
            value,
            checked: value === field.value,
            disabled: disabled === true || field.disabled === true,
            'aria-describedby': described(id, field),
          })}
        />
        <span
          >${label}${hint === undefined ? undefined : html` <span class="quiet">${hint}</span>`}</span
        ></label
      >`,
  );
  return html`<div class="radios" role="radiogroup" aria-labelledby="${id}-label">${buttons}</div>`;
}

function list(id: string, field: Of<'list'>): Html {
  return html`<div
    class="suggests list"
    ${attributes({ 'data-free': field.free === true, 'data-most': field.most })}
  >
    <ul class="chips" id="${id}-chips" aria-label="${field.label}">
      ${field.value.map((each) => chip(each, field))}
    </ul>
    <input
      type="text"
      ${common(id, field)}
      ${combobox(id)}
      ${attributes({
        placeholder: field.placeholder,
        autocomplete: 'off',
        spellcheck: 'false',
      })}
    />
    ${choices(id, field.label)}
  </div>`;
}

const chip = ({ value, label }: Suggestion, { disabled }: Field): Html =>
  html`<li class="chip" data-chip="${value}">
    <bdi>${label}</bdi>
    <button
      type="button"
      class="chip-remove"
      data-remove-chip
      aria-label="${t('Remove {0}', label)}"
      ${attributes({ disabled: disabled === true })}
    >
      <span aria-hidden="true">×</span>
    </button>
  </li>`;
