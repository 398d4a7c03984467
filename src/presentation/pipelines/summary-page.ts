import { t } from '../../base/localize';
import { shortSha } from '../../base/short-sha';
import type { Stage, StageMember } from '../../domain/pipelines/grouping';
import { mergeRequestOf } from '../../domain/pipelines/rules';
import { isFailure } from '../../domain/pipelines/stage-actions';
import { criticalPath, type JobRunTime, runTimeOf } from '../../domain/pipelines/timeline';
import { compareDuration, type PipelineDuration, usualDuration } from '../../domain/pipelines/usual-duration';
import type { PipelineFacts } from '../../schemas/pipeline';
import { failureReason } from '../jobs/failure-labels';
import { COMMAND } from '../shared/command-ids';
import { sourceWord } from '../shared/filter-labels';
import { pipelineName, refName } from '../shared/ref-name';
import { parts } from '../shared/row';
import { statusWord } from '../shared/status-icons';
import {
  clipped,
  linkTo,
  padding,
  type PageLine,
  type PagePart,
  type PagePiece,
  pageTable,
  type TextPage,
  textPage,
  textWidth,
} from '../shared/text-page';
import { ago, duration } from '../shared/time-labels';
import { details, runners } from './summary-details';
import {
  artifacts,
  downstream,
  heading,
  mutedText,
  pagePart,
  type PipelineSummary,
  STATUS_STYLES,
  waiting,
} from './summary-parts';

const lengthOf = (count: number): string => duration(Math.abs(count)) ?? '';

/**
 * Compares a pipeline with the medians of earlier passed pipelines of its branch and kind. Returns undefined while it is running,
 * if it hasn't passed, because it may have ended early, and if too few earlier pipelines are known.
 */
function durationComparison(
  { status, duration: ran, queued_duration: queued, ref }: PipelineFacts,
  earlier: readonly PipelineDuration[],
): string | undefined {
  const usual = usualDuration(earlier);
  if (usual === undefined || typeof ran !== 'number' || status !== 'success') return undefined;
  const found = compareDuration({ duration: ran, queued: queued ?? undefined }, usual);
  const of = t(
    'the median of the last {0} similar passed pipelines of {1} ({2})',
    usual.count,
    refName(ref),
    lengthOf(usual.duration),
  );
  return parts(
    found.duration === 0
      ? t('about as long as {0}', of)
      : found.duration > 0
        ? t('{0} longer than {1}', lengthOf(found.duration), of)
        : t('{0} shorter than {1}', lengthOf(found.duration), of),
    found.queued > 0 ? t('queued for {0} longer than usual', lengthOf(found.queued)) : undefined,
  );
}

export const summaryLabel = (pipeline: Pick<PipelineFacts, 'id' | 'ref'>): string =>
  t('Pipeline {0}', pipelineName(pipeline));

const seconds = (ms: number): string => duration(ms / 1000) ?? '';

/** Returns the document: state, failed jobs, what took the time, all jobs by stage, and details. */
export function summaryPage(summary: PipelineSummary): TextPage {
  const { id, pipeline, stages, problem, isCut } = summary;
  const head: PageLine[] = [
    heading(summaryLabel({ id, ref: pipeline?.ref })),
    ...(pipeline === undefined ? [] : facts(pipeline, summary)),
    ...(problem === undefined ? [] : [[{ text: problem, style: 'bad' } as const]]),
    ...(isCut ? [[mutedText(t('The pipeline has more jobs than are shown here.'))]] : []),
    [],
  ];
  if (stages === undefined)
    return textPage([{ lines: problem === undefined ? [...head, [mutedText(t('Loading…'))]] : head }]);
  if (stages.length === 0)
    return textPage([
      { lines: [...head, [t('The pipeline has no jobs.')], []] },
      ...details(summary, stages),
    ]);
  return textPage([
    { lines: head },
    ...[failures, waiting, path, jobs, slowest, artifacts, downstream, runners, details].flatMap((part) =>
      part(summary, stages),
    ),
  ]);
}

function facts(
  pipeline: PipelineFacts,
  { base, project, title, now, durations }: PipelineSummary,
): PageLine[] {
  const status: PagePiece = { text: statusWord(pipeline), style: STATUS_STYLES[pipeline.status] };
  const times = parts(
    typeof pipeline.duration === 'number' ? t('ran for {0}', duration(pipeline.duration) ?? '') : undefined,
    typeof pipeline.queued_duration === 'number' && pipeline.queued_duration >= 1
      ? t('queued for {0}', duration(pipeline.queued_duration) ?? '')
      : undefined,
  );
  const created = ago(pipeline.created_at, now);
  const by = parts(pipeline.user?.name, sourceWord(pipeline.source));
  const commit = [shortSha(pipeline.sha), title].filter((each) => each !== undefined).join(' ');
  const comparison = durationComparison(pipeline, durations ?? []);
  const mergeRequest = mergeRequestOf(pipeline.ref);
  return [
    [status, times === '' ? '' : ` · ${times}`],
    ...(comparison === undefined ? [] : [[mutedText(comparison)]]),
    [mutedText(parts(created === undefined ? undefined : t('created {0}', created), by))],
    [commit],
    ...(mergeRequest === undefined ? [] : [[mergeRequestLink({ base, project, iid: mergeRequest })]]),
    ...(pipeline.yaml_errors ? [[{ text: pipeline.yaml_errors, style: 'bad' } as const]] : []),
  ];
}

const mergeRequestLink = (key: {
  readonly base: string;
  readonly project: number | string;
  readonly iid: number;
}): PagePiece => ({
  text: t('Merge request !{0}', key.iid),
  link: linkTo(
    COMMAND.openMergeRequest,
    { target: { kind: 'merge-request', mergeRequest: key } },
    t('Open merge request !{0}', key.iid),
  ),
});

/** Returns the name of a job, as a link to its log if it has started. */
const logLink = ({ base, project }: PipelineSummary, { job, kind }: StageMember): PagePiece =>
  kind === 'bridge' || !job.started_at
    ? job.name
    : { text: job.name, place: { base, project, job: job.id, name: job.name } };

function failures(summary: PipelineSummary, stages: readonly Stage[]): readonly PagePart[] {
  const failed = stages.flatMap(({ members }) => members.filter(isFailure));
  return pagePart(
    t('Failed Jobs'),
    pageTable(
      failed.map((member) => [
        logLink(summary, member),
        mutedText(member.job.stage),
        failureReason(member.job.failure_reason) ?? '',
        ago(member.job.finished_at, summary.now) ?? '',
      ]),
    ),
  );
}

/** Returns the critical path, with what waited longest. */
function path(summary: PipelineSummary, stages: readonly Stage[]): readonly PagePart[] {
  const created = Date.parse(summary.pipeline?.created_at ?? '');
  if (Number.isNaN(created)) return [];
  const steps = criticalPath(stages, { created, now: summary.now, needs: summary.needs?.needs });
  if (steps.length === 0) return [];
  const total = steps.reduce((sum, { waited, queued, ran }) => sum + waited + queued + ran, 0);
  return pagePart(t('Critical Path'), [
    [
      mutedText(
        t('These jobs determined the time of {0} from the creation to the last end.', seconds(total)),
      ),
    ],
    ...(summary.needs?.isCut === true
      ? [[mutedText(t("The needs of some jobs aren't known. These jobs follow the jobs of earlier stages."))]]
      : []),
    ...pageTable([
      [mutedText(t('Job')), mutedText(t('Waited')), mutedText(t('Queued')), mutedText(t('Ran'))],
      ...steps.map(({ member, waited, queued, ran }) => [
        logLink(summary, member),
        seconds(waited),
        seconds(queued),
        seconds(ran),
      ]),
    ]),
  ]);
}

/** Number of columns of the bars. */
const BAR = 30;

/** Returns all jobs by stage, with bars that show when they were queued and ran. */
function jobs(summary: PipelineSummary, stages: readonly Stage[]): readonly PagePart[] {
  const times = new Map<StageMember, JobRunTime>();
  for (const { members } of stages)
    for (const member of members) {
      const time = runTimeOf(member, summary.now);
      if (time !== undefined) times.set(member, time);
    }
  const all = [...times.values()];
  const [first, last] = [Math.min(...all.map(({ start }) => start)), Math.max(...all.map(({ end }) => end))];
  const widths = widthsOf(stages);
  return stages.flatMap(({ name, members }) =>
    pagePart(
      t('Stage {0}', name),
      members.map((member): PageLine => {
        const time = times.get(member);
        const word = statusWord(member.job);
        return [
          shortened(logLink(summary, member), widths.name),
          padding(clipped(member.job.name, widths.name), widths.name + 2),
          { text: word, style: STATUS_STYLES[member.job.status] },
          padding(word, widths.status + 2),
          time === undefined ? '' : barOf(time, first, last),
          time === undefined ? '' : `  ${seconds(time.end - time.start)}`,
        ];
      }),
    ),
  );
}

/** Maximum number of columns of a job's name. */
const MAX_NAME = 40;

function widthsOf(stages: readonly Stage[]): { readonly name: number; readonly status: number } {
  let [name, status] = [0, 0];
  for (const { members } of stages)
    for (const { job } of members) {
      name = Math.max(name, textWidth(clipped(job.name, MAX_NAME)));
      status = Math.max(status, textWidth(statusWord(job)));
    }
  return { name, status };
}

const shortened = (piece: PagePiece, columns: number): PagePiece =>
  typeof piece === 'string' ? clipped(piece, columns) : { ...piece, text: clipped(piece.text, columns) };

function barOf({ start, end }: JobRunTime, first: number, last: number): string {
  const scale = BAR / Math.max(1, last - first);
  const from = Math.min(BAR - 1, Math.floor((start - first) * scale));
  const to = Math.max(from + 1, Math.round((end - first) * scale));
  return `${'·'.repeat(from)}${'█'.repeat(to - from)}${'·'.repeat(Math.max(0, BAR - to))}`;
}

/** Number of jobs in the list of the slowest ones. */
const SLOWEST = 5;

function slowest(summary: PipelineSummary, stages: readonly Stage[]): readonly PagePart[] {
  const members = stages.flatMap((stage) => stage.members);
  const timed = members.flatMap((member) => runTimeOf(member, summary.now) ?? []);
  if (timed.length <= SLOWEST) return [];
  const found = timed.sort((a, b) => b.end - b.start - (a.end - a.start)).slice(0, SLOWEST);
  return pagePart(
    t('Slowest Jobs'),
    pageTable(
      found.map(({ member, start, end }) => [
        logLink(summary, member),
        mutedText(member.job.stage),
        seconds(end - start),
      ]),
    ),
  );
}
