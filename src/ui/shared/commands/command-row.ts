import type { CommandId, RowCommandId } from '../../../presentation/shared/command-ids';
import {
  type ArgumentSchema,
  type CommandArgument,
  commandArgumentSchema,
  readArgument,
} from '../../../schemas/command-argument';

/** Sets the message that is shown if the command fails. A command can replace it as details become known. */
export type SetFailureMessage = (what: string) => void;

/** Runs a command. `selected`: all selected rows, including the clicked one; empty if it is the only one. */
type Run<Argument> = (
  argument: Argument,
  failing: SetFailureMessage,
  selected: readonly Argument[],
) => Promise<void> | void;

interface Command {
  /** The failure message until `run` sets another one. */
  readonly failure: () => string;
}

/** A command with a row or without argument. */
export interface RowCommand extends Command {
  readonly id: RowCommandId;
  readonly run: Run<CommandArgument>;
}

/** A command with other arguments; see `defineCommand`. */
export interface DefinedCommand extends Command {
  readonly id: CommandId;
  /** @throws InvalidArgumentError */
  readonly runWith: (
    given: unknown,
    failing: SetFailureMessage,
    selection: readonly unknown[],
  ) => Promise<void> | void;
}

export type CommandRow = RowCommand | DefinedCommand;

/** Defines a command with an argument that `args` validates; see `COMMAND_ARGUMENTS`. */
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

/** Converts all commands to the same type. */
export const definedCommand = (row: CommandRow): DefinedCommand =>
  'runWith' in row ? row : defineCommand({ ...row, args: commandArgumentSchema });
