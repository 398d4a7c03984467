import { env, InputBoxValidationSeverity, QuickInputButtons, ThemeIcon, Uri, window } from 'vscode';
import { isAbort } from '../base/abort';
import { plainText } from '../presentation/plain-text';

/** A question that is answered by typing. What was typed stays until it is accepted or given up. */
export interface InputQuestion {
  readonly title: string;
  readonly step: readonly [at: number, of: number];
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** A page that helps to answer. */
  readonly link?: { readonly tooltip: string; readonly url: string };
  /** Told while typing: a warning that does not stop anybody. */
  readonly warn?: (value: string) => string | undefined;
  /** Takes the answer, or says what is wrong with it. */
  readonly accept: (value: string, signal: AbortSignal) => Promise<string | undefined>;
}

export interface PickItem<T> {
  readonly label: string;
  readonly description?: string;
  readonly icon?: string;
  readonly value: T;
}

/** A question that is answered by choosing; the choices may still be on their way. */
export interface PickQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>;
}

export interface MessageAction {
  readonly title: string;
  readonly run: () => void;
}

/** How the extension asks and tells. A port, so that tests can answer. All text is plain, whatever it holds. */
export interface Prompts {
  /** True where an answer was accepted; `back` where the person wants the question before. */
  input(question: InputQuestion): Promise<boolean | 'back'>;
  pick<T>(question: PickQuestion<T>): Promise<T | undefined>;
  tell(severity: 'error' | 'info', message: string, actions: readonly MessageAction[]): void;
}

export const editorPrompts: Prompts = {
  input: (question) =>
    new Promise((resolve) => {
      const box = window.createInputBox();
      const controller = new AbortController();
      let result: boolean | 'back' = false;
      const [step, totalSteps] = question.step;
      Object.assign(box, {
        title: question.title,
        step,
        totalSteps,
        prompt: question.prompt,
        ignoreFocusOut: true,
      });
      box.value = question.value ?? '';
      box.placeholder = question.placeholder ?? '';
      box.password = question.password ?? false;
      const { link } = question;
      const open =
        link === undefined ? undefined : { iconPath: new ThemeIcon('link-external'), tooltip: link.tooltip };
      box.buttons = [...(step > 1 ? [QuickInputButtons.Back] : []), ...(open === undefined ? [] : [open])];
      const check = (): void => {
        const warning = question.warn?.(box.value);
        box.validationMessage =
          warning === undefined
            ? undefined
            : { message: warning, severity: InputBoxValidationSeverity.Warning };
      };
      box.onDidChangeValue(check);
      box.onDidTriggerButton((button) => {
        if (button === QuickInputButtons.Back) {
          result = 'back';
          box.hide();
        } else if (link !== undefined) void env.openExternal(Uri.parse(link.url, true));
      });
      box.onDidAccept(async () => {
        if (box.busy) return;
        box.busy = true;
        box.enabled = false;
        try {
          const problem = await question.accept(box.value, controller.signal);
          if (problem === undefined) {
            result = true;
            box.hide();
          } else box.validationMessage = plainText(problem);
        } catch (error) {
          if (!isAbort(error)) throw error;
        } finally {
          box.busy = false;
          box.enabled = true;
        }
      });
      box.onDidHide(() => {
        controller.abort();
        box.dispose();
        resolve(result);
      });
      check();
      box.show();
    }),

  pick: async ({ title, placeholder, items }) => {
    const shown = Promise.resolve(items).then((all) =>
      all.map((item) => ({
        label: plainText(item.label),
        ...(item.description === undefined ? {} : { description: plainText(item.description) }),
        ...(item.icon === undefined ? {} : { iconPath: new ThemeIcon(item.icon) }),
        value: item.value,
      })),
    );
    const chosen = await window.showQuickPick(shown, {
      title,
      placeHolder: placeholder,
      matchOnDescription: true,
    });
    return chosen?.value;
  },

  tell: (severity, message, actions) => {
    const show = severity === 'error' ? window.showErrorMessage : window.showInformationMessage;
    void show(plainText(message), ...actions.map(({ title }) => title)).then((chosen) => {
      actions.find(({ title }) => title === chosen)?.run();
    });
  },
};
