import type { Prompts } from './prompts';

/** Prompts that can be answered by somebody else than a person. */
export interface ReplaceablePrompts extends Prompts {
  /** Lets `other` answer from now on. */
  replace(other: Prompts): void;
}

export function replaceablePrompts(first: Prompts): ReplaceablePrompts {
  let current = first;
  return {
    input: (question) => current.input(question),
    pick: (question) => current.pick(question),
    pickMany: (question) => current.pickMany(question),
    confirm: (question) => current.confirm(question),
    typed: (question) => current.typed(question),
    pairs: (question) => current.pairs(question),
    saveAs: (question) => current.saveAs(question),
    showMessage: (severity, message, actions) => {
      current.showMessage(severity, message, actions);
    },
    showStatus: (message) => {
      current.showStatus(message);
    },
    // Work goes on the same way, whoever answers.
    runCommand: (id) => first.runCommand(id),
    progress: first.progress,
    replace: (other) => {
      current = other;
    },
  };
}
