import { t } from '../../base/localize';
import { shortSha } from '../../base/short-sha';
import { failureReason } from '../jobs/failure-labels';
import { plainText } from '../shared/plain-text';
import { pipelineName } from '../shared/ref-name';
import { parts } from '../shared/row';
import { statusIcon, statusWord } from '../shared/status-icons';
import { duration } from '../shared/time-labels';

interface JobFacts {
  readonly status: string;
  readonly allow_failure: boolean;
  readonly failure_reason?: string | null | undefined;
  readonly duration?: number | null | undefined;
  readonly ref?: string | null | undefined;
  readonly commit?:
    | {
        readonly id: string;
        readonly short_id?: string | null | undefined;
        readonly title?: string | null | undefined;
      }
    | null
    | undefined;
  readonly pipeline?: { readonly id: number; readonly ref?: string | null | undefined } | null | undefined;
}

/** Context of a job and how it ended, above the first line of its log. */
export interface LogHeader {
  /** Starts with a codicon. */
  readonly status: string;
  /** Undefined if the server doesn't return the pipeline of the job. */
  readonly pipeline: string | undefined;
}

export function logHeader(job: JobFacts): LogHeader {
  const pipeline = pipelineOf(job);
  return {
    status: `$(${statusIcon(job).id.replace('~spin', '')}) ${plainText(outcomeOf(job))}`,
    pipeline: pipeline === undefined ? undefined : plainText(pipeline),
  };
}

/** The content of the header in one line of plain text. */
export const logTooltip = (job: JobFacts): string => parts(outcomeOf(job), pipelineOf(job));

function outcomeOf(job: JobFacts): string {
  const reason = job.status === 'failed' ? failureReason(job.failure_reason) : undefined;
  return parts(statusWord(job), reason, duration(job.duration));
}

function pipelineOf({ commit, pipeline, ref }: JobFacts): string | undefined {
  if (pipeline === undefined || pipeline === null) return undefined;
  const sha = commit?.short_id ?? shortSha(commit?.id);
  const commitLabel = [sha, commit?.title].filter((text) => text !== undefined && text !== null).join(' ');
  const name = pipelineName({ id: pipeline.id, ref: pipeline.ref ?? ref });
  return parts(t('Pipeline {0}', name), commitLabel === '' ? undefined : commitLabel);
}

/** Shown above the first line of a log whose end is missing. */
export const cutNote = (): string =>
  t('$(warning) The end is missing: the log exceeded the maximum size on the runner');
