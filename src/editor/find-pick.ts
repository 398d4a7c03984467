import { QuickPickItemKind, ThemeColor, ThemeIcon, window, type QuickPick, type QuickPickItem } from 'vscode';
import { isAbort } from '../base/abort';
import type { Clock } from '../base/clock';
import { explain, isSilent } from '../presentation/error-sentences';
import { plainText } from '../presentation/plain-text';
import type { Icon } from '../presentation/status-icons';

/** Things of one kind below their heading. */
export interface FindGroup<T> {
  readonly title: string;
  readonly items: readonly {
    readonly label: string;
    readonly description: string;
    readonly icon: Icon;
    readonly value: T;
  }[];
}

export interface FindAnswer<T> {
  readonly groups: readonly FindGroup<T>[];
  /** Told below the groups, or in their place. */
  readonly note?: string | undefined;
}

export interface FindQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  /** What is typed already. */
  readonly value: string;
  /** Asked as the person types; the signal aborts as soon as the answer is not needed any more. */
  readonly search: (typed: string, signal: AbortSignal) => Promise<FindAnswer<T>>;
}

interface Shown<T> extends QuickPickItem {
  /** Missing in headings and notes. */
  readonly found?: { readonly value: T };
}

/** Who types goes on typing: looking begins after a rest of so many milliseconds. */
const REST_MS = 200;

/** A list that is looked for anew with each text that is typed. Undefined where the person gives it up. */
export function askFind<T>(question: FindQuestion<T>, clock: Clock): Promise<T | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<Shown<T>>();
    let looking = new AbortController();
    let chosen: T | undefined;
    /** Enter was pressed before the answer was there: it is meant where there is no choice. */
    let entered: string | undefined;

    const choose = (among: readonly Shown<T>[]): void => {
      const [found, ...others] = among.flatMap((item) => item.found ?? []);
      if (found === undefined || others.length > 0) return;
      chosen = found.value;
      pick.hide();
    };
    const wasEntered = (typed: string): boolean => entered === typed;
    const look = async (typed: string, rest: number): Promise<void> => {
      looking.abort();
      looking = new AbortController();
      const { signal } = looking;
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
        pick.items = [noteItem(explain(error).why, 'error')];
      }
      pick.busy = false;
      if (wasEntered(typed)) choose(pick.items);
    };

    Object.assign(pick, { title: question.title, placeholder: question.placeholder, value: question.value });
    pick.onDidChangeValue((typed) => void look(typed, REST_MS));
    pick.onDidAccept(() => {
      if (pick.busy) entered = pick.value;
      else choose(pick.activeItems);
    });
    pick.onDidHide(() => {
      looking.abort();
      pick.dispose();
      resolve(chosen);
    });
    pick.show();
    void look(question.value, 0);
  });
}

function fill<T>(pick: QuickPick<Shown<T>>, { groups, note }: FindAnswer<T>): void {
  const items = groups.flatMap(({ title, items: found }): Shown<T>[] =>
    found.length === 0 ? [] : [{ label: title, kind: QuickPickItemKind.Separator }, ...found.map(shownOf)],
  );
  // The editor shows headings only while nothing is typed, and puts what fits what is typed first.
  pick.items = note === undefined ? items : [...items, noteItem(note, 'info')];
}

function shownOf<T>({ label, description, icon, value }: FindGroup<T>['items'][number]): Shown<T> {
  return {
    label: plainText(label),
    description: plainText(description),
    iconPath:
      icon.color === undefined ? new ThemeIcon(icon.id) : new ThemeIcon(icon.id, new ThemeColor(icon.color)),
    // What was found by number or address need not hold what was typed.
    alwaysShow: true,
    found: { value },
  };
}

function noteItem(text: string, icon: string): { label: string; alwaysShow: true; iconPath: ThemeIcon } {
  return { label: plainText(text), alwaysShow: true, iconPath: new ThemeIcon(icon) };
}
