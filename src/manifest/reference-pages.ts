import type { CommandDefinition } from './command-definition';
import { COMMAND_DEFINITIONS } from './commands';
import { describeColors } from './contributed-colors';
import { describeSettings } from './contributed-settings';
import type { SettingScope } from './setting-descriptions';
import { SUBMENUS } from './submenus';

const GENERATED = '<!-- Generated from the manifest by `npm run manifest`. -->';

/** Where a menu is shown, in the order in which the table lists it. */
const PLACES: readonly (readonly [menu: RegExp, place: string])[] = [
  [/^view\/item\/context$/, 'context menu of rows'],
  [/^view\/title$/, 'view title bar'],
  [/^scm\/title$/, 'Source Control'],
  [/^editor\/title/, 'editor title bar'],
  [/^editor\/(?!title)/, 'editor context menu'],
  [/^comments\//, 'comments'],
];

/** Where settings of a scope can be set. */
const SCOPES: Readonly<Record<SettingScope, string>> = {
  application: 'user',
  window: 'user, workspace',
  resource: 'user, workspace, folder',
};

/** The menus that contain a submenu, by the ID of the submenu. */
const MENUS_OF_SUBMENU: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(SUBMENUS).map(([name, { menus }]) => [`switchyard.${name}`, menus.map(({ menu }) => menu)]),
);

/** Markdown: the commands that the Command Palette lists, with their keys and menus. */
export function commandsPage(): string {
  const rows = Object.values<CommandDefinition>(COMMAND_DEFINITIONS)
    .filter(({ palette }) => palette !== false)
    .sort((one, other) => one.title.localeCompare(other.title, 'en'))
    .map(({ title, keys = [], menus = [] }) => {
      const shownIn = menus.flatMap(({ menu }) => MENUS_OF_SUBMENU.get(menu) ?? [menu]);
      const places = PLACES.filter(([menu]) => shownIn.some((each) => menu.test(each)));
      return [
        title,
        keys.map(({ key }) => keyLabel(key)).join(', '),
        places.map(([, place]) => place).join(', '),
      ];
    });
  return page('Commands', [
    'The Command Palette lists these commands with the prefix "Switchyard:". Some commands are listed only when they apply, for example while a job log is open. If you run a command for an item, such as a job, from the Command Palette, it applies to what is open in the editor or, for merge requests, to the one of the checked-out branch. Otherwise, you are asked to select an item.',
    table(['Command', 'Shortcut', 'Also in'], rows),
  ]);
}

/** Markdown: all settings with their defaults. */
export function settingsPage(): string {
  const parts = describeSettings().flatMap(({ title, settings }) => [
    `## ${title}`,
    table(
      ['Setting', 'Default', 'Set in', 'Description'],
      settings.map(({ key, usual, scope, description, values }) => [
        `\`${key}\``,
        usual === '' ? '(empty)' : `\`${JSON.stringify(usual)}\``,
        SCOPES[scope],
        [description, ...values.map(([value, text]) => `\`${value}\`: ${text}`)].join('<br>'),
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

const page = (title: string, parts: readonly string[]): string =>
  [`# ${title}`, GENERATED, ...parts, ''].join('\n\n');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const keyLabel = (key: string): string =>
  key
    .split('+')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('+');
