import {
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCheckboxState,
  TreeItemCollapsibleState,
  Uri,
} from 'vscode';
import { escapeInvisible } from '../../../presentation/shared/escape-invisible';
import type { Detail, Row } from '../../../presentation/shared/row';

const COLLAPSIBLE: Readonly<Record<Row['expandable'], TreeItemCollapsibleState>> = {
  no: TreeItemCollapsibleState.None,
  collapsed: TreeItemCollapsibleState.Collapsed,
  expanded: TreeItemCollapsibleState.Expanded,
};

/**
 * Converts a row for VS Code. `node`: the argument of the row's command. `expansion`: replaces the default of
 * an expandable row. The tooltip is resolved later.
 */
export function treeItem(
  id: string,
  row: Row,
  node: unknown,
  expansion?: 'expanded' | 'collapsed',
): TreeItem {
  const { id: icon, color } = row.icon;
  const state = row.expandable === 'no' ? 'no' : (expansion ?? row.expandable);
  const item = new TreeItem(escapeInvisible(row.label), COLLAPSIBLE[state]);
  item.id = id;
  item.iconPath = color === undefined ? new ThemeIcon(icon) : new ThemeIcon(icon, new ThemeColor(color));
  if (row.description !== undefined) item.description = escapeInvisible(row.description);
  item.contextValue = row.contextTokens.join('.');
  item.accessibilityInformation = { label: escapeInvisible(row.accessibleLabel) };
  if (row.resource !== undefined) item.resourceUri = Uri.from(row.resource);
  if (row.checkbox !== undefined) {
    const { checked, tooltip: hover, accessibleLabel } = row.checkbox;
    item.checkboxState = {
      state: checked ? TreeItemCheckboxState.Checked : TreeItemCheckboxState.Unchecked,
      tooltip: escapeInvisible(hover),
      accessibilityInformation: { label: escapeInvisible(accessibleLabel) },
    };
  }
  if (row.onClick !== undefined) {
    const { command, title, account } = row.onClick;
    item.command = { command, title, arguments: [account ?? node] };
  }
  return item;
}

/** Returns details as a table with two columns. */
export function tooltip(facts: readonly Detail[]): MarkdownString {
  const rows = facts.map(({ name, value }) => `| ${literal(name)}&emsp; | ${literal(value)} |`);
  return new MarkdownString(['| | |', '|:--|:--|', ...rows].join('\n'));
}

/** Escapes a text for Markdown: encodes all characters except letters, digits, and spaces. */
function literal(text: string): string {
  return escapeInvisible(text).replace(
    /[^\p{L}\p{N} ]/gu,
    (character) => `&#${character.codePointAt(0) ?? 0xfffd};`,
  );
}
