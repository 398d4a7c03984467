import { TabInputText, window } from 'vscode';

/** Returns the URIs of all text editor tabs, visible or not. */
export function openTabs(): ReadonlySet<string> {
  const inputs = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  return new Set(inputs.flatMap((input) => (input instanceof TabInputText ? [input.uri.toString()] : [])));
}
