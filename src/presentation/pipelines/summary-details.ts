import { t } from '../../base/localize';
import type { Stage } from '../../domain/pipelines/grouping';
import type { Job } from '../../schemas/job';
import { fullUserName } from '../accounts/user-name';
import { managerFacts, runnerFacts, runnerName } from '../jobs/runner-labels';
import { percent } from '../shared/percent';
import { detailsOf, parts } from '../shared/row';
import { clipped, type PageLine, type PagePart, pageTable } from '../shared/text-page';
import { momentWithAge } from '../shared/time-labels';
import { mutedText, pagePart, type PipelineSummary } from './summary-parts';

/** A runner, its manager, and the jobs that they ran. */
interface UsedRunner {
  readonly runner: NonNullable<Job['runner']>;
  readonly manager: Job['runner_manager'];
  readonly jobs: string[];
}

/** Maximum number of columns of the names of a runner's jobs. */
const MAX_NAMES = 100;

/** Returns the runners of the jobs, with their managers. */
export function runners(_summary: PipelineSummary, stages: readonly Stage[]): readonly PagePart[] {
  const used = new Map<string, UsedRunner>();
  for (const { job } of stages.flatMap(({ members }) => members)) {
    const { runner, runner_manager: manager } = job;
    if (!runner) continue;
    const key = `${runner.id} ${manager?.id ?? ''}`;
    const known = used.get(key) ?? { runner, manager, jobs: [] };
    known.jobs.push(job.name);
    used.set(key, known);
  }
  return pagePart(t('Runners'), pageTable([...used.values()].flatMap(runnerLines)));
}

function runnerLines({ runner, manager, jobs }: UsedRunner): (readonly PageLine[])[] {
  const count = t('{0, plural, one {# job} other {# jobs}}', jobs.length);
  return [
    [[runnerName(runner)], [runnerFacts(runner)]],
    ...(manager ? [[[], [managerFacts(manager)]]] : []),
    [[], [mutedText(parts(count, clipped(jobs.join(', '), MAX_NAMES)))]],
  ];
}

/** Placeholder of servers for a missing commit. */
const NO_COMMIT = /^0*$/;

/** Returns the attributes that the other parts omit or shorten. */
export function details({ pipeline, now }: PipelineSummary, stages: readonly Stage[]): readonly PagePart[] {
  if (pipeline === undefined) return [];
  const { before_sha: before, user } = pipeline;
  const commit = stages[0]?.members[0]?.job.commit ?? undefined;
  const facts = detailsOf(
    [t('Name'), pipeline.name],
    [t('Number in the project'), pipeline.iid],
    [t('Project ID'), pipeline.project_id],
    [pipeline.tag === true ? t('Tag') : t('Ref'), pipeline.ref],
    [t('Commit'), pipeline.sha],
    [t('Commit author'), commit && authorOf(commit)],
    [t('Commit created'), momentWithAge(commit?.created_at ?? pipeline.committed_at, now)],
    [t('Previous commit'), NO_COMMIT.test(before ?? '') ? undefined : before],
    [t('Started by'), user ? fullUserName(user) : undefined],
    [t('Created'), momentWithAge(pipeline.created_at, now)],
    [t('Started'), momentWithAge(pipeline.started_at, now)],
    [t('Finished'), momentWithAge(pipeline.finished_at, now)],
    [t('Updated'), momentWithAge(pipeline.updated_at, now)],
    [t('Coverage'), percent(pipeline.coverage)],
    [t('Page'), pipeline.web_url],
  );
  return [
    ...pagePart(t('Details'), pageTable(facts.map(({ name, value }) => [mutedText(name), value]))),
    ...pagePart(t('Commit Message'), messageLines(commit?.message)),
  ];
}

/** `Dana Lindqvist <dana@example.com>`, like Git. */
function authorOf({ author_name: name, author_email: email }: NonNullable<Job['commit']>): string {
  return [name, email ? `<${email}>` : undefined].filter(Boolean).join(' ');
}

/** Maximum number of lines of a commit message, and of columns of a line. */
const MAX_MESSAGE_LINES = 100;
const MAX_COLUMNS = 500;

/** Returns the lines of a commit message; nothing if it is only a title, which the first lines contain. */
function messageLines(message: string | null | undefined): readonly PageLine[] {
  const lines = (message ?? '').trim().split(/\r?\n/);
  if (lines.length === 1) return [];
  const shown = lines.slice(0, MAX_MESSAGE_LINES).map((line) => [clipped(line, MAX_COLUMNS)]);
  return lines.length > MAX_MESSAGE_LINES ? [...shown, ['…']] : shown;
}
