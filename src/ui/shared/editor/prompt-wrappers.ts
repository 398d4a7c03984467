import { background } from '../../../base/background';
import { t } from '../../../base/localize';
import type { Prompts } from './prompts';
import type { Report } from './report';

/** Prompts whose answers can be provided by code. */
export interface ReplaceablePrompts extends Prompts {
  /** Uses `other` for all further prompts. */
  replace(other: Prompts): void;
}

export function replaceablePrompts(first: Prompts): ReplaceablePrompts {
  let current = first;
  return {
    input: (question) => current.input(question),
    pick: (question) => current.pick(question),
    pickMany: (question) => current.pickMany(question),
    pickFromGroups: (question) => current.pickFromGroups(question),
    search: (question) => current.search(question),
    confirm: (question) => current.confirm(question),
    typed: (question) => current.typed(question),
    pairs: (question) => current.pairs(question),
    saveAs: (question) => current.saveAs(question),
    openFolder: (question) => current.openFolder(question),
    openFiles: (question) => current.openFiles(question),
    showMessage: (severity, message, actions) => {
      current.showMessage(severity, message, actions);
    },
    showStatus: (message) => {
      current.showStatus(message);
    },
    // Not replaced: both only run work.
    runCommand: (id) => first.runCommand(id),
    progress: first.progress,
    replace: (other) => {
      current = other;
    },
  };
}

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
