import type { Accounts } from '../../app/accounts/accounts';
import type { PipelineFilterStore } from '../../app/pipelines/filter-store';
import type { Pipelines } from '../../app/pipelines/pipelines';
import { PIPELINE_MODES } from '../../app/pipelines/query';
import type { Projects } from '../../app/projects/projects';
import { t } from '../../base/localize';
import { severity } from '../../domain/jobs/status';
import type { Choices } from '../../editor/shared/choices';
import type { Prompts } from '../../editor/shared/prompts';
import { COMMAND } from '../../presentation/shared/command-ids';
import { explain } from '../../presentation/shared/error-messages';
import { MODE_WORDS, SOURCES, sourceWord } from '../../presentation/shared/filter-labels';
import { refName } from '../../presentation/shared/ref-name';
import { statusIcon, wordOf } from '../../presentation/shared/status-icons';
import { JOB_STATUSES, type JobStatus } from '../../schemas/job';
import type { CommandRow } from '../shared/command-row';

export interface FilterCommandDeps {
  readonly accounts: Accounts;
  readonly filter: PipelineFilterStore;
  readonly projects: Projects;
  readonly pipelines: Pipelines;
  readonly prompts: Prompts;
  readonly choices: Choices;
}

/** What one line of the filter stands for. Pipelines use the words of jobs. */
type Ticked =
  | { readonly of: 'statuses' | 'jobStatuses'; readonly status: JobStatus }
  | { readonly of: 'sources'; readonly source: string };

const LOUDEST_FIRST = [...JOB_STATUSES].sort((a, b) => severity({ status: b }) - severity({ status: a }));

const notFiltered = (): string => t("Couldn't change the pipeline filter.");

export function filterCommands(deps: FilterCommandDeps): readonly CommandRow[] {
  const { filter } = deps;
  return [
    { id: COMMAND.choosePipelines, failure: notFiltered, run: () => chooseMode(deps) },
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
      label: MODE_WORDS[value].label(),
      description: details[value],
      icon: value === filter.current.mode ? 'check' : 'blank',
      value,
    })),
  });
  // The branch that is checked out and a branch that was named exclude each other.
  if (mode !== undefined) await filter.change({ mode, ...(mode === 'branch' ? { ref: undefined } : {}) });
}

async function chooseFilter({ filter, choices }: FilterCommandDeps): Promise<void> {
  const { statuses, jobStatuses, sources } = filter.current;
  const statusChoices = (of: 'statuses' | 'jobStatuses', ticked: readonly JobStatus[]) =>
    LOUDEST_FIRST.map((status) => ({
      label: wordOf(status),
      description: of === 'statuses' ? t('pipelines') : t('jobs'),
      icon: statusIcon({ status }).id.replace('~spin', ''),
      ticked: ticked.includes(status),
      value: { of, status } as const satisfies Ticked,
    }));
  const chosen = await choices.many<Ticked>({
    title: t('Filter Pipelines'),
    placeholder: t('Select what to show (select nothing to show everything)'),
    groups: [
      { name: t('pipeline status'), choices: statusChoices('statuses', statuses) },
      { name: t('job status'), choices: statusChoices('jobStatuses', jobStatuses) },
      {
        name: t('pipeline source'),
        choices: SOURCES.map((source) => ({
          label: sourceWord(source) ?? source,
          icon: 'play',
          ticked: sources.includes(source),
          value: { of: 'sources', source },
        })),
      },
    ],
  });
  if (chosen === undefined) return;
  const statusesOf = (of: 'statuses' | 'jobStatuses'): JobStatus[] =>
    chosen.flatMap((each) => (each.of === of ? [each.status] : []));
  await filter.change({
    statuses: statusesOf('statuses'),
    jobStatuses: statusesOf('jobStatuses'),
    sources: chosen.flatMap((each) => (each.of === 'sources' ? [each.source] : [])),
  });
}

/** Refs that are in the lists, and whatever else is typed. */
async function chooseRef({ filter, projects, pipelines, choices }: FilterCommandDeps): Promise<void> {
  const chosen = await choices.search<string>({
    title: t('Filter Pipelines by Branch or Tag'),
    placeholder: t('Select or enter a branch or tag name'),
    find: async (typed, signal) => {
      const search = await projects.search(signal);
      const found = search.state === 'found' ? search.projects : [];
      const refs = found.flatMap((outcome) =>
        outcome.ok
          ? (pipelines.peekList(outcome.project.key)?.pipelines ?? []).map(({ ref }) => ref ?? '')
          : [],
      );
      const heads = found.flatMap((outcome) =>
        outcome.ok ? projects.headsOf(outcome.project.key).map(({ name }) => name ?? '') : [],
      );
      const known = [...new Set([...heads, ...refs])].filter((ref) => ref !== '' && ref.includes(typed));
      const names = typed === '' || known.includes(typed) ? known : [typed, ...known];
      return named(names, filter.current.ref, 'git-branch', refName);
    },
    nothing: () => t('Enter a branch or tag name'),
    failed: (error) => explain(error).why,
  });
  if (chosen !== undefined) await filter.change({ ref: chosen === ANY ? undefined : chosen, mode: 'recent' });
}

async function chooseAuthor({ accounts, filter, choices }: FilterCommandDeps): Promise<void> {
  const chosen = await choices.search<string>({
    title: t('Filter Pipelines by Trigger Author'),
    placeholder: t('Select or enter the username of the user who triggered the pipeline'),
    find: async (typed) => {
      const wanted = typed.trim().replace(/^@/, '');
      const known = (await usernamesOf(accounts)).filter((name) => name.includes(wanted));
      const names = wanted === '' || known.includes(wanted) ? known : [wanted, ...known];
      return named(names, filter.current.author, 'account', (name) => `@${name}`);
    },
    nothing: () => t('Enter a username'),
    failed: (error) => explain(error).why,
  });
  if (chosen !== undefined) await filter.change({ author: chosen === ANY ? undefined : chosen });
}

/** Stands for no name: names have no blanks in front. */
const ANY = ' any';

function named(
  names: readonly string[],
  current: string | undefined,
  icon: string,
  shown: (name: string) => string,
) {
  const any = current === undefined ? [] : [{ label: t('Any'), icon: 'clear-all', value: ANY }];
  return [
    ...any,
    ...names.map((name) => ({
      label: shown(name),
      icon: name === current ? 'check' : icon,
      value: name,
    })),
  ];
}

/** Who is signed in, on any server. */
async function usernamesOf(accounts: Accounts): Promise<readonly string[]> {
  const names = await Promise.all(
    accounts.list().map(
      async ({ base, username }) =>
        // A server may be out of reach, or not tell: the others are worth offering all the same.
        username ?? (await accounts.user(base).catch(() => undefined))?.username,
    ),
  );
  return names.filter((name) => name !== undefined);
}
