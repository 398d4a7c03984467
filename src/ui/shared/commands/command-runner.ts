import { Uri } from 'vscode';
import { background } from '../../../base/background';
import type { Lazy } from '../../../base/lazy';
import { t } from '../../../base/localize';
import type { CommandId } from '../../../presentation/shared/command-ids';
import type { Report } from '../editor/report';
import { type CommandRow, definedCommand } from './command-row';
import type { CommandHost } from './register-commands';

export interface CommandRunnerDeps {
  readonly rows: Lazy<readonly CommandRow[]>;
  readonly report: Report;
  /** Called whenever a command is used. */
  readonly used: () => void;
}

/** Runs commands. This is the only place where errors of commands are reported. */
export class CommandRunner implements CommandHost {
  readonly #deps: CommandRunnerDeps;

  constructor(deps: CommandRunnerDeps) {
    this.#deps = deps;
  }

  async run(id: CommandId, argument: unknown, selection: unknown): Promise<void> {
    const { rows, report, used } = this.#deps;
    used();
    let what = t("Couldn't run the command.");
    const failing = (message: string): void => {
      what = message;
    };
    try {
      // Doesn't await loaded commands, because rows must react to a click immediately.
      const row = (rows.value ?? (await rows.load())).find((each) => each.id === id);
      if (row === undefined) throw new Error(`no row for ${id}`);
      what = row.failure();
      const selected = Array.isArray(selection) ? selection.map(argumentOf) : [];
      await definedCommand(row).runWith(argumentOf(argument), failing, selected);
    } catch (error) {
      report(what, error, () => background(this.run(id, argument, selection)));
    }
  }
}

/** Menus of editors pass the URI of the document; some callers pass null instead of undefined. */
function argumentOf(given: unknown): unknown {
  return given instanceof Uri ? { document: given } : (given ?? undefined);
}
