import { ProgressLocation, window } from 'vscode';
import type { BulkOptions, BulkReport } from '../app/bulk-actions';
import type { JobTarget } from '../app/job-actions';
import type { JobKey } from '../app/keys';
import { t } from '../base/localize';
import type { Prompts } from '../editor/prompts';
import { bulkSummary } from '../presentation/bulk-words';
import { plainText } from '../presentation/plain-text';

export interface BulkPorts {
  readonly prompts: Prompts;
  readonly openLog: (key: JobKey, name: string) => Promise<void>;
}

/** Runs what takes several requests under one progress that counts and can be stopped. */
export async function withCount<T>(title: string, work: (options: BulkOptions) => Promise<T>): Promise<T> {
  const options = { location: ProgressLocation.Notification, cancellable: true, title: plainText(title) };
  return window.withProgress(options, async (progress, token) => {
    const controller = new AbortController();
    const subscription = token.onCancellationRequested(() => {
      controller.abort();
    });
    let shown = 0;
    const onProgress = (ended: number, of: number): void => {
      progress.report({ message: t('{0} of {1}', ended, of), increment: ((ended - shown) / of) * 100 });
      shown = ended;
    };
    try {
      return await work({ signal: controller.signal, onProgress });
    } finally {
      subscription.dispose();
    }
  });
}

/** Tells what was not done, in one message for all of it. What was done is told by the rows. */
export function tellBulk<R>(
  { prompts, openLog }: BulkPorts,
  { done, failed, stopped }: BulkReport<JobTarget, R>,
  doneAll: (done: number, of: number) => string,
): void {
  const outcome = {
    done: done.length,
    failed: failed.map(({ item, error }) => ({ name: item.job.name, error })),
    stopped: stopped.length,
  };
  const summary = bulkSummary(outcome, doneAll);
  if (summary === undefined) return;
  const { message, details } = summary;
  const showDetails = async (): Promise<void> => {
    const chosen = await prompts.pick({
      title: t('What Was Not Done'),
      placeholder: t('Choose a job to open its log'),
      items: details.map(({ name, why }, index) => ({
        label: name,
        detail: why,
        icon: 'error',
        value: failed[index]?.item,
      })),
    });
    if (chosen !== undefined) await openLog(chosen.key, chosen.job.name);
  };
  const show = {
    title: t('Show Details'),
    run: showDetails,
    failure: () => t('The log was not opened.'),
  };
  prompts.tell(failed.length === 0 ? 'info' : 'error', message, details.length === 0 ? [] : [show]);
}
