import { type QuickPick, type QuickPickItem, QuickPickItemKind, ThemeColor, ThemeIcon, window } from 'vscode';
import { isAbort } from '../../../base/abort';
import { background } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import { explain, isSilent } from '../../../presentation/shared/error-messages';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { plainText } from '../../../presentation/shared/plain-text';
import type { Icon } from '../../../presentation/shared/status-icons';

/** Results with an optional heading. */
export interface SearchGroup<T> {
  /** The heading. */
  readonly title?: string;
  readonly items: readonly {
    readonly label: string;
    readonly description?: string | undefined;
    readonly icon?: Icon | undefined;
    readonly value: T;
  }[];
}

export interface SearchPickResults<T> {
  readonly groups: readonly SearchGroup<T>[];
  /** Shown below the groups, or instead of them. */
  readonly note?: string | undefined;
  /** True if the note explains a failure. */
  readonly failed?: boolean;
  /** Shown below the note. Unlike a single result, they are never selected automatically. */
  readonly actions?: SearchGroup<T>['items'];
}

export interface SearchPick<T> {
  readonly title: string;
  readonly placeholder: string;
  /** The initial text. */
  readonly value?: string | undefined;
  readonly matchOnDescription?: boolean;
  /** Called while the user types. The signal aborts as soon as the result is no longer needed. */
  readonly search: (typed: string, signal: AbortSignal) => Promise<SearchPickResults<T>>;
  /** Returns the item for a failed search. Default: the explanation of the error. */
  readonly failed?: (error: unknown) => string;
}

interface Shown<T> extends QuickPickItem {
  /** Undefined for headings and notes. */
  readonly found?: { readonly value: T };
  readonly isAction?: true;
}

/** Milliseconds between the last keystroke and the search. */
const REST_MS = 200;

/** Shows a list that searches while the user types. Resolves with undefined if it is closed without a choice. */
export function searchPick<T>(question: SearchPick<T>, clock: Clock): Promise<T | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<Shown<T>>();
    let searching = new AbortController();
    let chosen: T | undefined;
    /** The text when Enter was pressed during a search. A single result is then selected automatically. */
    let entered: string | undefined;

    const choose = (among: readonly Shown<T>[]): void => {
      const [found, ...others] = among.flatMap((item) => item.found ?? []);
      if (found === undefined || others.length > 0) return;
      chosen = found.value;
      pick.hide();
    };
    const wasEntered = (typed: string): boolean => entered === typed;
    const search = async (typed: string, rest: number): Promise<void> => {
      searching.abort();
      searching = new AbortController();
      const { signal } = searching;
      const isStale = (): boolean => signal.aborted;
      entered = undefined;
      pick.busy = true;
      try {
        await clock.wait(rest, signal);
        const results = await question.search(typed, signal);
        if (isStale()) return;
        fill(pick, results);
      } catch (error) {
        if (isStale() || isAbort(error) || isSilent(error)) return;
        pick.items = [noteItem(question.failed?.(error) ?? explain(error).why, 'error')];
      }
      pick.busy = false;
      if (wasEntered(typed)) choose(pick.items.filter(({ isAction }) => isAction !== true));
    };

    Object.assign(pick, {
      title: escapeInvisibleLine(question.title),
      placeholder: escapeInvisibleLine(question.placeholder),
      value: question.value ?? '',
      matchOnDescription: question.matchOnDescription ?? false,
    });
    pick.onDidChangeValue((typed) => background(search(typed, REST_MS)));
    pick.onDidAccept(() => {
      if (pick.busy) entered = pick.value;
      else choose(pick.activeItems);
    });
    pick.onDidHide(() => {
      searching.abort();
      pick.dispose();
      resolve(chosen);
    });
    pick.show();
    background(search(question.value ?? '', 0));
  });
}

function fill<T>(
  pick: QuickPick<Shown<T>>,
  { groups, note, failed, actions = [] }: SearchPickResults<T>,
): void {
  const items = groups.flatMap(({ title, items: found }): Shown<T>[] => {
    const heading = title === undefined || found.length === 0 ? [] : [headingOf(title)];
    return [...heading, ...found.map(shownOf)];
  });
  // VS Code shows headings only while the input is empty, and sorts matching items first.
  pick.items = [
    ...items,
    ...(note === undefined ? [] : [noteItem(note, failed === true ? 'error' : 'info')]),
    ...actions.map((action) => ({ ...shownOf(action), isAction: true as const })),
  ];
}

const headingOf = (title: string) => ({ label: plainText(title), kind: QuickPickItemKind.Separator });

function shownOf<T>({ label, description, icon, value }: SearchGroup<T>['items'][number]): Shown<T> {
  return {
    label: plainText(label),
    ...(description === undefined ? {} : { description: plainText(description) }),
    ...(icon === undefined ? {} : { iconPath: themeIcon(icon) }),
    // The search determines the items: results for a number or URL may not contain the typed text.
    alwaysShow: true,
    found: { value },
  };
}

const themeIcon = ({ id, color }: Icon): ThemeIcon =>
  color === undefined ? new ThemeIcon(id) : new ThemeIcon(id, new ThemeColor(color));

function noteItem(text: string, icon: string): { label: string; alwaysShow: true; iconPath: ThemeIcon } {
  return { label: plainText(text), alwaysShow: true, iconPath: new ThemeIcon(icon) };
}
