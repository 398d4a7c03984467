import { t } from '../../../base/localize';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';

/** Each method acts on the log in the active editor. Resolves to a message if there was nothing to do. */
interface Reading {
  nextProblem(): Promise<string | undefined>;
  previousProblem(): Promise<string | undefined>;
  toggleTimes(): Promise<string | undefined>;
  copySection(): Promise<string | undefined>;
  copyMarkdown(): Promise<string | undefined>;
}

export interface LogReadingCommandDeps {
  /** Loaded with the first log. */
  readonly reading: () => Promise<Reading>;
  readonly prompts: Pick<Prompts, 'showStatus'>;
}

/** Commands for navigating and copying within a log. */
export function logReadingCommands({ reading, prompts }: LogReadingCommandDeps): readonly CommandRow[] {
  const row = (id: RowCommandId, failure: () => string, act: keyof Reading): CommandRow => ({
    id,
    failure,
    run: async () => {
      const nothing = await (await reading())[act]();
      if (nothing !== undefined) prompts.showStatus(nothing);
    },
  });
  return [
    row(COMMAND.nextLogProblem, () => t("Couldn't go to the next problem."), 'nextProblem'),
    row(COMMAND.previousLogProblem, () => t("Couldn't go to the previous problem."), 'previousProblem'),
    row(COMMAND.toggleLogTimes, () => t("Couldn't toggle timestamps."), 'toggleTimes'),
    row(COMMAND.copyLogSection, () => t("Couldn't copy the section."), 'copySection'),
    row(COMMAND.copyLogMarkdown, () => t("Couldn't copy the log as Markdown."), 'copyMarkdown'),
  ];
}
