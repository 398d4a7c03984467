import { type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { systemClock } from '../../../base/clock';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { plainText } from '../../../presentation/shared/plain-text';
import type { GroupedQuestion, PickItem, SearchQuestion } from './prompt-questions';
import { searchPick } from './search-pick';

/** Asks for any number of choices of groups; undefined if the picker was canceled. */
export async function askFromGroups<T>({
  title,
  placeholder,
  groups,
}: GroupedQuestion<T>): Promise<readonly T[] | undefined> {
  const rows = groups.flatMap(({ name, items }) => [
    { label: plainText(name), kind: QuickPickItemKind.Separator },
    ...items.map((item) => ({ ...rowOf(item), picked: item.picked === true, item })),
  ]);
  const chosen = await window.showQuickPick(rows, {
    title: escapeInvisibleLine(title),
    placeHolder: escapeInvisibleLine(placeholder),
    canPickMany: true,
    matchOnDescription: true,
  });
  return chosen?.flatMap((row) => ('item' in row ? [row.item.value] : []));
}

/** Asks for a choice that is searched; undefined if the picker was canceled. */
export const askSearch = <T>({ find, nothing, ...question }: SearchQuestion<T>): Promise<T | undefined> =>
  searchPick(
    {
      ...question,
      matchOnDescription: true,
      search: async (typed, signal) => {
        const found = await find(typed, signal);
        const items = found.map((item) => ({ ...item, icon: iconOf(item) }));
        return { groups: [{ items }], note: found.length === 0 ? nothing(typed) : undefined };
      },
    },
    systemClock,
  );

const iconOf = ({ icon }: PickItem<unknown>) => (icon === undefined ? undefined : { id: icon });

function rowOf({ label, description, icon }: PickItem<unknown>): QuickPickItem {
  return {
    label: plainText(label),
    ...(description === undefined ? {} : { description: plainText(description) }),
    ...(icon === undefined ? {} : { iconPath: new ThemeIcon(icon) }),
  };
}
