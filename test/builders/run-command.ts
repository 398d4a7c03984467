import assert from 'node:assert/strict';
import type { CommandId } from '../../src/presentation/shared/command-ids';
import { type CommandRow, definedCommand } from '../../src/ui/shared/commands/command-row';

/** Runs one of several commands like a menu does. */
export async function runCommand(
  rows: readonly CommandRow[],
  id: CommandId,
  argument?: unknown,
  selected: readonly unknown[] = [],
): Promise<void> {
  const row = rows.find((each) => each.id === id) ?? assert.fail(id);
  await definedCommand(row).runWith(argument, () => undefined, selected);
}

/** Returns dependencies of which a test needs only some. Accessing another one fails the test. */
export const only = <Deps extends object>(deps: Partial<Deps>): Deps =>
  new Proxy(deps, {
    get: (given, name) => (name in given ? (Reflect.get(given, name) as unknown) : assert.fail(String(name))),
  }) as Deps;
