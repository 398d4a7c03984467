import { t } from '../../base/localize';
import { descriptionToSend, isNearLimit } from '../../domain/merge-requests/new-merge-request';
import {
  type CreateValues,
  DESCRIPTION_FROM_COMMITS,
  EMPTY_DESCRIPTION,
  templateChoice,
} from '../../domain/merge-requests/new-merge-request-values';
import { lengthOf } from '../../domain/merge-requests/text-limits';
import { MAX_DESCRIPTION_LENGTH } from '../../domain/merge-requests/text-limits';
import type { CreateField } from '../../schemas/new-merge-request';
import type { Suggestion } from '../../schemas/panel-message';
import type { Field, FieldRow, Form, FormButton, FormSection } from '../shared/forms/form-fields';
import { TEXT_EDITOR_ACTS } from '../shared/forms/text-editor';
import { characterCountLabel, pushHint } from './create-messages';
import type { CreateModel } from './create-model';

export const CREATE_FORM = 'create';

/** Actions of the page's buttons. */
export const CREATE_ACTS = [
  ...TEXT_EDITOR_ACTS,
  'create',
  'startOver',
  'cancel',
  'assignMe',
  'useTemplate',
  'addTemplate',
  'putBack',
  'openExisting',
  'signIn',
  'showOutput',
  'refresh',
  'tryAgain',
] as const;
export type CreateAct = (typeof CREATE_ACTS)[number];

const button = (action: CreateAct, label: string, buttonStyle?: FormButton['style']): FormButton => ({
  action,
  label,
  style: buttonStyle,
});

/** Returns the form for a new merge request. */
export function createForm(model: CreateModel): Form {
  return {
    name: CREATE_FORM,
    label: t('New Merge Request'),
    sections: [branches(model), text(model), people(model), merging(model)],
    buttons: [button('create', t('Create Merge Request')), button('cancel', t('Cancel'), 'secondary')],
  };
}

type Named = Field & { readonly name: CreateField };
const field = (each: Named): Named => each;

function branches({ values, sources, targets, push, pushable, errors }: CreateModel): FormSection {
  const source = {
    kind: 'text',
    name: 'sourceBranch',
    label: t('Source branch'),
    value: values.sourceBranch,
    required: true,
    suggests: true,
    chosen: true,
    error: errors.sourceBranch,
  } as const;
  const target = {
    kind: 'text',
    name: 'targetBranch',
    label: t('Target branch'),
    value: values.targetBranch,
    required: true,
    suggests: true,
    chosen: true,
    error: errors.targetBranch,
  } as const;
  const from: Named[] = [
    ...(sources.length < 2
      ? []
      : [
          field({
            kind: 'select',
            name: 'source',
            label: t('Source project'),
            value: values.source,
            options: sources,
            reportsChange: true,
          }),
        ]),
    field(source),
  ];
  const into: Named[] = [
    ...(targets.length < 2
      ? []
      : [
          field({
            kind: 'select',
            name: 'target',
            label: t('Target project'),
            value: values.target,
            options: targets,
            reportsChange: true,
          }),
        ]),
    field(target),
  ];
  const hint = push === undefined || !pushable ? undefined : pushHint(push, values.sourceBranch);
  const pushes: Named[] =
    hint === undefined
      ? []
      : [
          field({
            kind: 'checkbox',
            name: 'push',
            label: t('Push the branch first'),
            value: values.push,
            hint,
            error: errors.push,
          }),
        ];
  const rows: (Field | FieldRow)[] =
    from.length === 1 && into.length === 1
      ? [{ row: [...from, ...into] }, ...pushes]
      : [{ row: from }, { row: into }, ...pushes];
  return { fields: rows };
}

function text(model: CreateModel): FormSection {
  const { values, templates, issue, errors } = model;
  const length = lengthOf(descriptionToSend({ description: values.description, closes: undefined }));
  const template = field({
    kind: 'select',
    name: 'template',
    label: t('Description template'),
    value: values.template,
    reportsChange: true,
    options: [
      ...templates.map((name) => ({ value: templateChoice(name), label: name })),
      { value: DESCRIPTION_FROM_COMMITS, label: t('Commit messages') },
      { value: EMPTY_DESCRIPTION, label: t('None') },
    ],
    hint: model.offersTemplate ? t('Your edits to the description were kept.') : undefined,
    buttons: [
      ...(model.offersTemplate
        ? [button('useTemplate', t('Replace Description')), button('addTemplate', t('Append to Description'))]
        : []),
      ...(model.canPutBack ? [button('putBack', t('Restore Previous Description'))] : []),
    ],
  });
  return {
    fields: [
      field({
        kind: 'text',
        name: 'title',
        label: t('Title'),
        value: values.title,
        required: true,
        error: errors.title,
      }),
      field({
        kind: 'checkbox',
        name: 'draft',
        label: t('Mark as draft'),
        value: values.draft,
      }),
      ...(templates.length === 0 ? [] : [template]),
      field({
        kind: 'markdown',
        name: 'description',
        label: t('Description'),
        value: values.description,
        rows: 12,
        placeholder: t('Describe what the merge request changes and why (Markdown supported)'),
        ...model.writing,
        error: errors.description,
        hint: isNearLimit(length, MAX_DESCRIPTION_LENGTH)
          ? characterCountLabel(length, MAX_DESCRIPTION_LENGTH)
          : undefined,
      }),
      ...(issue === undefined
        ? []
        : [
            field({
              kind: 'checkbox',
              name: 'closes',
              label: t('Close issue #{0} when merged', issue),
              value: values.closes,
              hint: t('Adds "Closes #{0}" to the description.', issue),
            }),
          ]),
    ],
  };
}

type ListField = 'assignees' | 'reviewers' | 'labels' | 'milestone';

function people({ values, names, me, freeLabels }: CreateModel): FormSection {
  const chips = (chosen: readonly string[]): readonly Suggestion[] =>
    chosen.map((value) => ({ value, label: names[value] ?? value }));
  const list = (
    name: ListField,
    label: string,
    more: Partial<Pick<Extract<Field, { kind: 'list' }>, 'most' | 'free' | 'buttons' | 'hint'>> = {},
  ): Named => field({ kind: 'list', name, label, value: chips(values[name]), ...more });
  const offersMe = me !== undefined && !values.assignees.includes(me);
  return {
    title: t('People and labels'),
    fields: [
      {
        row: [
          list('assignees', t('Assignees'), {
            buttons: offersMe ? [button('assignMe', t('Assign to Me'), 'link')] : [],
          }),
          list('reviewers', t('Reviewers')),
        ],
      },
      {
        row: [
          list('labels', t('Labels'), {
            free: freeLabels,
            hint: freeLabels
              ? t("The server doesn't list this project's labels. Enter label names.")
              : undefined,
          }),
          list('milestone', t('Milestone'), { most: 1 }),
        ],
      },
    ],
  };
}

const SQUASH_HINTS: Readonly<Record<CreateModel['squashRule'], () => string | undefined>> = {
  free: () => undefined,
  always: () => t('Required in this project.'),
  never: () => t('Not allowed in this project.'),
};

function merging({ values, squashRule, isFork }: CreateModel): FormSection {
  const tick = (
    name: keyof CreateValues & ('squash' | 'removeSourceBranch' | 'allowCollaboration'),
    label: string,
    more: Partial<Pick<Field, 'hint' | 'disabled'>> = {},
  ): Named => field({ kind: 'checkbox', name, label, value: values[name], ...more });
  return {
    title: t('Merge options'),
    fields: [
      tick('squash', t('Squash commits when merged'), {
        hint: SQUASH_HINTS[squashRule](),
        disabled: squashRule !== 'free',
      }),
      tick('removeSourceBranch', t('Delete source branch when merged')),
      ...(isFork
        ? [
            tick('allowCollaboration', t('Allow commits from members who can merge to the target branch'), {
              hint: t('These members can push to the source branch.'),
            }),
          ]
        : []),
    ],
  };
}
