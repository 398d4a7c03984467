import { type Command, commands } from 'vscode';
import type { ArgumentOf, CommandId } from '../../../presentation/shared/command-ids';

/** Runs a command of the extension. */
export async function execute<Id extends CommandId>(id: Id, argument?: ArgumentOf<Id>): Promise<void> {
  await commands.executeCommand(id, argument);
}

/** Runs a command with an argument that only the command validates. */
export async function executeWith(id: CommandId, argument: unknown): Promise<void> {
  await commands.executeCommand(id, argument);
}

/** Returns a command of the extension for VS Code's code lenses and code actions. */
export const commandWith = <Id extends CommandId>(
  title: string,
  command: Id,
  argument: ArgumentOf<Id>,
): Command => ({ title, command, arguments: [argument] });
