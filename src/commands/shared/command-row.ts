import type { CommandId, RowCommandId } from '../../presentation/shared/command-ids';
import {
  type ArgumentSchema,
  type CommandArgument,
  commandArgumentSchema,
  readArgument,
} from '../../schemas/command-argument';

/** Says what didn't happen if the command ends in an error; can be called again when more is known. */
export type Failing = (what: string) => void;

/**
 * Runs a command. `selected` are all rows that are selected together with the one that was clicked, including that one;
 * empty if it is the only one.
 */
type Run<Argument> = (
  argument: Argument,
  failing: Failing,
  selected: readonly Argument[],
) => Promise<void> | void;

interface Command {
  /** What didn't happen, before `run` knows better. */
  readonly failure: () => string;
}

/** A command as data, about a row or about nothing. */
export interface RowCommand extends Command {
  readonly id: RowCommandId;
  readonly run: Run<CommandArgument>;
}

/** A command with other arguments; see `defineCommand`. */
export interface DefinedCommand extends Command {
  readonly id: CommandId;
  /** @throws InvalidArgument */
  readonly runWith: (given: unknown, failing: Failing, selection: readonly unknown[]) => Promise<void> | void;
}

export type CommandRow = RowCommand | DefinedCommand;

/** A command whose argument `args` describes: see `COMMAND_ARGUMENTS`. */
export function defineCommand<Argument>({
  args,
  run,
  ...command
}: Command & {
  readonly id: CommandId;
  readonly args: ArgumentSchema<Argument>;
  readonly run: Run<Argument>;
}): DefinedCommand {
  return {
    ...command,
    runWith: (given, failing, selection) =>
      run(
        readArgument(args, given),
        failing,
        selection.map((each) => readArgument(args, each)),
      ),
  };
}

/** The same shape for every command. */
export const definedCommand = (row: CommandRow): DefinedCommand =>
  'runWith' in row ? row : defineCommand({ ...row, args: commandArgumentSchema });
