import { commands } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Report } from '../editor/report';
import type { CommandId } from '../presentation/command-ids';

/** One command as data. */
export interface CommandRow {
  readonly id: CommandId;
  /**
   * Does it. The argument is whatever the caller gave. `failing` says what did not happen, should it end in an
   * error; it can be said again as more is known.
   */
  readonly run: (argument: unknown, failing: (what: string) => void) => Promise<void> | void;
  /** What did not happen, before `run` knows better. */
  readonly failure: () => string;
}

/** Registers commands; this is the one place where their errors end. */
export function registerCommands(rows: readonly CommandRow[], report: Report): Disposable {
  const store = new DisposableStore();
  for (const row of rows) {
    const run = async (argument: unknown): Promise<void> => {
      let what = row.failure();
      try {
        await row.run(argument, (said) => {
          what = said;
        });
      } catch (error) {
        report(what, error, () => void run(argument));
      }
    };
    store.add(commands.registerCommand(row.id, run));
  }
  return store;
}
