import { t } from '../../base/localize';
import { isEnded, knownStatus } from '../../domain/jobs/status';
import type { JobStatus } from '../../schemas/job';
import { refName } from '../shared/ref-name';
import { accessibleLabel, parts, type Row } from '../shared/row';
import { statusWord } from '../shared/status-icons';
import { jobNames } from './status';

interface PipelineOf {
  readonly id: number;
  readonly status: string;
  readonly ref?: string | null | undefined;
}

type Sentence = (id: number, ref: string, jobs: string) => string;

/** Only final statuses. */
const SENTENCES: Readonly<Partial<Record<JobStatus, Sentence>>> = {
  failed: (id, ref, jobs) =>
    jobs === ''
      ? t('Pipeline #{0} failed for {1}.', id, ref)
      : t('Pipeline #{0} failed for {1}: {2}.', id, ref, jobs),
  success: (id, ref) => t('Pipeline #{0} passed for {1}.', id, ref),
  canceled: (id, ref) => t('Pipeline #{0} for {1} was canceled.', id, ref),
  skipped: (id, ref) => t('Pipeline #{0} for {1} was skipped.', id, ref),
};

/** Returns a message about a finished pipeline and its failed jobs. */
export function pipelineOver(pipeline: PipelineOf, failed: readonly { readonly name: string }[]): string {
  const ref = refName(pipeline.ref);
  const status = knownStatus(pipeline.status);
  const sentence = status === undefined ? undefined : SENTENCES[status];
  const jobs = jobNames(failed.map(({ name }) => name));
  return (
    sentence?.(pipeline.id, ref, jobs) ??
    t('Pipeline #{0} for {1}: {2}.', pipeline.id, ref, statusWord(pipeline))
  );
}

/** Context tokens of a pipeline that can be watched or is watched. */
export type WatchWord = 'watchable' | 'watched';

/** Returns undefined if the pipeline can't be watched because it has finished or its status is unknown. */
export function watchWord(
  status: string,
  { isWatched }: { readonly isWatched: boolean },
): WatchWord | undefined {
  if (isEnded(status) || knownStatus(status) === undefined) return undefined;
  return isWatched ? 'watched' : 'watchable';
}

/** Adds the context token to a pipeline's row, and marks a watched pipeline. */
export function withWatch(row: Row, word: WatchWord | undefined): Row {
  if (word === undefined) return row;
  const isWatched = word === 'watched';
  return {
    ...row,
    contextTokens: [...row.contextTokens, word],
    ...(isWatched
      ? {
          description: parts(row.description, t('watched')),
          accessibleLabel: accessibleLabel(row.accessibleLabel, t('watched')),
        }
      : {}),
  };
}
