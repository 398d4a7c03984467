import type { MenuItem } from './command-definition';
import { all, hasWord } from './conditions';

/** An entry of any menu. */
export const inMenu = (menu: string, group: string, ...conditions: readonly string[]): MenuItem => ({
  menu,
  group,
  when: all(...conditions),
});

export const inViewTitle = (group: string, ...conditions: readonly string[]): MenuItem =>
  inMenu('view/title', group, ...conditions);

export const inEditorTitle = (group: string, ...conditions: readonly string[]): MenuItem =>
  inMenu('editor/title', group, ...conditions);

export const inEditor = (group: string, ...conditions: readonly string[]): MenuItem =>
  inMenu('editor/context', group, ...conditions);

/**
 * A button (group `inline@…`) or an entry in the context menu of rows. Each word must be one of the row's
 * context tokens, or with `!` in front, must not be. Words are regular expressions.
 */
export const onRow = (group: string, view: string, ...tokens: readonly string[]): MenuItem =>
  inMenu(
    'view/item/context',
    group,
    view,
    ...tokens.map((word) =>
      word.startsWith('!') ? `!(${hasWord('viewItem', word.slice(1))})` : hasWord('viewItem', word),
    ),
  );

/** Returns the menu entry of a command that acts on one row. It is hidden while several rows are selected. */
export function onOneRow(group: string, view: string, ...tokens: readonly string[]): MenuItem {
  const item = onRow(group, view, ...tokens);
  return { ...item, when: all(item.when, '!listMultiSelection') };
}
