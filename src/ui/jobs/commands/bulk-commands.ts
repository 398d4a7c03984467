import type { JobTarget } from '../../../app/jobs/actions';
import type { BulkReport } from '../../../app/shared/bulk-actions';
import type { JobKey } from '../../../app/shared/keys';
import { background } from '../../../base/background';
import { t } from '../../../base/localize';
import { bulkSummary, type BulkTexts } from '../../../presentation/shared/bulk-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { Prompts } from '../../shared/editor/prompts';

export interface BulkDeps {
  readonly prompts: Prompts;
  readonly openLog: (key: JobKey, name: string) => Promise<void>;
}

/** Shows the failures in one message. The rows show the successful actions. */
export function showBulkResult<R>(
  { prompts, openLog }: BulkDeps,
  { done, failed, stopped }: BulkReport<JobTarget, R>,
  texts: BulkTexts,
): void {
  const outcome = {
    done: done.length,
    failed: failed.map(({ item, error }) => ({ name: item.job.name, error })),
    stopped: stopped.length,
  };
  const summary = bulkSummary(outcome, texts);
  if (summary === undefined) {
    if (done.length > 1) prompts.showStatus(texts.doneAll(done.length, done.length));
    return;
  }
  const { message, details, check, anotherToken } = summary;
  const showDetails = async (): Promise<void> => {
    const chosen = await prompts.pick({
      title: t('Details'),
      placeholder: t('Select a job to open its log'),
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
    failure: () => t("Couldn't open the log."),
  };
  const refresh =
    check === undefined ? [] : [{ title: t('Refresh'), run: () => background(prompts.runCommand(check)) }];
  const signIn =
    anotherToken === undefined
      ? []
      : [
          {
            title: t('Sign In with Another Token'),
            run: () => prompts.runCommand(COMMAND.signIn, { base: anotherToken }),
            failure: () => t("Couldn't sign in."),
          },
        ];
  prompts.showMessage(failed.length === 0 ? 'info' : 'error', message, [
    ...refresh,
    ...signIn,
    ...(details.length === 0 ? [] : [show]),
  ]);
}
