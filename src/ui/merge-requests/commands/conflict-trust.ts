import { t } from '../../../base/localize';
import { requiresTrustSentence } from '../../../presentation/merge-requests/resolve-messages';
import { button } from '../../shared/commands/message-button';
import type { Prompts } from '../../shared/editor/prompts';
import type { Report } from '../../shared/editor/report';

export interface ConflictTrustDeps {
  readonly prompts: Prompts;
  readonly report: Report;
  /** False in Restricted Mode, in which Git doesn't run. */
  readonly isTrusted: () => boolean;
  readonly manageTrust: () => PromiseLike<void>;
}

/** Returns true if the workspace is trusted. Otherwise, shows what is required. */
export function requireTrust({ prompts, report, isTrusted, manageTrust }: ConflictTrustDeps): boolean {
  if (isTrusted()) return true;
  prompts.showMessage('info', requiresTrustSentence(), [
    button(
      report,
      t('Manage Workspace Trust'),
      t("Couldn't open the settings of workspace trust."),
      manageTrust,
    ),
  ]);
  return false;
}
