import type { CommandDefinition } from './command-definition';
import { COMMAND_DEFINITIONS } from './commands';
import { describeColors } from './contributed-colors';
import { describeSettings } from './contributed-settings';
import type { SettingScope } from './setting-descriptions';
import { SUBMENUS } from './submenus';

const GENERATED = '<!-- Generated from the manifest by `npm run manifest`. -->';

/** Places of menus, in the order in which the table lists them. */
const PLACES: readonly (readonly [menu: RegExp, place: string])[] = [
  [/^view\/item\/context$/, 'context menu of rows'],
  [/^view\/item\/inline$/, 'button in rows'],
  [/^view\/title$/, 'view title bar'],
  [/^scm\/title$/, 'Source Control'],
  [/^editor\/title/, 'editor title bar'],
  [/^editor\/(?!title)/, 'editor context menu'],
  [/^comments\//, 'comments'],
];

/** Buttons in rows aren't in the context menu, although VS Code defines them in the same menu. */
const menuName = (menu: string, group: string): string =>
  menu === 'view/item/context' && group.startsWith('inline') ? 'view/item/inline' : menu;

/** Places where settings of a scope can be set. */
const SCOPES: Readonly<Record<SettingScope, string>> = {
  application: 'user',
  window: 'user, workspace',
  resource: 'user, workspace, folder',
};

/** The menus that contain a submenu, by ID of the submenu. */
const MENUS_OF_SUBMENU: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(SUBMENUS).map(([name, { menus }]) => [`switchyard.${name}`, menus.map(({ menu }) => menu)]),
);

/** Returns Markdown: the commands in the Command Palette, with their shortcuts and menus. */
export function commandsPage(): string {
  const rows = Object.values<CommandDefinition>(COMMAND_DEFINITIONS)
    .filter(({ palette }) => palette !== false)
    .sort((one, other) => one.title.localeCompare(other.title, 'en'))
    .map(({ title, keys = [], menus = [] }) => {
      const shownIn = menus.flatMap(
        ({ menu, group }) => MENUS_OF_SUBMENU.get(menu) ?? [menuName(menu, group)],
      );
      const places = PLACES.filter(([menu]) => shownIn.some((each) => menu.test(each)));
      return [
        title,
        [...new Set(keys.map(({ key }) => keyLabel(key)))].join(', '),
        places.map(([, place]) => place).join(', '),
      ];
    });
  return page('Commands', [
    'The Command Palette lists these commands with the prefix "Switchyard:". Some commands are listed only when they apply, for example while a job log is open. If you run a command for an item, such as a job, from the Command Palette, it applies to the item that is open in the editor. If none is open, commands for jobs and pipelines apply to the selected row of the Pipelines view, and most commands for merge requests apply to the merge request of the checked-out branch. Otherwise, you are asked to select an item. Title bars include their **...** menu.',
    table(['Command', 'Shortcut', 'Also in'], rows),
  ]);
}

/** Returns Markdown: all settings with their defaults. */
export function settingsPage(): string {
  const parts = describeSettings().flatMap(({ title, settings }) => [
    `## ${title}`,
    table(
      ['Setting', 'Default', 'Set in', 'Description'],
      settings.map(({ key, usual, scope, description, values }) => [
        `\`${key}\``,
        usual === '' ? '(empty)' : `\`${JSON.stringify(usual)}\``,
        SCOPES[scope],
        [withoutLinks(description), ...values.map(([value, text]) => `\`${value}\`: ${text}`)].join('<br>'),
      ]),
    ),
  ]);
  return page('Settings', [
    'Settings of workspaces and folders apply only in trusted workspaces. In multi-root workspaces, the settings of a folder apply to the projects that are cloned in it.',
    ...parts,
    '## Colors',
    'To change the colors of status icons, use `workbench.colorCustomizations`.',
    table(
      ['Color', 'Description'],
      describeColors().map(({ id, description }) => [`\`${id}\``, description]),
    ),
  ]);
}

/** Replaces links to settings, which only VS Code supports, by their keys. */
const withoutLinks = (description: string): string => description.replaceAll(/`#([\w.]+)#`/g, '`$1`');

const page = (title: string, parts: readonly string[]): string =>
  [`# ${title}`, GENERATED, ...parts, ''].join('\n\n');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Returns the label of a key binding, which can be a sequence of two keys. */
const keyLabel = (keys: string): string => keys.split(' ').map(pressedLabel).join(' ');

const pressedLabel = (key: string): string =>
  key
    .split('+')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('+');
