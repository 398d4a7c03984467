import type { CommandDefinition, MenuItem } from './command-definition';
import { COMMAND_DEFINITIONS } from './commands';
import { WHEN } from './conditions';
import { placeholder } from './placeholder';
import { SUBMENU, type SubmenuDefinition, SUBMENUS } from './submenus';

const DEFINITIONS: readonly (readonly [name: string, definition: CommandDefinition])[] =
  Object.entries(COMMAND_DEFINITIONS);
const SUBMENU_DEFINITIONS: readonly (readonly [name: string, definition: SubmenuDefinition])[] =
  Object.entries(SUBMENUS);
const SUBMENU_IDS: ReadonlyMap<string, string> = new Map(Object.entries(SUBMENU));

const idOf = (name: string): string => `switchyard.${name}`;

export const COMMAND_NAMES_IN_ORDER = DEFINITIONS.map(([name]) => name);

/** `contributes.commands`, `menus`, `submenus`, and `keybindings`. */
export function contributedCommands() {
  return {
    commands: DEFINITIONS.map(([name, { icon, shortTitle }]) => ({
      command: idOf(name),
      title: placeholder(`command.${name}`),
      ...(shortTitle === undefined ? {} : { shortTitle: placeholder(`command.${name}.short`) }),
      category: placeholder('category'),
      ...(icon === undefined ? {} : { icon: `$(${icon})` }),
    })),
    menus: menus(),
    submenus: SUBMENU_DEFINITIONS.map(([name]) => ({
      id: SUBMENU_IDS.get(name),
      label: placeholder(`submenu.${name}`),
    })),
    keybindings: DEFINITIONS.flatMap(([name, { keys = [] }]) =>
      keys.map((key) => ({ command: idOf(name), ...key })),
    ),
  };
}

/** Returns the titles of commands and the labels of submenus. */
export function commandTexts(): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ...DEFINITIONS.flatMap(([name, { title, shortTitle }]) => [
      [`command.${name}`, title] as const,
      ...(shortTitle === undefined ? [] : [[`command.${name}.short`, shortTitle] as const]),
    ]),
    ...SUBMENU_DEFINITIONS.map(([name, { label }]) => [`submenu.${name}`, label] as const),
  ]);
}

const paletteCondition = (palette: string | false | undefined): string =>
  palette === false ? 'false' : (palette ?? WHEN.hasAccount);

/** Returns the entries of each menu, in the order of the tables. VS Code sorts them by group. */
function menus(): Readonly<Record<string, readonly object[]>> {
  const entries = new Map<string, object[]>();
  const add = (entry: object, { menu, when, group }: MenuItem): void => {
    entries.set(menu, [...(entries.get(menu) ?? []), { ...entry, when, group }]);
  };
  for (const [name, { menus: items = [] }] of DEFINITIONS)
    for (const item of items) add({ command: idOf(name) }, item);
  for (const [name, { menus: items }] of SUBMENU_DEFINITIONS)
    for (const item of items) add({ submenu: SUBMENU_IDS.get(name) }, item);
  const commandPalette = DEFINITIONS.flatMap(([name, { palette }]) =>
    palette === true ? [] : [{ command: idOf(name), when: paletteCondition(palette) }],
  );
  return { ...Object.fromEntries(entries), commandPalette };
}
