import { t } from '../../base/localize';
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

/** What a job is part of and how it ended, above the first line of its log. */
export interface LogHeader {
  /** Starts with a codicon. */
  readonly status: string;
  /** Undefined if the server doesn't return the pipeline of the job. */
  readonly pipeline: string | undefined;
}

export function logHeader(job: JobFacts): LogHeader {
  const { commit, pipeline, ref } = job;
  const reason = job.status === 'failed' ? failureReason(job.failure_reason) : undefined;
  const sha = commit?.short_id ?? commit?.id.slice(0, 8);
  return {
    status: parts(
      `$(${statusIcon(job).id.replace('~spin', '')}) ${plainText(statusWord(job))}`,
      reason === undefined ? undefined : plainText(reason),
      duration(job.duration),
    ),
    pipeline:
      pipeline === undefined || pipeline === null
        ? undefined
        : plainText(
            parts(
              t('Pipeline {0}', pipelineName({ id: pipeline.id, ref: pipeline.ref ?? ref })),
              [sha, commit?.title].filter((text) => text !== undefined && text !== null).join(' ') ||
                undefined,
            ),
          ),
  };
}

/** Shown above the first line of a log whose end is missing. */
export const cutNote = (): string =>
  t('$(warning) The end is missing: the log exceeded the maximum size on the runner');
