import { commands } from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { Lazy } from '../../../base/lazy';
import type { CommandId } from '../../../presentation/shared/command-ids';

/** Runs commands. */
export interface CommandHost {
  /** `selection`: the selected rows if there are several. */
  run(id: CommandId, argument: unknown, selection: unknown): Promise<void>;
}

/** Registers commands. Their host is loaded when one of them is used for the first time. */
export function registerCommands(ids: readonly CommandId[], host: Lazy<CommandHost>): Disposable {
  const store = new DisposableStore();
  for (const id of ids) {
    const run = async (argument: unknown, selection?: unknown): Promise<void> => {
      await (host.value ?? (await host.load())).run(id, argument, selection);
    };
    store.add(commands.registerCommand(id, run));
  }
  return store;
}
