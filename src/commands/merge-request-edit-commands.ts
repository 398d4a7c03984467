import type { MergeRequestEdit } from '../app/merge-request-actions';
import type { Member, ProjectParts } from '../app/project-parts';
import type { MergeRequestKey } from '../app/keys';
import { t } from '../base/localize';
import { difference, EditConflict, lengthOf, LONGEST_TITLE } from '../domain/merge-edit';
import type { Choice } from '../editor/choices';
import { COMMAND, type CommandId } from '../presentation/command-ids';
import { explain, isSilent } from '../presentation/error-sentences';
import { MERGE_REQUEST_VERBS, UNNAMED } from '../presentation/merge-request-action-words';
import type { MergeRequest } from '../schemas/merge-request';
import type { CommandRow } from './command-row';
import { chooseMergeRequest, underWay, type Chosen, type ChoosingPorts } from './merge-request-choosing';

export interface EditPorts extends ChoosingPorts {
  readonly parts: ProjectParts;
  /** Opens the description in an editor whose saving sends it. */
  readonly openDescription: (key: MergeRequestKey) => Promise<void>;
}

interface Editing extends Chosen {
  readonly mergeRequest: MergeRequest;
}

export function editCommands(ports: EditPorts): readonly CommandRow[] {
  return [
    rowOf(ports, COMMAND.editTitle, editTitle),
    {
      id: COMMAND.editDescription,
      failure: () => t('The description was not opened.'),
      run: async (argument) => {
        const chosen = await chooseMergeRequest(ports, 'edit', argument);
        if (chosen !== undefined) await ports.openDescription(chosen.key);
      },
    },
    rowOf(ports, COMMAND.editLabels, editLabels),
    rowOf(ports, COMMAND.editAssignees, (all, editing) => editPeople(all, editing, 'assignees')),
    rowOf(ports, COMMAND.editReviewers, (all, editing) => editPeople(all, editing, 'reviewers')),
    rowOf(ports, COMMAND.editMilestone, editMilestone),
    rowOf(ports, COMMAND.changeTargetBranch, changeTarget),
    rowOf(ports, COMMAND.editMergeOptions, editOptions),
  ];
}

function rowOf(
  ports: EditPorts,
  id: CommandId,
  act: (ports: EditPorts, editing: Editing) => Promise<void>,
): CommandRow {
  const action = id === COMMAND.changeTargetBranch ? 'changeTarget' : 'edit';
  const verb = MERGE_REQUEST_VERBS[action];
  return {
    id,
    failure: () => verb.notDone(UNNAMED()),
    run: async (argument, failing) => {
      const chosen = await chooseMergeRequest(ports, action, argument);
      if (chosen === undefined) return;
      const { key, name } = chosen;
      failing(verb.notDone(name));
      // What is changed is what is there now: a list may be hours old (doc 2 §4).
      const looking = t('Looking at {0}…', name);
      const mergeRequest = await underWay(looking, () => ports.store.refresh(key));
      await act(ports, { ...chosen, mergeRequest });
    },
  };
}

async function save(ports: EditPorts, { key, name }: Editing, changes: MergeRequestEdit): Promise<void> {
  const verb = MERGE_REQUEST_VERBS.edit;
  await underWay(verb.doing(name), () => ports.actions.edit(key, changes));
  ports.prompts.mention(verb.done(name));
}

/** The box stays until the server has taken the title: what was typed is not lost to a refusal. */
async function editTitle(ports: EditPorts, { key, name, mergeRequest }: Editing): Promise<void> {
  let base = mergeRequest;
  await ports.prompts.input({
    title: t('Title of {0}', name),
    step: [1, 1],
    prompt: t('A title that begins with "Draft:" makes it a draft.'),
    value: mergeRequest.title,
    warn: (value) => (value.trim() === '' ? undefined : titleProblem(value)),
    accept: async (value) => {
      const title = value.trim();
      const problem = titleProblem(title);
      if (problem !== undefined || title === base.title) return problem;
      try {
        await ports.actions.edit(key, { title }, base);
        return undefined;
      } catch (error) {
        if (isSilent(error)) throw error;
        if (!(error instanceof EditConflict)) return explain(error).why;
        base = error.current;
        return t('It was renamed meanwhile to "{0}". Press Enter again to overwrite that.', base.title);
      }
    },
  });
}

function titleProblem(title: string): string | undefined {
  if (title.trim() === '') return t('A merge request needs a title.');
  const length = lengthOf(title);
  return length > LONGEST_TITLE
    ? t('A title has at most {0} characters; this one has {1}.', LONGEST_TITLE, length)
    : undefined;
}

/** Labels are names here; with details they are objects. */
const labelName = (label: string | { readonly name: string }): string =>
  typeof label === 'string' ? label : label.name;

async function editLabels(ports: EditPorts, editing: Editing): Promise<void> {
  const { key, name, mergeRequest } = editing;
  const before = (mergeRequest.labels ?? []).map(labelName);
  const known = await underWay(t('Looking for labels…'), () => ports.parts.labels(key));
  const names = [...new Set([...before, ...known])];
  const chosen = await ports.choices.many<string | undefined>({
    title: t('Labels of {0}', name),
    placeholder: t('The labels that it is to have'),
    groups: [
      {
        name: t('Labels of the project'),
        choices: names.map((label) => ({ label, ticked: before.includes(label), value: label })),
      },
      {
        name: t('Others'),
        choices: [{ label: t('Add Another Label...'), icon: 'add', value: undefined }],
      },
    ],
  });
  if (chosen === undefined) return;
  const picked = chosen.filter((label) => label !== undefined);
  const own = picked.length < chosen.length ? await askLabels(ports, name) : [];
  if (own === undefined) return;
  const { added, removed } = difference(before, [...new Set([...picked, ...own])]);
  if (added.length + removed.length === 0) return;
  // The others are left to whoever changes them meanwhile.
  await save(ports, editing, {
    ...(added.length === 0 ? {} : { add_labels: [...added] }),
    ...(removed.length === 0 ? {} : { remove_labels: [...removed] }),
  });
}

async function askLabels({ prompts }: EditPorts, name: string): Promise<readonly string[] | undefined> {
  let labels: readonly string[] = [];
  const answered = await prompts.input({
    title: t('New Labels of {0}', name),
    step: [1, 1],
    prompt: t(
      'One or more names with commas between. The server makes those that the project does not have.',
    ),
    accept: (value) => {
      labels = value.split(',').map((label) => label.trim());
      labels = labels.filter((label) => label !== '');
      return Promise.resolve(labels.length === 0 ? t('Type the name of a label.') : undefined);
    },
  });
  return answered === true ? labels : undefined;
}

async function editPeople(
  ports: EditPorts,
  editing: Editing,
  role: 'assignees' | 'reviewers',
): Promise<void> {
  const { key, name, mergeRequest } = editing;
  const before = (mergeRequest[role] ?? []).map(({ id }) => id);
  const found = await underWay(t('Looking for members…'), () => ports.parts.members(key, ''));
  const people = new Map(
    [...(mergeRequest[role] ?? []), ...found.members].map((person) => [person.id, person]),
  );
  const title = role === 'assignees' ? t('Assignees of {0}', name) : t('Reviewers of {0}', name);
  const chosen = await ports.choices.many<number | undefined>({
    title,
    placeholder: role === 'assignees' ? t('Who works on it') : t('Who is to review it'),
    groups: [
      {
        name: t('Members of the project'),
        choices: [...people.values()].map((person) => ({
          ...personChoice(person),
          ticked: before.includes(person.id),
          value: person.id,
        })),
      },
      ...(found.more
        ? [
            {
              name: t('Others'),
              choices: [{ label: t('Somebody Else...'), icon: 'search', value: undefined }],
            },
          ]
        : []),
    ],
  });
  if (chosen === undefined) return;
  const picked = chosen.filter((id) => id !== undefined);
  const other = picked.length < chosen.length ? await searchMember(ports, key, title) : undefined;
  const after = other === undefined ? picked : [...new Set([...picked, other])];
  const { added, removed } = difference(before, after);
  if (added.length + removed.length === 0) return;
  // 0 is nobody (doc 2 §4).
  const ids = after.length === 0 ? [0] : after;
  await save(ports, editing, role === 'assignees' ? { assignee_ids: ids } : { reviewer_ids: ids });
}

const personChoice = ({ name, username }: Pick<Member, 'name' | 'username'>) => ({
  label: name,
  description: `@${username}`,
  icon: 'person',
});

function searchMember(
  { choices, parts }: EditPorts,
  key: MergeRequestKey,
  title: string,
): Promise<number | undefined> {
  return choices.search<number>({
    title,
    placeholder: t('Part of a name'),
    find: async (typed, signal): Promise<readonly Choice<number>[]> => {
      const { members } = await parts.members(key, typed, signal);
      return members.map((member) => ({ ...personChoice(member), value: member.id }));
    },
    nothing: (typed) => t('No member is called "{0}".', typed),
    failed: (error) => explain(error).why,
  });
}

async function editMilestone(ports: EditPorts, editing: Editing): Promise<void> {
  const { key, name, mergeRequest } = editing;
  const before = mergeRequest.milestone?.id ?? 0;
  const id = await ports.prompts.pick<number>({
    title: t('Milestone of {0}', name),
    placeholder: mergeRequest.milestone?.title ?? t('It has none yet'),
    looking: t('Looking for milestones…'),
    items: async (signal) => [
      ...(await ports.parts.milestones(key, signal)).map(({ id: value, title, due_date: due }) => ({
        label: title,
        ...(due ? { description: t('due {0}', due) } : {}),
        icon: value === before ? 'check' : 'milestone',
        value,
      })),
      { label: t('No Milestone'), icon: before === 0 ? 'check' : 'circle-slash', always: true, value: 0 },
    ],
  });
  if (id === undefined || id === before) return;
  await save(ports, editing, { milestone_id: id });
}

async function changeTarget(ports: EditPorts, editing: Editing): Promise<void> {
  const { key, name, mergeRequest } = editing;
  const before = mergeRequest.target_branch ?? '';
  const branch = await ports.choices.search<string>({
    title: t('Target Branch of {0}', name),
    placeholder: t('Now {0}; part of the name of another', before),
    find: async (typed, signal) =>
      (await ports.parts.branches(key, typed, signal))
        .filter((each) => each !== before && each !== mergeRequest.source_branch)
        .map((each) => ({ label: each, icon: 'git-branch', value: each })),
    nothing: (typed) => t('No other branch is called "{0}".', typed),
    failed: (error) => explain(error).why,
  });
  if (branch !== undefined) await save(ports, editing, { target_branch: branch });
}

const OPTIONS = ['squash', 'remove_source_branch', 'allow_collaboration'] as const;
type Option = (typeof OPTIONS)[number];

async function editOptions(ports: EditPorts, editing: Editing): Promise<void> {
  const { name, mergeRequest } = editing;
  const { squash, allow_collaboration: collaboration } = mergeRequest;
  const remove = mergeRequest.should_remove_source_branch ?? mergeRequest.force_remove_source_branch;
  const before: Readonly<Record<Option, boolean>> = {
    squash,
    remove_source_branch: remove,
    allow_collaboration: collaboration,
  };
  const labels: Readonly<Record<Option, string>> = {
    squash: t('Squash Commits on Merge'),
    remove_source_branch: t('Delete {0} on Merge', mergeRequest.source_branch ?? ''),
    allow_collaboration: t('Allow Commits from Those Who May Merge'),
  };
  const chosen = await ports.choices.many<Option>({
    title: t('Merge Options of {0}', name),
    placeholder: t('The project may overrule what is set here'),
    groups: [
      {
        name: t('When it is merged'),
        choices: OPTIONS.map((option) => ({
          label: labels[option],
          ticked: before[option],
          value: option,
        })),
      },
    ],
  });
  if (chosen === undefined) return;
  const changed = OPTIONS.filter((option) => before[option] !== chosen.includes(option));
  if (changed.length === 0) return;
  await save(ports, editing, Object.fromEntries(changed.map((option) => [option, chosen.includes(option)])));
}
