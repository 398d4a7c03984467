import { background } from '../../../base/background';
import { t } from '../../../base/localize';
import type { Prompts } from './prompts';
import type { Report } from './report';

/** Returns prompts that also report failures of message buttons. */
export function reportingPrompts(inner: Prompts, report: Report): Prompts {
  return {
    ...inner,
    showMessage: (severity, message, actions) => {
      const reportingActions = actions.map((action) => {
        const { title, failure = () => t('Couldn\'t complete "{0}".', title) } = action;
        const run = async (): Promise<void> => {
          try {
            await action.run();
          } catch (error) {
            report(failure(), error, () => background(run()));
          }
        };
        return { title, run: () => run() };
      });
      inner.showMessage(severity, message, reportingActions);
    },
  };
}
