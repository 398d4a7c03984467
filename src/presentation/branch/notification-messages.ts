import { t } from '../../base/localize';
import { isEnded, knownStatus } from '../../domain/jobs/status';
import type { JobStatus } from '../../schemas/job';
import { refName } from '../shared/ref-name';
import { accessibleLabel, type Row } from '../shared/row';
import { shortTitle } from '../shared/short-title';
import { statusWord } from '../shared/status-icons';
import { jobNames } from './status';

interface PipelineOf {
  readonly id: number;
  readonly status: string;
  readonly ref?: string | null | undefined;
}

type Sentence = (name: string, ref: string, jobs: string) => string;

/** Sentences for final statuses. */
const SENTENCES: Readonly<Partial<Record<JobStatus, Sentence>>> = {
  failed: (name, ref, jobs) =>
    jobs === ''
      ? t('Pipeline #{0} failed for {1}.', name, ref)
      : t('Pipeline #{0} failed for {1}: {2}.', name, ref, jobs),
  success: (name, ref) => t('Pipeline #{0} passed for {1}.', name, ref),
  canceled: (name, ref) => t('Pipeline #{0} for {1} was canceled.', name, ref),
  skipped: (name, ref) => t('Pipeline #{0} for {1} was skipped.', name, ref),
};

/** Maximum width of a title in a message. */
const MAX_TITLE = 60;

/**
 * Returns a message about a finished pipeline and its failed jobs. `title`: the title of its commit or merge request,
 * if known.
 */
export function pipelineEndText(
  pipeline: PipelineOf,
  failed: readonly { readonly name: string }[],
  title?: string,
): string {
  const name = title === undefined ? String(pipeline.id) : `${pipeline.id} “${shortTitle(title, MAX_TITLE)}”`;
  const ref = refName(pipeline.ref);
  const status = knownStatus(pipeline.status);
  const sentence = status === undefined ? undefined : SENTENCES[status];
  const jobs = jobNames(failed.map((job) => job.name));
  return sentence?.(name, ref, jobs) ?? t('Pipeline #{0} for {1}: {2}.', name, ref, statusWord(pipeline));
}

/** Context tokens of a pipeline that can be watched or is watched. */
export type WatchContext = 'watchable' | 'watched';

/** Returns undefined if the pipeline can't be watched because it has finished or its status is unknown. */
export function watchContext(
  status: string,
  { isWatched }: { readonly isWatched: boolean },
): WatchContext | undefined {
  if (isEnded(status) || knownStatus(status) === undefined) return undefined;
  return isWatched ? 'watched' : 'watchable';
}

/** Adds the context token to a pipeline's row, and marks a watched pipeline. */
export function withWatch(row: Row, word: WatchContext | undefined): Row {
  if (word === undefined) return row;
  return {
    ...row,
    contextTokens: [...row.contextTokens, word],
    ...(word === 'watched' ? { accessibleLabel: accessibleLabel(row.accessibleLabel, t('watched')) } : {}),
  };
}
