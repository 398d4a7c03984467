import { QuickPickItemKind, ThemeIcon, window, type QuickPick, type QuickPickItem } from 'vscode';
import { isAbort } from '../base/abort';
import { plainText } from '../presentation/plain-text';

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

/** Milliseconds of rest after a key before it is searched. */
const REST_MS = 250;

export const editorChoices: Choices = {
  many: async ({ title, placeholder, groups }) => {
    const items = groups.flatMap(({ name, choices }) => [
      { label: name, kind: QuickPickItemKind.Separator },
      ...choices.map((choice) => ({ ...itemOf(choice), picked: choice.ticked === true, choice })),
    ]);
    const chosen = await window.showQuickPick(items, {
      title,
      placeHolder: placeholder,
      canPickMany: true,
      matchOnDescription: true,
    });
    return chosen?.flatMap((item) => ('choice' in item ? [item.choice.value] : []));
  },

  search: (question) =>
    new Promise((resolve) => {
      const box = window.createQuickPick();
      box.title = question.title;
      box.placeholder = question.placeholder;
      box.matchOnDescription = true;
      box.value = question.value ?? '';
      const choices = new WeakMap<QuickPickItem, (typeof found)[number]>();
      let found: Awaited<ReturnType<typeof question.find>> = [];
      let end = new AbortController();
      const look = async (wait: number): Promise<void> => {
        end.abort();
        end = new AbortController();
        const { signal } = end;
        box.busy = true;
        try {
          await rest(wait, signal);
          const typed = box.value;
          found = await question.find(typed, signal);
          signal.throwIfAborted();
          box.items = found.map((choice) => {
            // The server chose what fits: it finds by more than the label.
            const item = { ...itemOf(choice), alwaysShow: true };
            choices.set(item, choice);
            return item;
          });
          if (found.length === 0) show(box, question.nothing(typed));
        } catch (error) {
          if (signal.aborted || isAbort(error)) return;
          show(box, question.failed(error));
        } finally {
          if (!signal.aborted) box.busy = false;
        }
      };
      box.onDidChangeValue(() => void look(REST_MS));
      box.onDidAccept(() => {
        const [item] = box.selectedItems;
        const choice = item === undefined ? undefined : choices.get(item);
        if (choice === undefined) return;
        resolve(choice.value);
        box.hide();
      });
      box.onDidHide(() => {
        end.abort();
        box.dispose();
        resolve(undefined);
      });
      box.show();
      void look(0);
    }),
};

/** A line that is no choice. */
function show(box: QuickPick<QuickPickItem>, line: string): void {
  box.items = [{ label: plainText(line), alwaysShow: true }];
}

function itemOf({ label, description, icon }: Choice<unknown>): QuickPickItem {
  return {
    label: plainText(label),
    ...(description === undefined ? {} : { description: plainText(description) }),
    ...(icon === undefined ? {} : { iconPath: new ThemeIcon(icon) }),
  };
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new DOMException('', 'AbortError'));
      },
      { once: true },
    );
  });
}
