import { window } from 'vscode';
import type { LogDocuments } from './log-documents';

/** Ids of the pipelines whose jobs' logs can be seen in editors. */
export function pipelinesInSight(logs: Pick<LogDocuments, 'find'>): readonly number[] {
  return window.visibleTextEditors.flatMap(({ document }) => {
    const state = logs.find(document.uri)?.feed.state;
    return state !== undefined && 'job' in state ? (state.job.pipeline?.id ?? []) : [];
  });
}
