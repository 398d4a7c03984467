import type { CommandDefinition, MenuItem } from './command-definition';
import { COMMAND_DEFINITIONS } from './commands';
import { all, hasWord, WHEN } from './conditions';
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

/** Rows of accounts with a read-only token have their own token, because another row can be selected. */
const CAN_WRITE_ROW = `!(${hasWord('viewItem', 'readOnly')})`;

const isUselessReadOnly = ({ writes, worksReadOnly = writes === 'nothing' }: CommandDefinition): boolean =>
  !worksReadOnly;

/** Extends a condition: the token must be able to write. */
const ifWritable = (when: string, canWrite: string): string =>
  all(hasAlternatives(when) ? `(${when})` : when, canWrite);

/** True if a condition has alternatives outside of parentheses. */
const hasAlternatives = (when: string): boolean => when.replaceAll(/\([^()]*\)/g, '').includes(' || ');

/** Returns the entries of a command in menus. */
function menuItems(definition: CommandDefinition): readonly MenuItem[] {
  const { menus: items = [] } = definition;
  if (!isUselessReadOnly(definition)) return items;
  return items.map((item) => ({
    ...item,
    when: ifWritable(item.when, item.menu === 'view/item/context' ? CAN_WRITE_ROW : WHEN.canWrite),
  }));
}

/** Returns the condition for the Command Palette; undefined if the command is always listed. */
function paletteWhen(definition: CommandDefinition): string | undefined {
  const { palette } = definition;
  if (!isUselessReadOnly(definition) || palette === false)
    return palette === true ? undefined : paletteCondition(palette);
  return palette === true ? WHEN.canWrite : ifWritable(paletteCondition(palette), WHEN.canWrite);
}

/** Returns the entries of each menu, in the order of the tables. VS Code sorts them by group. */
function menus(): Readonly<Record<string, readonly object[]>> {
  const entries = new Map<string, object[]>();
  const add = (entry: object, { menu, when, group }: MenuItem): void => {
    entries.set(menu, [...(entries.get(menu) ?? []), { ...entry, when, group }]);
  };
  for (const [name, definition] of DEFINITIONS)
    for (const item of menuItems(definition)) add({ command: idOf(name) }, item);
  for (const [name, { menus: items }] of SUBMENU_DEFINITIONS)
    for (const item of items) add({ submenu: SUBMENU_IDS.get(name) }, item);
  const commandPalette = DEFINITIONS.flatMap(([name, definition]) => {
    const when = paletteWhen(definition);
    return when === undefined ? [] : [{ command: idOf(name), when }];
  });
  return { ...Object.fromEntries(entries), commandPalette };
}
