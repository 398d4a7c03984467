import { type QuickPick, type QuickPickItem, QuickPickItemKind, ThemeColor, ThemeIcon, window } from 'vscode';
import { isAbort } from '../../base/abort';
import { background } from '../../base/background';
import type { Clock } from '../../base/clock';
import { explain, isSilent } from '../../presentation/shared/error-messages';
import { escapeInvisibleLine } from '../../presentation/shared/escape-invisible';
import { plainText } from '../../presentation/shared/plain-text';
import type { Icon } from '../../presentation/shared/status-icons';

/** Results of one kind. */
export interface SearchGroup<T> {
  /** The heading above them. */
  readonly title?: string;
  readonly items: readonly {
    readonly label: string;
    readonly description?: string | undefined;
    readonly icon?: Icon | undefined;
    readonly value: T;
  }[];
}

export interface SearchAnswer<T> {
  readonly groups: readonly SearchGroup<T>[];
  /** Shown below the groups, or in their place. */
  readonly note?: string | undefined;
}

export interface SearchPick<T> {
  readonly title: string;
  readonly placeholder: string;
  /** The initial text. */
  readonly value?: string | undefined;
  readonly matchOnDescription?: boolean;
  /** Called while the user types; the signal aborts as soon as the answer is no longer needed. */
  readonly search: (typed: string, signal: AbortSignal) => Promise<SearchAnswer<T>>;
  /** The line for a failed search. Default: what is known about the error. */
  readonly failed?: (error: unknown) => string;
}

interface Shown<T> extends QuickPickItem {
  /** Missing in headings and notes. */
  readonly found?: { readonly value: T };
}

/** Milliseconds without a keystroke after which a search starts. */
const REST_MS = 200;

/** Shows a list that searches while the user types. Resolves with undefined if it is closed without a choice. */
export function searchPick<T>(question: SearchPick<T>, clock: Clock): Promise<T | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<Shown<T>>();
    let searching = new AbortController();
    let chosen: T | undefined;
    /** What was typed when Enter was pressed before the answer came: a single result is then chosen. */
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
        const answer = await question.search(typed, signal);
        if (isStale()) return;
        fill(pick, answer);
      } catch (error) {
        if (isStale() || isAbort(error) || isSilent(error)) return;
        pick.items = [noteItem(question.failed?.(error) ?? explain(error).why, 'error')];
      }
      pick.busy = false;
      if (wasEntered(typed)) choose(pick.items);
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

function fill<T>(pick: QuickPick<Shown<T>>, { groups, note }: SearchAnswer<T>): void {
  const items = groups.flatMap(({ title, items: found }): Shown<T>[] => {
    const heading = title === undefined || found.length === 0 ? [] : [headingOf(title)];
    return [...heading, ...found.map(shownOf)];
  });
  // The editor shows headings only while nothing is typed, and puts what fits what is typed first.
  pick.items = note === undefined ? items : [...items, noteItem(note, 'info')];
}

const headingOf = (title: string) => ({ label: plainText(title), kind: QuickPickItemKind.Separator });

function shownOf<T>({ label, description, icon, value }: SearchGroup<T>['items'][number]): Shown<T> {
  return {
    label: plainText(label),
    ...(description === undefined ? {} : { description: plainText(description) }),
    ...(icon === undefined ? {} : { iconPath: themeIcon(icon) }),
    // The server chose it: what was found by number or address need not contain what was typed.
    alwaysShow: true,
    found: { value },
  };
}

const themeIcon = ({ id, color }: Icon): ThemeIcon =>
  color === undefined ? new ThemeIcon(id) : new ThemeIcon(id, new ThemeColor(color));

function noteItem(text: string, icon: string): { label: string; alwaysShow: true; iconPath: ThemeIcon } {
  return { label: plainText(text), alwaysShow: true, iconPath: new ThemeIcon(icon) };
}
