import { type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { systemClock } from '../../../base/clock';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { plainText } from '../../../presentation/shared/plain-text';
import { searchPick } from './search-pick';

export interface Choice<T> {
  readonly label: string;
  readonly description?: string;
  readonly icon?: string;
  readonly ticked?: boolean;
  readonly value: T;
}

/** Choices with a heading. */
export interface ChoiceGroup<T> {
  readonly name: string;
  readonly choices: readonly Choice<T>[];
}

export interface ManyQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly groups: readonly ChoiceGroup<T>[];
}

export interface SearchQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  /** The initial text. */
  readonly value?: string;
  /** Finds choices for the typed text. Only the last result is used. Failures are shown as an item. */
  readonly find: (typed: string, signal: AbortSignal) => Promise<readonly Choice<T>[]>;
  /** The item shown if there are no choices. */
  readonly nothing: (typed: string) => string;
  readonly failed: (error: unknown) => string;
}

/**
 * Pickers for several choices and for searching. An interface, so that tests can provide answers. All texts
 * are plain.
 */
export interface Choices {
  /** Returns the selected choices; undefined if the picker was canceled. */
  many<T>(question: ManyQuestion<T>): Promise<readonly T[] | undefined>;
  /** Returns one of the choices found for the typed text; undefined if the picker was canceled. */
  search<T>(question: SearchQuestion<T>): Promise<T | undefined>;
}

export const editorChoices: Choices = {
  many: async ({ title, placeholder, groups }) => {
    const items = groups.flatMap(({ name, choices }) => [
      { label: plainText(name), kind: QuickPickItemKind.Separator },
      ...choices.map((choice) => ({ ...itemOf(choice), picked: choice.ticked === true, choice })),
    ]);
    const chosen = await window.showQuickPick(items, {
      title: escapeInvisibleLine(title),
      placeHolder: escapeInvisibleLine(placeholder),
      canPickMany: true,
      matchOnDescription: true,
    });
    return chosen?.flatMap((item) => ('choice' in item ? [item.choice.value] : []));
  },

  search: ({ find, nothing, ...question }) =>
    searchPick(
      {
        ...question,
        matchOnDescription: true,
        search: async (typed, signal) => {
          const found = await find(typed, signal);
          const items = found.map((choice) => ({ ...choice, icon: iconOf(choice) }));
          return { groups: [{ items }], note: found.length === 0 ? nothing(typed) : undefined };
        },
      },
      systemClock,
    ),
};

const iconOf = ({ icon }: Choice<unknown>) => (icon === undefined ? undefined : { id: icon });

function itemOf({ label, description, icon }: Choice<unknown>): QuickPickItem {
  return {
    label: plainText(label),
    ...(description === undefined ? {} : { description: plainText(description) }),
    ...(icon === undefined ? {} : { iconPath: new ThemeIcon(icon) }),
  };
}
