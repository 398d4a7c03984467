import { t } from '../base/localize';
import type { Prompts } from '../editor/prompts';
import { COMMAND, type CommandId } from '../presentation/command-ids';
import type { CommandRow } from './command-row';

/** Each acts on the log that is the active editor, and tells in a sentence why there was nothing to do. */
interface Reading {
  nextProblem(): Promise<string | undefined>;
  previousProblem(): Promise<string | undefined>;
  toggleTimes(): Promise<string | undefined>;
  copySection(): Promise<string | undefined>;
  copyMarkdown(): Promise<string | undefined>;
}

export interface LogReadingCommandPorts {
  /** Loaded with the first log. */
  readonly reading: () => Promise<Reading>;
  readonly prompts: Pick<Prompts, 'mention'>;
}

/** What a reader does inside of a log. */
export function logReadingCommands({ reading, prompts }: LogReadingCommandPorts): readonly CommandRow[] {
  const row = (id: CommandId, failure: () => string, act: keyof Reading): CommandRow => ({
    id,
    failure,
    run: async () => {
      const nothing = await (await reading())[act]();
      if (nothing !== undefined) prompts.mention(nothing);
    },
  });
  return [
    row(COMMAND.nextLogProblem, () => t('The next problem was not shown.'), 'nextProblem'),
    row(COMMAND.previousLogProblem, () => t('The problem before was not shown.'), 'previousProblem'),
    row(COMMAND.toggleLogTimes, () => t('The timestamps were not switched.'), 'toggleTimes'),
    row(COMMAND.copyLogSection, () => t('The section was not copied.'), 'copySection'),
    row(COMMAND.copyLogMarkdown, () => t('Nothing was copied.'), 'copyMarkdown'),
  ];
}
