import type { CommandDefinition } from './command-definition';
import { COMMAND_DEFINITIONS } from './commands';
import { describeSettings } from './contributed-settings';

const GENERATED = 'This page is generated from the manifest by `npm run manifest`.';

/** Where a menu is shown, in the order in which the table lists it. */
const PLACES: readonly (readonly [menu: RegExp, place: string])[] = [
  [/^view\/item\/context$/, 'rows'],
  [/^view\/title$/, 'view title'],
  [/^editor\/title/, 'editor title'],
  [/^editor\/(?!title)/, 'editor'],
  [/^comments\//, 'comments'],
];

/** Markdown: the commands that the Command Palette lists, with their keys and menus. */
export function commandsPage(): string {
  const rows = Object.values<CommandDefinition>(COMMAND_DEFINITIONS)
    .filter(({ palette }) => palette !== false)
    .sort((one, other) => one.title.localeCompare(other.title, 'en'))
    .map(({ title, keys = [], menus = [] }) => {
      const places = PLACES.filter(([menu]) => menus.some((each) => menu.test(each.menu)));
      return [
        title,
        keys.map(({ key }) => keyLabel(key)).join(', '),
        places.map(([, place]) => place).join(', '),
      ];
    });
  return page('Commands', [
    `The Command Palette lists these commands with the prefix "Switchyard:". Commands for a row, such as a job, ask which one if you run them from the palette.`,
    table(['Command', 'Shortcut', 'Also in'], rows),
  ]);
}

/** Markdown: all settings with their defaults. */
export function settingsPage(): string {
  const rows = describeSettings().map(({ key, usual, description, values }) => [
    `\`${key}\``,
    usual === '' ? '(empty)' : `\`${JSON.stringify(usual)}\``,
    [description, ...values.map(([value, text]) => `\`${value}\`: ${text}`)].join('<br>'),
  ]);
  return page('Settings', [table(['Setting', 'Default', 'Description'], rows)]);
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
