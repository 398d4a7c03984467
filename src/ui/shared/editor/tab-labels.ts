import { type Tab, TabInputCustom, TabInputText, TabInputTextDiff } from 'vscode';

/**
 * Returns the value stored for the label of a tab. Only for tabs whose content the API doesn't report: diffs
 * of images and editors with several files, which have no input or one that isn't part of the API.
 */
export function valueOfTab<T>(known: Pick<Map<string, T>, 'get'>, tab: Tab | undefined): T | undefined {
  if (tab === undefined || isOfOneFile(tab.input)) return undefined;
  // VS Code appends the number of files to the title.
  return known.get(tab.label) ?? known.get(tab.label.replace(/ \([^()]*\)$/, ''));
}

const isOfOneFile = (input: unknown): boolean =>
  input instanceof TabInputText || input instanceof TabInputTextDiff || input instanceof TabInputCustom;
