import type { CommandArgument, CommandArguments } from '../../schemas/command-argument';
import { COMMAND_NAMES } from './command-names';

type Commands = { readonly [Name in (typeof COMMAND_NAMES)[number]]: `switchyard.${Name}` };

/** Every command of the extension, by its name. Built from the names: every window loads this. */
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- fromEntries forgets which names went in
export const COMMAND = Object.fromEntries(
  COMMAND_NAMES.map((name) => [name, `switchyard.${name}`]),
) as Commands;
export type CommandId = Commands[keyof Commands];

/** Commands that are about a row or about nothing. */
export type RowCommandId = Commands[Exclude<keyof Commands, keyof CommandArguments>];

/** What a caller passes to a command. */
export type ArgumentOf<Id extends CommandId> = Id extends RowCommandId
  ? CommandArgument
  : {
      readonly [Name in keyof CommandArguments]: Id extends Commands[Name] ? CommandArguments[Name] : never;
    }[keyof CommandArguments];

/** Commands on the history of a job. */
export type HistoryCommandId = Commands['loadOlderRuns' | 'refreshHistory' | 'toggleHistoryRef'];
