import { t } from '../../base/localize';
import type { FilterField, PlaceKind } from '../../domain/merge-requests/filters';
import type { QueryConfigurationTarget } from '../../domain/merge-requests/saved-query';
import type { FormValues, Suggestion } from '../../schemas/panel-message';
import type { Field, FieldRow, Form, FormSection, Option } from '../shared/forms/form-fields';
import { choicesOf, FIELD_LABELS, isChoiceField, UNSET_LABELS } from './query-fields';
import { NOTE_MESSAGES } from './query-problems';
import { filterRowOf } from './query-values';

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

/** A section of the form. The fields of a line are shown side by side. */
interface Section {
  readonly title: () => string;
  readonly lines: readonly (readonly FilterField[])[];
  readonly hint?: () => string;
  /** Initially expanded even if its fields are empty. */
  readonly open?: true;
}

/** Contains each filter exactly once. */
export const QUERY_SECTIONS: readonly Section[] = [
  {
    title: () => t('State and sort order'),
    open: true,
    lines: [
      ['state', 'wip'],
      ['scope', 'non_archived'],
      ['order_by', 'sort'],
    ],
  },
  {
    title: () => t('People'),
    open: true,
    lines: [
      ['author_username', 'not.author_username'],
      ['assignee_id', 'not.assignee_username'],
      ['reviewer_username', 'not.reviewer_username'],
      ['merge_user_username'],
    ],
  },
  {
    title: () => t('Labels and milestone'),
    open: true,
    lines: [
      ['labels', 'not.labels'],
      ['milestone', 'not.milestone'],
    ],
  },
  { title: () => t('Search'), lines: [['search', 'in']] },
  {
    title: () => t('Branches and environment'),
    lines: [['source_branch', 'target_branch'], ['environment']],
  },
  {
    title: () => t('Dates'),
    hint: () => t('Dates are whole days in UTC, including the last day.'),
    lines: [
      ['created_after', 'created_before'],
      ['updated_after', 'updated_before'],
      ['deployed_after', 'deployed_before'],
    ],
  },
  {
    title: () => t('Approvals and reactions'),
    lines: [
      ['approved'],
      ['approved_by_usernames'],
      ['approved_by_ids', 'approver_ids'],
      ['my_reaction_emoji', 'not.my_reaction_emoji'],
    ],
  },
  {
    title: () => t('By ID'),
    hint: () => t('User IDs stay the same when usernames change.'),
    lines: [
      ['author_id', 'not.author_id'],
      ['not.assignee_id', 'merge_user_id'],
      ['reviewer_id', 'not.reviewer_id'],
      ['iids'],
    ],
  },
];

/** Returns the form as data. */
export function queryForm(model: QueryFormModel): Form {
  return {
    name: QUERY_FORM,
    label: model.kind === 'new' ? t('New query') : t('Edit query'),
    sections: [{ fields: headFields(model) }, ...QUERY_SECTIONS.flatMap((each) => sectionOf(each, model))],
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
function sectionOf({ title, hint, lines, open }: Section, model: QueryFormModel): FormSection[] {
  const shown = lines
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

const takes = ({ placeKind }: QueryFormModel, field: FilterField): boolean =>
  filterRowOf(field).places?.includes(placeKind) ?? true;

function isFilled({ values }: QueryFormModel, field: FilterField): boolean {
  const value = values[field];
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
}

/** Fields with suggestions. Those that accept `None` and `Any` suggest these values. */
const SUGGESTED = /author|assignee|reviewer|merge_user|approve|label|milestone|branch|emoji/;

function fieldOf(field: FilterField, { values, people, placeKind }: QueryFormModel): Field {
  const row = filterRowOf(field);
  const value = values[field];
  const base = { name: field, label: FIELD_LABELS[field](), hint: hintOf(field, value, people) };
  if (isChoiceField(field)) {
    const unasked = { value: '', label: UNSET_LABELS[field](placeKind) };
    const options = choicesOf(field).map(([each, word]) => ({ value: each, label: word() }));
    return { ...base, kind: 'select', value: textOf(value), options: [unasked, ...options] };
  }
  if (row.kind === 'texts' || row.kind === 'numbers') {
    return { ...base, kind: 'list', value: chipsOf(value, people), free: true, most: row.most };
  }
  if (row.kind === 'date' && /^(\d{4}-\d{2}-\d{2})?$/.test(textOf(value))) {
    return { ...base, kind: 'date', value: textOf(value) };
  }
  const suggests = SUGGESTED.test(field);
  return { ...base, kind: 'text', value: textOf(value), suggests, chosen: suggests };
}

/** Returns which values are allowed, whose ID a number is, and where the filter is available. */
function hintOf(field: FilterField, value: unknown, people: QueryFormModel['people']): string | undefined {
  const { wildcards, note, kind } = filterRowOf(field);
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
