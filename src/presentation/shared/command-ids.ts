import type { CommandArgument, CommandArguments } from '../../schemas/command-argument';
import { COMMAND_NAMES } from './command-names';

type Commands = { readonly [Name in (typeof COMMAND_NAMES)[number]]: `switchyard.${Name}` };

/**
 * All commands of the extension by name; they are defined in `src/manifest/commands/`. Created from the names, because
 * every window loads this file.
 */
// oxlint-disable-next-line typescript/consistent-type-assertions -- fromEntries loses the names in its type
export const COMMAND = Object.fromEntries(
  COMMAND_NAMES.map((name) => [name, `switchyard.${name}`]),
) as Commands;
export type CommandId = Commands[keyof Commands];

/** Commands whose argument is a row, or that have none. */
export type RowCommandId = Commands[Exclude<keyof Commands, keyof CommandArguments>];

/** Argument of a command. */
export type ArgumentOf<Id extends CommandId> = Id extends RowCommandId
  ? CommandArgument
  : {
      readonly [Name in keyof CommandArguments]: Id extends Commands[Name] ? CommandArguments[Name] : never;
    }[keyof CommandArguments];

/** Commands on the history of a job. */
export type HistoryCommandId = Commands['loadOlderRuns' | 'refreshHistory' | 'toggleHistoryRef'];
