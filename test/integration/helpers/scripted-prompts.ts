import type {
  ChosenFile,
  ConfirmQuestion,
  GroupedQuestion,
  InputQuestion,
  KeyValuePair,
  MessageAction,
  PairsQuestion,
  PickItem,
  PickQuestion,
  Prompts,
  SaveQuestion,
  SearchQuestion,
  TypedQuestion,
} from '../../../src/ui/shared/editor/prompts';
import { immediateProgress } from './immediate-progress';

/** A message with its buttons. */
export interface ShownMessage {
  readonly severity: 'error' | 'info';
  readonly message: string;
  readonly actions: readonly MessageAction[];
}

/** Types a text, and then goes back to the previous question. */
export interface GoBack {
  readonly backAfter: string;
}

/** Types a text, and then selects the button for another way to answer. */
export interface Alternative {
  readonly alternative: string;
}

type Answer = string | GoBack | Alternative;

/** Prompts with scripted answers. Records questions and messages. */
export class ScriptedPrompts implements Prompts {
  readonly messages: ShownMessage[] = [];
  /** Messages in the status bar. */
  readonly mentioned: string[] = [];
  /** Input questions. */
  readonly asked: InputQuestion[] = [];
  /** Validation messages for answers. */
  readonly problems: string[] = [];
  /** Items of pickers. */
  readonly offered: PickItem<unknown>[][] = [];
  /** Confirmations. */
  readonly confirmed: (Pick<ConfirmQuestion, 'message' | 'detail'> & Partial<ConfirmQuestion>)[] = [];
  readonly askedPairs: PairsQuestion[] = [];
  #allowed = false;
  #edit: ((pairs: readonly KeyValuePair[]) => readonly KeyValuePair[] | undefined) | undefined;
  #answers: Answer[] = [];
  #left: string | undefined;
  #narrowed = '';
  #answered: Partial<Pick<Prompts, 'pickFromGroups' | 'search'>> = {};
  #choice: ((labels: readonly string[]) => number) | undefined;
  /** Suggested names of saved files. */
  readonly saved: string[] = [];
  #place: string | undefined;
  #waiting: (() => void)[] = [];

  /** Removes the recorded questions and messages, but not the answers. */
  clearRecords(): void {
    const { messages, mentioned, asked, problems, offered, confirmed, askedPairs, saved } = this;
    for (const records of [messages, mentioned, asked, problems, offered, confirmed, askedPairs, saved])
      records.length = 0;
  }

  /** Sets the answers to the following input questions. Without an answer, a question is canceled. */
  type(...answers: Answer[]): void {
    this.#answers = answers;
  }

  /** Sets a text that is typed into the next question before it is canceled. */
  leave(answer: string): void {
    this.#left = answer;
  }

  /** Sets which item is selected in pickers (-1: none). */
  choose(choice: (labels: readonly string[]) => number): void {
    this.#choice = choice;
  }

  #presses: { readonly item: string; readonly button: string }[] = [];

  /** Sets the buttons that are pressed in the next pickers, one in each, before items are selected. */
  press(...presses: readonly { readonly item: string; readonly button: string }[]): void {
    this.#presses = [...presses];
  }

  /** Sets the filter text of the following pickers. */
  narrow(typed: string): void {
    this.#narrowed = typed;
  }

  async input(question: InputQuestion): Promise<boolean | 'back'> {
    this.asked.push(question);
    const left = this.#left;
    this.#left = undefined;
    if (left !== undefined) {
      question.onDidChange?.(left);
      return false;
    }
    for (let answer = this.#answers.shift(); answer !== undefined; answer = this.#answers.shift()) {
      const [text, by] = read(answer);
      question.onDidChange?.(text);
      if (by === 'back') return 'back';
      const problem = await question.accept(text, new AbortController().signal, by);
      if (problem === undefined) return true;
      this.problems.push(typeof problem === 'string' ? problem : problem.message);
    }
    return false;
  }

  async pick<T>({ items, onTyped }: PickQuestion<T>): Promise<T | undefined> {
    const offered = await this.#offered(items);
    const press = this.#presses.shift();
    if (press !== undefined) {
      const item = offered.find(({ label }) => label === press.item);
      return item?.buttons?.find(({ label }) => label === press.button)?.value;
    }
    const chosen = offered[this.#choice?.(offered.map(({ label }) => label)) ?? -1];
    if (chosen !== undefined) onTyped?.(this.#narrowed);
    return chosen?.value;
  }

  async pickMany<T>({ items }: PickQuestion<T>): Promise<readonly T[] | undefined> {
    const offered = await this.#offered(items);
    const chosen = offered[this.#choice?.(offered.map(({ label }) => label)) ?? -1];
    return chosen === undefined ? undefined : [chosen.value];
  }

  /** Sets the answers to questions with groups, and to searches. Without answers, they are canceled. */
  answer(answers: Partial<Pick<Prompts, 'pickFromGroups' | 'search'>>): void {
    this.#answered = answers;
  }

  pickFromGroups<T>(question: GroupedQuestion<T>): Promise<readonly T[] | undefined> {
    return this.#answered.pickFromGroups?.(question) ?? Promise.resolve(undefined);
  }

  search<T>(question: SearchQuestion<T>): Promise<T | undefined> {
    return this.#answered.search?.(question) ?? Promise.resolve(undefined);
  }

  async #offered<T>(items: PickQuestion<T>['items']): Promise<readonly PickItem<T>[]> {
    const offered = typeof items === 'function' ? await items(new AbortController().signal) : await items;
    this.offered.push([...offered]);
    return offered;
  }

  /** Sets the answer to confirmations. The default is no. */
  allow(allowed = true): void {
    this.#allowed = allowed;
  }

  confirm(question: ConfirmQuestion): Promise<boolean> {
    this.confirmed.push(question);
    return Promise.resolve(this.#allowed);
  }

  typed(question: TypedQuestion): Promise<boolean> {
    this.confirmed.push({ message: question.title, detail: question.prompt });
    const answer = this.#answers.shift();
    if (answer !== undefined && answer !== question.expected) this.problems.push(question.otherwise);
    return Promise.resolve(answer === question.expected);
  }

  /** Sets the changes to the next list of keys and values. Undefined cancels it. */
  edit(change: ((pairs: readonly KeyValuePair[]) => readonly KeyValuePair[] | undefined) | undefined): void {
    this.#edit = change;
  }

  pairs(question: PairsQuestion): Promise<readonly KeyValuePair[] | undefined> {
    const { follow = (pairs) => pairs } = question;
    const shown = { ...question, pairs: follow(question.pairs) };
    this.askedPairs.push(shown);
    const edited = this.#edit?.(shown.pairs);
    return Promise.resolve(edited && follow(edited));
  }

  /** Sets the target of the next saved file. Without it, the dialog is canceled. */
  saveTo(place: string | undefined): void {
    this.#place = place;
  }

  saveAs({ defaultName }: SaveQuestion): Promise<string | undefined> {
    this.saved.push(defaultName);
    return Promise.resolve(this.#place);
  }

  /** Selects the target of `saveTo`. */
  openFolder(): Promise<string | undefined> {
    return Promise.resolve(this.#place);
  }

  #files: readonly ChosenFile[] = [];

  /** Sets the files that the next dialogs select. Without them, the dialogs are canceled. */
  openWith(...files: readonly ChosenFile[]): void {
    this.#files = files;
  }

  openFiles(): Promise<readonly ChosenFile[]> {
    return Promise.resolve(this.#files);
  }

  /** Commands that buttons ran. */
  readonly commands: string[] = [];
  readonly progress = immediateProgress;

  runCommand(id: string): Promise<void> {
    this.commands.push(id);
    return Promise.resolve();
  }

  showMessage(severity: 'error' | 'info', message: string, actions: readonly MessageAction[]): void {
    this.messages.push({ severity, message, actions });
    for (const resume of this.#waiting.splice(0)) resume();
  }

  showStatus(message: string): void {
    this.mentioned.push(message);
  }

  /** Waits for the next message. */
  async nextMessage(): Promise<ShownMessage> {
    const { length } = this.messages;
    if (this.messages[length] === undefined)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const shown = this.messages[length];
    if (shown === undefined) throw new Error('no message was shown');
    return shown;
  }
}

function read(answer: Answer): readonly [text: string, by: 'enter' | 'alternative' | 'back'] {
  if (typeof answer === 'string') return [answer, 'enter'];
  return 'backAfter' in answer ? [answer.backAfter, 'back'] : [answer.alternative, 'alternative'];
}
