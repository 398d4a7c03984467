import type { PipelineFilterStore } from '../../../app/pipelines/filter-store';
import type {
  FilterSuggestions,
  SuggestedAuthor,
  SuggestedRef,
} from '../../../app/pipelines/filter-suggestions';
import { PIPELINE_MODES } from '../../../app/pipelines/query';
import { t } from '../../../base/localize';
import {
  groupsOf,
  STATUS_GROUPS,
  statusesIn,
  type StatusGroup,
} from '../../../domain/pipelines/status-groups';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { explain } from '../../../presentation/shared/error-messages';
import {
  MODE_LABELS,
  SOURCE_TITLES,
  SOURCES,
  STATUS_GROUP_TITLES,
} from '../../../presentation/shared/filter-labels';
import { refName } from '../../../presentation/shared/ref-name';
import { statusIcon, WARNING_ICON } from '../../../presentation/shared/status-icons';
import type { CommandRow } from '../../shared/commands/command-row';
import type { PickItem, Prompts } from '../../shared/editor/prompts';

export interface FilterCommandDeps {
  readonly filter: PipelineFilterStore;
  readonly suggestions: Pick<FilterSuggestions, 'refs' | 'authors'>;
  readonly prompts: Prompts;
}

/** A choice in the filter. */
type Ticked =
  | { readonly of: 'statuses' | 'jobStatuses'; readonly group: StatusGroup }
  | { readonly of: 'warnings' }
  | { readonly of: 'sources'; readonly source: string };

const notFiltered = (): string => t("Couldn't change the pipeline filter.");

export function filterCommands(deps: FilterCommandDeps): readonly CommandRow[] {
  const { filter } = deps;
  return [
    { id: COMMAND.selectPipelines, failure: notFiltered, run: () => chooseMode(deps) },
    { id: COMMAND.filterPipelines, failure: notFiltered, run: () => chooseFilter(deps) },
    { id: COMMAND.filterPipelinesByRef, failure: notFiltered, run: () => chooseRef(deps) },
    { id: COMMAND.filterPipelinesByAuthor, failure: notFiltered, run: () => chooseAuthor(deps) },
    { id: COMMAND.clearPipelineFilter, failure: notFiltered, run: () => filter.clear() },
  ];
}

async function chooseMode({ filter, prompts }: FilterCommandDeps): Promise<void> {
  const details = {
    recent: t('All pipelines in each project, latest first'),
    branch: t('Pipelines for the checked-out branch and commit'),
    'merge-requests': t('Merge request pipelines'),
  };
  const mode = await prompts.pick({
    title: t('Select Pipelines to Show'),
    placeholder: t('Select which pipelines to show'),
    items: PIPELINE_MODES.map((value) => ({
      label: MODE_LABELS[value].label(),
      description: details[value],
      icon: value === filter.current.mode ? 'check' : 'blank',
      value,
    })),
  });
  // The filter for the checked-out branch and a filter for a named branch exclude each other.
  if (mode !== undefined) await filter.change({ mode, ...(mode === 'branch' ? { ref: undefined } : {}) });
}

async function chooseFilter({ filter, prompts }: FilterCommandDeps): Promise<void> {
  const { statuses, warnings, jobStatuses, sources } = filter.current;
  const chosen = await prompts.pickFromGroups<Ticked>({
    title: t('Filter Pipelines'),
    placeholder: t('Select filters (none to show all pipelines)'),
    groups: [
      {
        name: t('pipeline status'),
        items: [
          ...groupChoices('statuses', groupsOf(statuses)),
          {
            label: t('Passed with Warnings'),
            icon: WARNING_ICON.id,
            picked: warnings,
            value: { of: 'warnings' } as const,
          },
        ],
      },
      {
        name: t('pipeline source'),
        items: SOURCES.map((source) => ({
          label: SOURCE_TITLES[source](),
          icon: 'play',
          picked: sources.includes(source),
          value: { of: 'sources', source } as const,
        })),
      },
      { name: t('job status'), items: groupChoices('jobStatuses', groupsOf(jobStatuses)) },
    ],
  });
  if (chosen === undefined) return;
  await filter.change({
    statuses: chosen.flatMap((each) => (each.of === 'statuses' ? statusesIn(each.group) : [])),
    warnings: chosen.some((each) => each.of === 'warnings'),
    jobStatuses: chosen.flatMap((each) => (each.of === 'jobStatuses' ? statusesIn(each.group) : [])),
    sources: chosen.flatMap((each) => (each.of === 'sources' ? [each.source] : [])),
  });
}

/** The description distinguishes jobs from pipelines while typing hides the group headings. */
const groupChoices = (of: 'statuses' | 'jobStatuses', ticked: readonly StatusGroup[]): PickItem<Ticked>[] =>
  STATUS_GROUPS.map((group) => ({
    label: STATUS_GROUP_TITLES[group](),
    ...(of === 'jobStatuses' ? { description: t('jobs') } : {}),
    icon: statusIcon({ status: GROUP_ICON_OF[group] }).id.replace('~spin', ''),
    picked: ticked.includes(group),
    value: { of, group },
  }));

/** The status whose icon a group uses. */
const GROUP_ICON_OF = {
  failed: 'failed',
  running: 'running',
  waiting: 'pending',
  manual: 'manual',
  canceled: 'canceled',
  success: 'success',
  skipped: 'skipped',
} as const satisfies Readonly<Record<StatusGroup, string>>;

async function chooseRef({ filter, suggestions, prompts }: FilterCommandDeps): Promise<void> {
  const chosen = await prompts.search<string>({
    title: t('Filter Pipelines by Branch or Tag'),
    placeholder: t('Select a branch or tag, or enter part of its name'),
    find: async (typed, signal) => {
      const { ref: current } = filter.current;
      const found = await suggestions.refs(typed, signal);
      return [...anyChoice(current, typed), ...found.map((each) => refChoice(each, current))];
    },
    nothing: (typed) =>
      typed === '' ? t('Enter a branch or tag name') : t('No pipelines found for branch or tag "{0}"', typed),
    failed: (error) => explain(error).why,
  });
  if (chosen !== undefined) await filter.change({ ref: chosen === ANY ? undefined : chosen, mode: 'recent' });
}

async function chooseAuthor({ filter, suggestions, prompts }: FilterCommandDeps): Promise<void> {
  const chosen = await prompts.search<string>({
    title: t('Filter Pipelines by Trigger Author'),
    placeholder: t('Select a project member, or enter part of a name or username'),
    find: async (typed, signal) => {
      const { author: current } = filter.current;
      const found = await suggestions.authors(typed, signal);
      return [...anyChoice(current, typed), ...found.map((each) => authorChoice(each, current))];
    },
    nothing: (typed) =>
      typed === '' ? t('Enter a username') : t('No members or trigger authors found for "{0}"', typed),
    failed: (error) => explain(error).why,
  });
  if (chosen !== undefined) await filter.change({ author: chosen === ANY ? undefined : chosen });
}

/** Means any name. Names can't start with a space. */
const ANY = ' any';

/** Only offered while no text is typed, because text searches for a name. */
const anyChoice = (current: string | undefined, typed: string): PickItem<string>[] =>
  current === undefined || typed !== '' ? [] : [{ label: t('Any'), icon: 'clear-all', value: ANY }];

const REF_ICONS = {
  branch: 'git-branch',
  tag: 'tag',
  'merge-request': 'git-pull-request',
  other: 'git-commit',
  unchecked: 'question',
} as const satisfies Readonly<Record<SuggestedRef['kind'], string>>;

const REF_LABELS: Readonly<Record<SuggestedRef['kind'], () => string>> = {
  branch: () => t('branch'),
  tag: () => t('tag'),
  'merge-request': () => t('merge request'),
  other: () => t('deleted branch or tag'),
  unchecked: () => t('not verified'),
};

const refChoice = ({ ref, kind }: SuggestedRef, current: string | undefined): PickItem<string> => ({
  label: refName(ref),
  description: REF_LABELS[kind](),
  icon: ref === current ? 'check' : REF_ICONS[kind],
  value: ref,
});

const AUTHOR_LABELS: Readonly<Record<SuggestedAuthor['kind'], () => string>> = {
  member: () => '',
  other: () => t('not a member'),
  unchecked: () => t('not verified'),
};

const authorChoice = (
  { username, name, kind }: SuggestedAuthor,
  current: string | undefined,
): PickItem<string> => ({
  label: `@${username}`,
  description: name ?? AUTHOR_LABELS[kind](),
  icon: username === current ? 'check' : 'account',
  value: username,
});
