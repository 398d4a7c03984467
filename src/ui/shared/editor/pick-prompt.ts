import { type QuickInputButton, type QuickPick, type QuickPickItem, ThemeIcon, window } from 'vscode';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { plainText } from '../../../presentation/shared/plain-text';
import type { PickItem, PickQuestion } from './prompt-questions';

interface Shown<T> extends QuickPickItem {
  readonly value: T;
  readonly buttons?: readonly ShownButton<T>[];
}

interface ShownButton<T> extends QuickInputButton {
  readonly value: T;
}

const buttonOf = <T>({
  label,
  icon,
  value,
}: NonNullable<PickItem<T>['buttons']>[number]): ShownButton<T> => ({
  tooltip: plainText(label),
  iconPath: new ThemeIcon(icon),
  value,
});

/** Asks for one choice; undefined if none was selected. */
export async function askPick<T>(question: PickQuestion<T>): Promise<T | undefined> {
  return (await ask(question, { many: false }))?.[0];
}

/** Asks for any number of choices; undefined if the picker was canceled. */
export const askPickMany = <T>(question: PickQuestion<T>): Promise<readonly T[] | undefined> =>
  ask(question, { many: true });

/** Shows a picker immediately, even while the choices are being loaded. */
function ask<T>(
  question: PickQuestion<T>,
  { many }: { readonly many: boolean },
): Promise<readonly T[] | undefined> {
  return new Promise((resolve, reject) => {
    const pick = window.createQuickPick<Shown<T>>();
    const controller = new AbortController();
    let chosen: readonly T[] | undefined;
    let failure: { readonly error: unknown } | undefined;
    Object.assign(pick, {
      title: escapeInvisibleLine(question.title),
      canSelectMany: many,
      matchOnDescription: true,
    });
    pick.onDidAccept(() => {
      const accepted = many ? pick.selectedItems : pick.activeItems.slice(0, 1);
      if (accepted.length === 0) return;
      chosen = accepted.map(({ value }) => value);
      question.onTyped?.(pick.value);
      pick.hide();
    });
    pick.onDidTriggerItemButton(({ item, button }) => {
      const pressed = item.buttons?.find((each) => each === button);
      if (pressed === undefined) return;
      chosen = [pressed.value];
      pick.hide();
    });
    pick.onDidHide(() => {
      controller.abort();
      pick.dispose();
      if (failure === undefined) resolve(chosen);
      else reject(failure.error instanceof Error ? failure.error : new Error("Couldn't load the list"));
    });
    pick.ignoreFocusOut = question.stays === true;
    pick.busy = true;
    pick.placeholder = escapeInvisibleLine(question.loading ?? question.placeholder);
    pick.show();
    itemsOf(question, controller.signal).then(
      (items) => {
        if (items.length === 0) pick.hide();
        else fill(pick, question, items);
      },
      (error: unknown) => {
        failure = controller.signal.aborted ? undefined : { error };
        pick.hide();
      },
    );
  });
}

async function itemsOf<T>({ items }: PickQuestion<T>, signal: AbortSignal): Promise<readonly PickItem<T>[]> {
  return typeof items === 'function' ? items(signal) : items;
}

function fill<T>(pick: QuickPick<Shown<T>>, question: PickQuestion<T>, items: readonly PickItem<T>[]): void {
  pick.busy = false;
  pick.placeholder = escapeInvisibleLine(question.placeholder);
  pick.items = items.map((item) => ({
    label: plainText(item.label),
    ...(item.description === undefined ? {} : { description: plainText(item.description) }),
    ...(item.detail === undefined ? {} : { detail: plainText(item.detail) }),
    ...(item.icon === undefined ? {} : { iconPath: new ThemeIcon(item.icon) }),
    ...(item.buttons === undefined ? {} : { buttons: item.buttons.map(buttonOf) }),
    alwaysShow: item.always ?? false,
    value: item.value,
  }));
  const picked = pick.items.filter((_, index) => items[index]?.picked === true);
  if (pick.canSelectMany && picked.length > 0) pick.selectedItems = picked;
}
