import { commands } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Lazy } from '../../base/lazy';
import type { CommandId } from '../../presentation/shared/command-ids';

/** What runs commands. */
export interface CommandHost {
  /** `selection`: the selected rows, if several are. */
  run(id: CommandId, argument: unknown, selection: unknown): Promise<void>;
}

/** Registers commands. What runs them is loaded when the first of them is used. */
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
