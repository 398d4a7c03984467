import type { MergeRequestEdit } from '../../../app/merge-requests/actions';
import type { Member, ProjectParts } from '../../../app/projects/members-and-milestones';
import { KeptInput } from '../../../app/shared/kept-input';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { difference } from '../../../domain/merge-requests/edit';
import {
  MERGE_REQUEST_VERBS,
  unnamedMergeRequest,
} from '../../../presentation/merge-requests/action-messages';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import { explain } from '../../../presentation/shared/error-messages';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { CommandRow } from '../../shared/commands/command-row';
import type { PickItem } from '../../shared/editor/prompts';
import { chooseMergeRequest, type ChoosingDeps, type Chosen } from './choice';
import { editTitle } from './merge-request-title';

export interface EditDeps extends ChoosingDeps {
  readonly parts: ProjectParts;
  /** Opens the description in an editor that sends it when it is saved. */
  readonly openDescription: (key: MergeRequestKey) => Promise<void>;
}

/** Labels that the user typed, keyed by merge request. */
const typedLabels = new KeptInput<readonly string[]>();

interface Editing extends Chosen {
  readonly mergeRequest: MergeRequest;
}

export function editCommands(deps: EditDeps): readonly CommandRow[] {
  return [
    rowOf(deps, COMMAND.editTitle, () => t('Edit Merge Request Title'), editTitle),
    {
      id: COMMAND.editDescription,
      failure: () => t("Couldn't open the description."),
      run: async (argument) => {
        const title = t('Edit Merge Request Description');
        const chosen = await chooseMergeRequest(deps, 'edit', argument, title);
        if (chosen !== undefined) await deps.openDescription(chosen.key);
      },
    },
    rowOf(deps, COMMAND.editLabels, () => t('Edit Merge Request Labels'), editLabels),
    rowOf(
      deps,
      COMMAND.editAssignees,
      () => t('Edit Merge Request Assignees'),
      (all, editing) => editPeople(all, editing, 'assignees'),
    ),
    rowOf(
      deps,
      COMMAND.editReviewers,
      () => t('Edit Merge Request Reviewers'),
      (all, editing) => editPeople(all, editing, 'reviewers'),
    ),
    rowOf(deps, COMMAND.editMilestone, () => t('Edit Merge Request Milestone'), editMilestone),
    rowOf(deps, COMMAND.changeTargetBranch, MERGE_REQUEST_VERBS.changeTarget.pick, changeTarget),
    rowOf(deps, COMMAND.editMergeOptions, () => t('Edit Merge Options'), editOptions),
  ];
}

function rowOf(
  deps: EditDeps,
  id: RowCommandId,
  title: () => string,
  act: (deps: EditDeps, editing: Editing) => Promise<void>,
): CommandRow {
  const action = id === COMMAND.changeTargetBranch ? 'changeTarget' : 'edit';
  const verb = MERGE_REQUEST_VERBS[action];
  return {
    id,
    failure: () => verb.notDone(unnamedMergeRequest()),
    run: async (argument, failing) => {
      const chosen = await chooseMergeRequest(deps, action, argument, title());
      if (chosen === undefined) return;
      const { key, name } = chosen;
      failing(verb.notDone(name));
      // Edits the current values: lists may be hours old (server-behavior.md#stale-lists).
      const loadingTitle = t('Loading {0}…', name);
      const mergeRequest = await deps.prompts.progress.inStatusBar(loadingTitle, () =>
        deps.store.refresh(key),
      );
      await act(deps, { ...chosen, mergeRequest });
    },
  };
}

async function save(
  deps: EditDeps,
  { key, name }: Editing,
  changes: MergeRequestEdit,
  action: 'edit' | 'changeTarget' = 'edit',
): Promise<void> {
  const verb = MERGE_REQUEST_VERBS[action];
  await deps.prompts.progress.inStatusBar(verb.doing(name), () => deps.actions.edit(key, changes));
  deps.prompts.showStatus(verb.done(name));
}

/** Labels are strings, or objects in responses with details. */
const labelName = (label: string | { readonly name: string }): string =>
  typeof label === 'string' ? label : label.name;

async function editLabels(deps: EditDeps, editing: Editing): Promise<void> {
  const { key, name, mergeRequest } = editing;
  const before = (mergeRequest.labels ?? []).map(labelName);
  const known = await deps.prompts.progress.inStatusBar(t('Loading labels…'), () => deps.parts.labels(key));
  const id = mergeRequestId(key);
  const typed = typedLabels.take(id) ?? [];
  const names = [...new Set([...before, ...known, ...typed])];
  const chosen = await deps.prompts.pickFromGroups<string | undefined>({
    title: t('Edit Labels of {0}', name),
    placeholder: t('Select labels'),
    groups: [
      {
        name: t('project labels'),
        items: names.map((label) => ({
          label,
          picked: before.includes(label) || typed.includes(label),
          value: label,
        })),
      },
      {
        name: t('other labels'),
        items: [{ label: t('Add Other Labels...'), icon: 'add', value: undefined }],
      },
    ],
  });
  if (chosen === undefined) return;
  const picked = chosen.filter((label) => label !== undefined);
  const own = picked.length < chosen.length ? await askLabels(deps, name) : [];
  if (own === undefined) return;
  const { added, removed } = difference(before, [...new Set([...picked, ...own])]);
  if (added.length + removed.length === 0) return;
  // Sends only the differences, so that concurrent changes to other labels are kept.
  const changes = {
    ...(added.length === 0 ? {} : { add_labels: [...added] }),
    ...(removed.length === 0 ? {} : { remove_labels: [...removed] }),
  };
  await typedLabels.during(id, [...typed, ...own], () => save(deps, editing, changes));
}

async function askLabels({ prompts }: EditDeps, name: string): Promise<readonly string[] | undefined> {
  let labels: readonly string[] = [];
  const accepted = await prompts.input({
    title: t('Add Labels to {0}', name),
    step: [1, 1],
    prompt: t(
      "Enter one or more label names, separated by commas. The server creates labels that don't exist in the project.",
    ),
    accept: (value) => {
      labels = value.split(',').map((label) => label.trim());
      labels = labels.filter((label) => label !== '');
      return Promise.resolve(labels.length === 0 ? t('Enter a label name.') : undefined);
    },
  });
  return accepted === true ? labels : undefined;
}

async function editPeople(deps: EditDeps, editing: Editing, role: 'assignees' | 'reviewers'): Promise<void> {
  const { key, name, mergeRequest } = editing;
  const before = (mergeRequest[role] ?? []).map(({ id }) => id);
  const found = await deps.prompts.progress.inStatusBar(t('Loading members…'), () =>
    deps.parts.members(key, ''),
  );
  const people = new Map(
    [...(mergeRequest[role] ?? []), ...found.members].map((person) => [person.id, person]),
  );
  const title = role === 'assignees' ? t('Edit Assignees of {0}', name) : t('Edit Reviewers of {0}', name);
  const chosen = await deps.prompts.pickFromGroups<number | undefined>({
    title,
    placeholder: role === 'assignees' ? t('Select assignees') : t('Select reviewers'),
    groups: [
      {
        name: t('project members'),
        items: [...people.values()].map((person) => ({
          ...personChoice(person),
          picked: before.includes(person.id),
          value: person.id,
        })),
      },
      ...(found.more
        ? [
            {
              name: t('other members'),
              items: [{ label: t('Search All Members...'), icon: 'search', value: undefined }],
            },
          ]
        : []),
    ],
  });
  if (chosen === undefined) return;
  const picked = chosen.filter((id) => id !== undefined);
  const other = picked.length < chosen.length ? await searchMember(deps, key, title) : undefined;
  const after = other === undefined ? picked : [...new Set([...picked, other])];
  const { added, removed } = difference(before, after);
  if (added.length + removed.length === 0) return;
  // 0 removes everyone (server-behavior.md#update).
  const ids = after.length === 0 ? [0] : after;
  await save(deps, editing, role === 'assignees' ? { assignee_ids: ids } : { reviewer_ids: ids });
}

const personChoice = ({ name, username }: Pick<Member, 'name' | 'username'>) => ({
  label: name,
  description: `@${username}`,
  icon: 'person',
});

function searchMember(
  { parts, prompts }: EditDeps,
  key: MergeRequestKey,
  title: string,
): Promise<number | undefined> {
  return prompts.search<number>({
    title,
    placeholder: t("Enter part of a member's name"),
    find: async (typed, signal): Promise<readonly PickItem<number>[]> => {
      const { members } = await parts.members(key, typed, signal);
      return members.map((member) => ({ ...personChoice(member), value: member.id }));
    },
    nothing: (typed) => t('No members found for "{0}"', typed),
    failed: (error) => explain(error).why,
  });
}

async function editMilestone(deps: EditDeps, editing: Editing): Promise<void> {
  const { key, name, mergeRequest } = editing;
  const before = mergeRequest.milestone?.id ?? 0;
  const id = await deps.prompts.pick<number>({
    title: t('Edit Milestone of {0}', name),
    placeholder: t('Select a milestone'),
    loading: t('Loading milestones…'),
    items: async (signal) => [
      ...(await deps.parts.milestones(key, signal)).map(({ id: value, title, due_date: due }) => ({
        label: title,
        ...(due ? { description: t('due {0}', due) } : {}),
        icon: value === before ? 'check' : 'milestone',
        value,
      })),
      { label: t('No Milestone'), icon: before === 0 ? 'check' : 'circle-slash', always: true, value: 0 },
    ],
  });
  if (id === undefined || id === before) return;
  await save(deps, editing, { milestone_id: id });
}

async function changeTarget(deps: EditDeps, editing: Editing): Promise<void> {
  const { key, name, mergeRequest } = editing;
  const before = mergeRequest.target_branch ?? '';
  const branch = await deps.prompts.search<string>({
    title: t('Change Target Branch of {0}', name),
    placeholder: t('Enter part of a branch name (current target branch: {0})', before),
    find: async (typed, signal) =>
      (await deps.parts.branches(key, typed, signal))
        .filter((each) => each !== before && each !== mergeRequest.source_branch)
        .map((each) => ({ label: each, icon: 'git-branch', value: each })),
    nothing: (typed) => t('No other branches found for "{0}"', typed),
    failed: (error) => explain(error).why,
  });
  if (branch !== undefined) await save(deps, editing, { target_branch: branch }, 'changeTarget');
}

const OPTIONS = ['squash', 'remove_source_branch', 'allow_collaboration'] as const;
type Option = (typeof OPTIONS)[number];

async function editOptions(deps: EditDeps, editing: Editing): Promise<void> {
  const { name, mergeRequest } = editing;
  const { squash, allow_collaboration: collaboration } = mergeRequest;
  const remove = mergeRequest.should_remove_source_branch ?? mergeRequest.force_remove_source_branch;
  const before: Readonly<Record<Option, boolean>> = {
    squash,
    remove_source_branch: remove,
    allow_collaboration: collaboration,
  };
  const labels: Readonly<Record<Option, string>> = {
    squash: t('Squash commits when merged'),
    remove_source_branch: t('Delete source branch {0} when merged', mergeRequest.source_branch ?? ''),
    allow_collaboration: t('Allow commits from members who can merge to the target branch'),
  };
  const chosen = await deps.prompts.pickFromGroups<Option>({
    title: t('Edit Merge Options of {0}', name),
    placeholder: t('Select merge options (project settings can override them)'),
    groups: [
      {
        name: t('merge options'),
        items: OPTIONS.map((option) => ({
          label: labels[option],
          picked: before[option],
          value: option,
        })),
      },
    ],
  });
  if (chosen === undefined) return;
  const changed = OPTIONS.filter((option) => before[option] !== chosen.includes(option));
  if (changed.length === 0) return;
  await save(deps, editing, Object.fromEntries(changed.map((option) => [option, chosen.includes(option)])));
}
