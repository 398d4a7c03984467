import { window } from 'vscode';
import type { JobKey, PipelineKey } from '../../../app/shared/keys';
import { readLogAddress } from '../../../presentation/shared/document-address';
import type { Job } from '../../../schemas/job';
import type { LogDocuments } from './documents';

/** True if the window has the focus and an editor shows a log of the pipeline. */
export function isLogVisible(
  logs: Pick<LogDocuments, 'find'>,
  { base, pipeline }: PipelineKey,
  failed: readonly Job[],
): boolean {
  if (!window.state.focused) return false;
  return window.visibleTextEditors.some(({ document: { uri } }) => {
    const state = logs.find(uri)?.feed.state;
    if (state !== undefined && 'job' in state && state.job.pipeline?.id === pipeline) return true;
    // While a log is loading, its job is only known from its URI.
    const log = readLogAddress(uri);
    return log?.base === base && failed.some(({ id }) => id === log.job);
  });
}

/** The job whose log is in the active editor. */
export function activeJob(): JobKey | undefined {
  const uri = window.activeTextEditor?.document.uri;
  return uri === undefined ? undefined : readLogAddress(uri);
}
