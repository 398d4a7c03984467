import { t } from '../../base/localize';
import { hasArchive } from '../../domain/jobs/artifacts';
import type { AwaitedGroup } from '../../domain/jobs/waiting';
import type { Stage } from '../../domain/pipelines/grouping';
import type { Needs } from '../../domain/pipelines/timeline';
import type { PipelineDuration } from '../../domain/pipelines/usual-duration';
import type { Job } from '../../schemas/job';
import type { PipelineFacts } from '../../schemas/pipeline';
import { reportsText } from '../jobs/artifact-labels';
import { COMMAND } from '../shared/command-ids';
import { pipelineName } from '../shared/ref-name';
import { sizeLabel } from '../shared/size-labels';
import { statusWord } from '../shared/status-icons';
import {
  linkTo,
  type PageLine,
  type PagePart,
  type PagePiece,
  type PageStyle,
  pageTable,
} from '../shared/text-page';
import { fromNow } from '../shared/time-labels';

/** State of the document of a pipeline. */
export interface PipelineSummary {
  readonly base: string;
  readonly project: number | string;
  readonly id: number;
  /** Undefined until loaded. */
  readonly pipeline: PipelineFacts | undefined;
  /** Undefined until loaded. */
  readonly stages: readonly Stage[] | undefined;
  /** Undefined if unknown. `isCut`: the pipeline has more jobs, whose needs are unknown. */
  readonly needs: { readonly needs: Needs; readonly isCut: boolean } | undefined;
  /** The resource groups that jobs wait for, if known. */
  readonly groups: readonly AwaitedGroup[];
  /** Durations of earlier passed pipelines of the branch; undefined if unknown. */
  readonly durations: readonly PipelineDuration[] | undefined;
  /** More jobs exist than were read. */
  readonly isCut: boolean;
  /** Title of the commit or merge request, if known. */
  readonly title: string | undefined;
  /** Why the content couldn't be loaded. */
  readonly problem: string | undefined;
  readonly now: number;
}

export const STATUS_STYLES: Readonly<Record<string, PageStyle | undefined>> = {
  success: 'good',
  failed: 'bad',
};

export const mutedText = (text: string): PagePiece => ({ text, style: 'quiet' });
export const heading = (text: string): PageLine => [{ text, style: 'title' }];

/** Returns one part with a heading; nothing for a part without lines. */
export const pagePart = (name: string, lines: readonly PageLine[]): readonly PagePart[] =>
  lines.length === 0 ? [] : [{ name, lines: [heading(name), ...lines, []] }];

/** Returns the jobs that wait for a resource group, and the jobs that use these groups. */
export function waiting(
  { base, project, groups }: PipelineSummary,
  stages: readonly Stage[],
): readonly PagePart[] {
  const members = stages.flatMap((stage) => stage.members);
  const rows = groups.flatMap(({ name, jobs, waiting: count, current }) => {
    const use: PagePiece =
      current === undefined
        ? ''
        : {
            text: t('used by {0} of pipeline #{1}', current.name, current.pipeline?.id ?? '?'),
            place: { base, project, job: current.id, name: current.name },
          };
    const others = t('{0, plural, one {# other job is waiting} other {# other jobs are waiting}}', count - 1);
    return jobs.flatMap((id) => {
      const member = members.find(({ job }) => job.id === id);
      return member === undefined
        ? []
        : [[member.job.name, mutedText(name), use, mutedText(count > 1 ? others : '')]];
    });
  });
  return pagePart(t('Waiting for a Resource Group'), pageTable(rows));
}

/** Returns the jobs whose artifacts can be browsed, and the reports of jobs. */
export function artifacts(summary: PipelineSummary, stages: readonly Stage[]): readonly PagePart[] {
  return pagePart(
    t('Artifacts'),
    pageTable(
      stages.flatMap(({ members }) =>
        members.flatMap(({ job, kind }) => (kind === 'job' ? artifactCells(job, summary) : [])),
      ),
    ),
  );
}

/** Returns the line of a job in the list of artifacts; none if it has no artifacts. */
function artifactCells(
  job: Job,
  { base, project, id, now }: PipelineSummary,
): readonly (readonly PagePiece[])[] {
  const reports = reportsText(job);
  if (!hasArchive(job, now)) return reports === '' ? [] : [[job.name, '', '', reports]];
  const link = linkTo(
    COMMAND.browseArtifacts,
    { target: { kind: 'job', pipeline: { base, project, pipeline: id }, job: job.id } },
    t('Browse the artifacts of {0}', job.name),
  );
  return [
    [
      { text: job.name, link },
      mutedText(typeof job.artifacts_file?.size === 'number' ? sizeLabel(job.artifacts_file.size) : ''),
      mutedText(
        job.artifacts_expire_at
          ? t('expire {0}', fromNow(job.artifacts_expire_at, now) ?? '')
          : t("don't expire"),
      ),
      ...(reports === '' ? [] : [reports]),
    ],
  ];
}

export function downstream(
  { base, project }: PipelineSummary,
  stages: readonly Stage[],
): readonly PagePart[] {
  const started = stages.flatMap(({ members }) =>
    members.flatMap((member) => {
      const pipeline = member.kind === 'bridge' ? member.job.downstream_pipeline : undefined;
      return pipeline ? [{ name: member.job.name, pipeline }] : [];
    }),
  );
  return pagePart(
    t('Downstream Pipelines'),
    pageTable(
      started.map(({ name, pipeline }) => {
        const key = { base, project: pipeline.project_id ?? project, pipeline: pipeline.id };
        const text = pipelineName(pipeline);
        const link = linkTo(
          COMMAND.showPipelineSummary,
          { target: { kind: 'pipeline', pipeline: key } },
          t('Show the summary of pipeline #{0}', pipeline.id),
        );
        return [name, { text, link }, { text: statusWord(pipeline), style: STATUS_STYLES[pipeline.status] }];
      }),
    ),
  );
}
