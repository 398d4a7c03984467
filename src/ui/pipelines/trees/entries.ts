import type { OmittedJobs, PipelineContent } from '../../../app/pipelines/content';
import { downstreamOf } from '../../../app/pipelines/downstream';
import type { PipelineList } from '../../../app/pipelines/list';
import {
  isUnfiltered,
  type ListedPipeline,
  NO_FILTER,
  type PipelineFilter,
} from '../../../app/pipelines/query';
import type { ProjectOutcome } from '../../../app/projects/projects';
import type { PipelineKey, ProjectKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { knownStatus } from '../../../domain/jobs/status';
import type { StageMember } from '../../../domain/pipelines/grouping';
import { flattened, type JobOrder, sortedMembers } from '../../../domain/pipelines/job-order';
import {
  clearFilterRow,
  emptyRow,
  filteredRow,
  foreignPageRow,
  runPipelineRow,
} from '../../../presentation/pipelines/rows';
import { errorRow } from '../../../presentation/shared/error-row';
import { filterSummary } from '../../../presentation/shared/filter-labels';
import type { Bridge } from '../../../schemas/job';
import type { Entry, TreeNode } from '../../tree-node';
import type { JobLayout } from './node-rows';

/** Children of the root: a row for each project of the workspace. */
export function projectEntries(
  outcomes: readonly ProjectOutcome[],
  usernameOn: (base: string) => string | undefined,
): Entry[] {
  return outcomes.map((outcome): Entry => {
    if (!outcome.ok) {
      const { base, path, error, added } = outcome;
      const row = errorRow({ what: t("Couldn't load {0}", path), subject: path }, error);
      const key = `${base}/${path}`;
      if (added === undefined) return { key, data: { kind: 'note', row } };
      const tokens = [...row.contextTokens, 'added'];
      return {
        key,
        data: {
          kind: 'note',
          row: { ...row, contextTokens: tokens },
          target: { kind: 'project', project: added, path },
        },
      };
    }
    const { key, path, remote } = outcome.project;
    const username = usernameOn(key.base);
    return {
      key: `${key.base}/${String(key.project)}`,
      data: { kind: 'project', project: key, path, username, added: remote === undefined },
    };
  });
}

/** The project of a list. `canRun`: whether the user's role allows running a pipeline. */
interface ListedProject {
  readonly project: ProjectKey;
  readonly path: string;
  readonly canRun: boolean;
}

/** Children of a project: its pipelines, and a row that loads older ones. */
export function pipelineEntries(
  of: ListedProject,
  list: PipelineList,
  filter: PipelineFilter,
  isShown: (pipeline: ListedPipeline) => boolean,
): Entry[] {
  const { project } = of;
  const pipelines = list.pipelines.filter(isShown).map(({ id }): Entry => ({
    key: `${id}`,
    data: { kind: 'pipeline', pipeline: { ...project, pipeline: id } },
  }));
  const { foreignHost } = list;
  return [
    ...(pipelines.length === 0 ? nothing(of, list, filter) : pipelines),
    ...(list.hasOlder ? [{ key: 'older', data: { kind: 'older', project } } as const] : []),
    ...(foreignHost === undefined ? [] : [foreignNote(foreignHost)]),
  ];
}

/** Rows for an empty list: the reason, and the next step. */
function nothing(
  { project, path, canRun }: ListedProject,
  list: PipelineList,
  filter: PipelineFilter,
): Entry[] {
  const listFilter = { ...filter, jobStatuses: [] };
  if (!isUnfiltered(listFilter)) {
    const summary = filterSummary(listFilter);
    return filteredAway(
      list.hasOlder ? t('No recent pipelines match: {0}', summary) : t('No pipelines match: {0}', summary),
    );
  }
  const messages = {
    recent: () => t('No pipelines yet'),
    branch: () => t('No pipelines for this branch or commit'),
    'merge-requests': () => t('No merge request pipelines'),
  };
  const reason = note('none', messages[filter.mode]());
  if (!canRun || filter.mode === 'merge-requests') return [reason];
  const target = { kind: 'project', project, path } as const;
  return [reason, { key: 'note run', data: { kind: 'note', row: runPipelineRow(), target } }];
}

const filteredAway = (label: string): Entry[] => [
  { key: 'note none', data: { kind: 'note', row: filteredRow(label) } },
  { key: 'note clear', data: { kind: 'note', row: clearFilterRow() } },
];

/** Children of a pipeline: its stages, or all jobs. */
export function pipelineContentEntries(
  pipeline: PipelineKey,
  { stages, cut }: PipelineContent,
  filter: PipelineFilter,
  layout: JobLayout,
): Entry[] {
  if (stages.length === 0) return [note('none', t('No jobs in this pipeline'))];
  const entries = layout.flat
    ? flattened(stages, layout.order)
        .filter((member) => isShown(member, filter))
        .map((member) => ({
          ...memberEntry(pipeline, member),
          key: `job ${member.job.stage} ${member.job.name}`,
        }))
    : stages
        .filter(({ members }) => members.some((member) => isShown(member, filter)))
        .map(({ name }): Entry => ({ key: `stage ${name}`, data: { kind: 'stage', pipeline, stage: name } }));
  if (entries.length === 0) {
    const { jobStatuses } = filter;
    const summary = filterSummary({ ...NO_FILTER, jobStatuses });
    entries.push(...filteredAway(t('No jobs match: {0}', summary)));
  }
  return cut === undefined ? entries : [...entries, cutNote(cut)];
}

function cutNote(cut: OmittedJobs): Entry {
  return cut.why === 'foreign' ? foreignNote(cut.host) : note('cut', t('Not all jobs are shown'));
}

function foreignNote(host: string): Entry {
  return { key: 'note foreign', data: { kind: 'note', row: foreignPageRow(host) } };
}

/** Children of a stage: its jobs and trigger jobs, only the latest attempt of each. */
export function jobEntries(
  { pipeline, stage }: { readonly pipeline: PipelineKey; readonly stage: string },
  { stages }: PipelineContent,
  filter: PipelineFilter,
  order: JobOrder,
): Entry[] {
  const members = stages.find(({ name }) => name === stage)?.members ?? [];
  return sortedMembers(members, order)
    .filter((member) => isShown(member, filter))
    .map((member) => memberEntry(pipeline, member));
}

/** The name is the key, so that a retried job remains selected. */
const memberEntry = (pipeline: PipelineKey, { kind, job }: StageMember): Entry => ({
  key: job.name,
  data: { kind, pipeline, job: job.id },
});

/** Jobs with an unknown status always match the filter. */
function isShown({ job }: StageMember, { jobStatuses }: PipelineFilter): boolean {
  const status = knownStatus(job.status);
  return jobStatuses.length === 0 || status === undefined || jobStatuses.includes(status);
}

/** Children of a retried job: its earlier attempts, latest first. */
export function attemptEntries(pipeline: PipelineKey, member: StageMember | undefined): Entry[] {
  if (member?.kind !== 'job') return [];
  return member.earlier.map(({ id }) => ({ key: `${id}`, data: { kind: 'attempt', pipeline, job: id } }));
}

/** Child of a trigger job: the pipeline that it started. */
export function downstreamEntries(
  node: TreeNode,
  upstream: PipelineKey,
  bridge: Bridge | undefined,
): Entry[] {
  const below = bridge === undefined ? undefined : downstreamOf(upstream, bridge);
  if (below === undefined) return [note('none', t('No downstream pipeline'))];
  const { key, started, where } = below;
  if (node.isInside(key)) return [note('cycle', t('#{0} is already shown above', started.id))];
  return [
    {
      key: `${started.id}`,
      data: { kind: 'pipeline', pipeline: key, started, ...(where === undefined ? {} : { where }) },
    },
  ];
}

function note(key: string, text: string): Entry {
  return { key: `note ${key}`, data: { kind: 'note', row: emptyRow(text) } };
}
