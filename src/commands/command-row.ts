import { commands } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Lazy } from '../base/lazy';
import { t } from '../base/localize';
import type { Report } from '../editor/report';
import type { CommandId } from '../presentation/command-ids';

/** One command as data. */
export interface CommandRow {
  readonly id: CommandId;
  /**
   * Does it. The argument is whatever the caller gave. `failing` says what did not happen, should it end in an
   * error; it can be said again as more is known. `selected` are all rows that are selected together with the one
   * that was clicked, that one included; empty where it stands alone.
   */
  readonly run: (
    argument: unknown,
    failing: (what: string) => void,
    selected: readonly unknown[],
  ) => Promise<void> | void;
  /** What did not happen, before `run` knows better. */
  readonly failure: () => string;
}

/**
 * Registers commands; this is the one place where their errors end. What they do is loaded when the first is used.
 * `used` is told that a person uses one.
 */
export function registerCommands(
  ids: readonly CommandId[],
  rows: Lazy<readonly CommandRow[]>,
  report: Report,
  used: () => void = () => undefined,
): Disposable {
  const store = new DisposableStore();
  for (const id of ids) {
    const run = async (argument: unknown, selection?: unknown): Promise<void> => {
      used();
      let what = t('The command was not run.');
      const failing = (said: string): void => {
        what = said;
      };
      try {
        // Without a wait where they are there: what a row shows of a click must not come late.
        const row = (rows.value ?? (await rows.load())).find((each) => each.id === id);
        if (row === undefined) throw new Error(`no row for ${id}`);
        what = row.failure();
        await row.run(argument, failing, Array.isArray(selection) ? selection : []);
      } catch (error) {
        report(what, error, () => void run(argument, selection));
      }
    };
    store.add(commands.registerCommand(id, run));
  }
  return store;
}
