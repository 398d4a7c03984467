import { type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { systemClock } from '../../base/clock';
import { escapeInvisibleLine } from '../../presentation/shared/escape-invisible';
import { plainText } from '../../presentation/shared/plain-text';
import { searchPick } from './search-pick';

export interface Choice<T> {
  readonly label: string;
  readonly description?: string;
  readonly icon?: string;
  readonly ticked?: boolean;
  readonly value: T;
}

/** Choices of one kind, under their name. */
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
  /** What is in the box at first. */
  readonly value?: string;
  /** Asked for what was typed; only the last answer counts. Its failure is shown as a line. */
  readonly find: (typed: string, signal: AbortSignal) => Promise<readonly Choice<T>[]>;
  /** The line in place of choices. */
  readonly nothing: (typed: string) => string;
  readonly failed: (error: unknown) => string;
}

/** Choices that are more than one of a fixed list. A port, so that tests can answer. All text is plain. */
export interface Choices {
  /** The ticked ones as the person left them; undefined where they gave up. */
  many<T>(question: ManyQuestion<T>): Promise<readonly T[] | undefined>;
  /** One of what was found for what was typed. */
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
