import { t } from '../../base/localize';
import { keysOf } from '../../base/record';
import type { QueryConfigurationTarget } from '../../domain/merge-requests/saved-query';
import { type FilterField, FILTERS, type PlaceKind } from '../../schemas/merge-request-query';
import type { FormValues, Suggestion } from '../../schemas/panel-message';
import type { Field, FieldRow, Form, FormSection, Option } from '../shared/forms/form-fields';
import { QUERY_FIELDS, QUERY_SECTIONS, type QueryField, type QuerySection } from './query-fields';
import { NOTE_MESSAGES } from './query-problems';

/** Name of the form in messages. */
export const QUERY_FORM = 'query';

/** Data of the form. */
export interface QueryFormModel {
  readonly kind: 'new' | 'edit';
  /** Values of the fields by name: `name`, `place`, `path`, `home`, and the filters. */
  readonly values: FormValues;
  readonly places: readonly Option[];
  /** Kind of the selected place. */
  readonly placeKind: PlaceKind;
  /** Kind of the place whose path must be entered; undefined if no path is needed. */
  readonly pathKind: 'group' | 'project' | undefined;
  /** Places where the query can be saved; several only while a folder is open. */
  readonly targets: readonly QueryConfigurationTarget[];
  /** Names of users by their ID in a field, if known. */
  readonly people: ReadonlyMap<string, string>;
}

/** Returns the form as data. */
export function queryForm(model: QueryFormModel): Form {
  return {
    name: QUERY_FORM,
    label: model.kind === 'new' ? t('New query') : t('Edit query'),
    sections: [
      { fields: headFields(model) },
      ...keysOf(QUERY_SECTIONS).flatMap((each) => sectionOf(each, model)),
    ],
    buttons: [
      { action: 'save', label: t('Save') },
      { action: 'try', label: t('Preview'), style: 'secondary' },
      ...(model.kind === 'edit' ? [{ action: 'delete', label: t('Delete'), style: 'danger' as const }] : []),
    ],
  };
}

const TARGET_LABELS: Readonly<Record<QueryConfigurationTarget, () => string>> = {
  user: () => t('User settings'),
  workspace: () => t('Workspace settings (shared with everyone who uses the workspace)'),
};

function headFields({ values, places, pathKind, targets }: QueryFormModel): Field[] {
  return [
    {
      kind: 'text',
      name: 'name',
      label: t('Name'),
      value: textOf(values['name']),
      required: true,
      longest: 255,
    },
    {
      kind: 'select',
      name: 'place',
      label: t('Merge requests from'),
      value: textOf(values['place']),
      options: places,
      reportsChange: true,
    },
    ...(pathKind === undefined
      ? []
      : [
          {
            kind: 'text' as const,
            name: 'path',
            label: pathKind === 'group' ? t('Group path') : t('Project path'),
            value: textOf(values['path']),
            required: true,
            suggests: pathKind === 'project',
            placeholder: pathKind === 'group' ? 'group/subgroup' : 'group/project',
          },
        ]),
    ...(targets.length < 2
      ? []
      : [
          {
            kind: 'select' as const,
            name: 'home',
            label: t('Save in'),
            value: textOf(values['home']),
            options: targets.map((target) => ({ value: target, label: TARGET_LABELS[target]() })),
          },
        ]),
  ];
}

/**
 * Returns a section with the fields that the place supports, and with unsupported fields that have a value.
 */
function sectionOf(name: keyof typeof QUERY_SECTIONS, model: QueryFormModel): FormSection[] {
  const { title, hint, open }: QuerySection = QUERY_SECTIONS[name];
  const shown = linesOf(name)
    .map((line) => line.filter((field) => takes(model, field) || isFilled(model, field)))
    .filter((line) => line.length > 0);
  if (shown.length === 0) return [];
  const filled = shown.flat().some((field) => isFilled(model, field));
  return [
    {
      title: title(),
      hint: hint?.(),
      ...(open === true ? {} : { folded: !filled }),
      fields: shown.map((line): Field | FieldRow => {
        const [first, ...others] = line.map((field) => fieldOf(field, model));
        return first !== undefined && others.length === 0
          ? first
          : { row: first === undefined ? [] : [first, ...others] };
      }),
    },
  ];
}

/** Returns the fields of a section. Those of a line are shown side by side. */
function linesOf(name: keyof typeof QUERY_SECTIONS): readonly (readonly FilterField[])[] {
  const lines: FilterField[][] = [];
  for (const field of keysOf(QUERY_FIELDS)) {
    const { section, beside }: QueryField = QUERY_FIELDS[field];
    if (section !== name) continue;
    if (beside === true) lines.at(-1)?.push(field);
    else lines.push([field]);
  }
  return lines;
}

const takes = ({ placeKind }: QueryFormModel, field: FilterField): boolean =>
  FILTERS[field].places.includes(placeKind);

function isFilled({ values }: QueryFormModel, field: FilterField): boolean {
  const value = values[field];
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
}

function fieldOf(field: FilterField, { values, people, placeKind }: QueryFormModel): Field {
  const row = FILTERS[field];
  const { label, choices, unset }: QueryField = QUERY_FIELDS[field];
  const value = values[field];
  const base = { name: field, label: label(), hint: hintOf(field, value, people) };
  if (choices !== undefined) {
    const unasked = { value: '', label: unset?.(placeKind) ?? '' };
    const options = Object.entries(choices).map(([each, word]) => ({ value: each, label: word() }));
    return { ...base, kind: 'select', value: textOf(value), options: [unasked, ...options] };
  }
  if (row.kind === 'texts' || row.kind === 'numbers') {
    return { ...base, kind: 'list', value: chipsOf(value, people), free: true, most: row.most };
  }
  if (row.kind === 'date' && /^(\d{4}-\d{2}-\d{2})?$/.test(textOf(value))) {
    return { ...base, kind: 'date', value: textOf(value) };
  }
  const suggests = row.suggests !== undefined;
  return { ...base, kind: 'text', value: textOf(value), suggests, chosen: suggests };
}

/** Returns which values are allowed, whose ID a number is, and where the filter is available. */
function hintOf(field: FilterField, value: unknown, people: QueryFormModel['people']): string | undefined {
  const { wildcards, note, kind } = FILTERS[field];
  const who = typeof value === 'string' ? people.get(value) : undefined;
  const typed =
    kind === 'number' || kind === 'numbers'
      ? t('A user ID, "None", or "Any". Type a name for suggestions.')
      : t('"None" and "Any" are also allowed.');
  const lines = [
    who === undefined ? (wildcards === true ? typed : undefined) : t('User ID of {0}.', who),
    note === undefined ? undefined : NOTE_MESSAGES[note](),
  ].filter((line) => line !== undefined);
  return lines.length === 0 ? undefined : lines.join(' ');
}

const chipsOf = (value: unknown, people: QueryFormModel['people']): Suggestion[] =>
  (Array.isArray(value) ? value.map(String) : []).map((each) => ({
    value: each,
    label: people.get(each) ?? each,
  }));

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
