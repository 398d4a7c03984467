import {
  env,
  InputBoxValidationSeverity as Severity,
  QuickInputButtons,
  ThemeIcon,
  Uri,
  window,
} from 'vscode';
import { isAbort } from '../../../base/abort';
import { background } from '../../../base/background';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { linkMarkup, plainText } from '../../../presentation/shared/plain-text';
import type { InputQuestion, ProposedInput } from './prompt-questions';

/** Shows an input box until it is accepted or canceled. */
export function askInput(question: InputQuestion): Promise<boolean | 'back'> {
  return new Promise((resolve) => {
    const box = window.createInputBox();
    const controller = new AbortController();
    let result: boolean | 'back' = false;
    const [step, totalSteps] = question.step;
    box.title = escapeInvisibleLine(question.title);
    // Don't show "1/1".
    if (totalSteps > 1) Object.assign(box, { step, totalSteps });
    const pages = linkButtons(question);
    box.prompt = promptOf(question);
    box.ignoreFocusOut = true;
    box.value = question.value ?? '';
    box.placeholder = escapeInvisibleLine(question.placeholder ?? '');
    box.password = question.password ?? false;
    const { alternative } = question;
    const other = alternative && { iconPath: new ThemeIcon(alternative.icon), tooltip: alternative.label };
    box.buttons = [step > 1 ? QuickInputButtons.Back : undefined, ...pages, other].filter(
      (each) => each !== undefined,
    );
    let corrected: ProposedInput | undefined;
    const check = (): void => {
      // The event also fires when the value is set by code.
      if (box.value === corrected?.value) return;
      corrected = undefined;
      const warning = question.warn?.(box.value);
      box.validationMessage = warning === undefined ? undefined : message(warning, Severity.Warning);
    };
    box.onDidChangeValue(check);
    box.onDidChangeValue((value) => question.onDidChange?.(value));
    box.onDidTriggerButton((button) => {
      if (button === QuickInputButtons.Back) {
        result = 'back';
        box.hide();
      } else if (button === other && alternative !== undefined) {
        if (alternative.run === undefined) {
          background(accept('alternative'));
          return;
        }
        box.hide();
        background(alternative.run());
      } else openPage(pages.find((each) => each === button)?.url);
    });
    const accept = async (by: 'enter' | 'alternative'): Promise<void> => {
      if (box.busy) return;
      box.busy = true;
      box.enabled = false;
      try {
        const problem = await question.accept(box.value, controller.signal, by);
        if (problem === undefined) {
          result = true;
          box.hide();
        } else if (typeof problem === 'string') box.validationMessage = plainText(problem);
        else {
          corrected = problem;
          box.value = problem.value;
          box.validationMessage = message(problem.message, Severity.Info);
        }
      } catch (error) {
        if (!isAbort(error)) throw error;
      } finally {
        box.busy = false;
        box.enabled = true;
      }
    };
    box.onDidAccept(() => background(accept('enter')));
    box.onDidHide(() => {
      controller.abort();
      box.dispose();
      resolve(result);
    });
    check();
    box.show();
  });
}

const promptOf = ({ prompt, links = [] }: InputQuestion): string =>
  [plainText(prompt), ...links.map(({ label, url }) => linkMarkup(label, url))].join(' ');

const linkButtons = ({ links = [] }: InputQuestion) =>
  links.map(({ label, url, icon }) => ({ iconPath: new ThemeIcon(icon), tooltip: label, url }));

function openPage(url: string | undefined): void {
  if (url !== undefined) background(env.openExternal(Uri.parse(url, true)));
}

const message = (text: string, severity: Severity) => ({ message: plainText(text), severity });
