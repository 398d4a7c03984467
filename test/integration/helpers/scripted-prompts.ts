import type {
  ConfirmQuestion,
  InputQuestion,
  KeyValuePair,
  MessageAction,
  PairsQuestion,
  PickItem,
  PickQuestion,
  Prompts,
  SaveQuestion,
  TypedQuestion,
} from '../../../src/editor/shared/prompts';
import { immediateProgress } from './immediate-progress';

export interface Told {
  readonly severity: 'error' | 'info';
  readonly message: string;
  readonly actions: readonly MessageAction[];
}

/** Types something, and then goes back to the question before. */
export interface GoBack {
  readonly backAfter: string;
}

/** Answers questions as a test says, and remembers what was told. */
export class ScriptedPrompts implements Prompts {
  readonly told: Told[] = [];
  /** What stood in the status bar for some seconds. */
  readonly mentioned: string[] = [];
  /** Questions as they were asked. */
  readonly asked: InputQuestion[] = [];
  /** What was wrong with an answer, as the person reads it. */
  readonly problems: string[] = [];
  /** Choices as they were offered. */
  readonly offered: PickItem<unknown>[][] = [];
  /** Questions before what cannot be undone. */
  readonly confirmed: (Pick<ConfirmQuestion, 'message' | 'detail'> & Partial<ConfirmQuestion>)[] = [];
  readonly askedPairs: PairsQuestion[] = [];
  #allowed = false;
  #edit: ((pairs: readonly KeyValuePair[]) => readonly KeyValuePair[] | undefined) | undefined;
  #answers: (string | GoBack)[] = [];
  #left: string | undefined;
  #narrowed = '';
  #choice: ((labels: readonly string[]) => number) | undefined;
  /** Files that were to be saved, by the name that was offered. */
  readonly saved: string[] = [];
  #place: string | undefined;
  #waiting: (() => void)[] = [];

  /** What is typed into the questions that come, one after the other; without an answer, a question is given up. */
  type(...answers: (string | GoBack)[]): void {
    this.#answers = answers;
  }

  /** What is typed into the next question before it is given up. */
  leave(answer: string): void {
    this.#left = answer;
  }

  /** Which item is chosen of those offered; -1 for none. */
  choose(choice: (labels: readonly string[]) => number): void {
    this.#choice = choice;
  }

  /** What is typed to narrow the lists that come. */
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
      question.onDidChange?.(typeof answer === 'string' ? answer : answer.backAfter);
      if (typeof answer !== 'string') return 'back';
      const problem = await question.accept(answer, new AbortController().signal);
      if (problem === undefined) return true;
      this.problems.push(typeof problem === 'string' ? problem : problem.message);
    }
    return false;
  }

  async pick<T>({ items, onTyped }: PickQuestion<T>): Promise<T | undefined> {
    const offered = await this.#offered(items);
    const chosen = offered[this.#choice?.(offered.map(({ label }) => label)) ?? -1];
    if (chosen !== undefined) onTyped?.(this.#narrowed);
    return chosen?.value;
  }

  async pickMany<T>({ items }: PickQuestion<T>): Promise<readonly T[] | undefined> {
    const offered = await this.#offered(items);
    const chosen = offered[this.#choice?.(offered.map(({ label }) => label)) ?? -1];
    return chosen === undefined ? undefined : [chosen.value];
  }

  async #offered<T>(items: PickQuestion<T>['items']): Promise<readonly PickItem<T>[]> {
    const offered = typeof items === 'function' ? await items(new AbortController().signal) : await items;
    this.offered.push([...offered]);
    return offered;
  }

  /** What is answered to the questions before what cannot be undone; no, unless a test says so. */
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

  /** Changes the list of keys and values that is offered next; undefined gives it up. */
  edit(change: ((pairs: readonly KeyValuePair[]) => readonly KeyValuePair[] | undefined) | undefined): void {
    this.#edit = change;
  }

  pairs(question: PairsQuestion): Promise<readonly KeyValuePair[] | undefined> {
    this.askedPairs.push(question);
    return Promise.resolve(this.#edit?.(question.pairs));
  }

  /** Where the next file is put; without it, the dialog is given up. */
  saveTo(place: string | undefined): void {
    this.#place = place;
  }

  saveAs({ defaultName }: SaveQuestion): Promise<string | undefined> {
    this.saved.push(defaultName);
    return Promise.resolve(this.#place);
  }

  /** Commands that buttons ran. */
  readonly commands: string[] = [];
  readonly progress = immediateProgress;

  runCommand(id: string): Promise<void> {
    this.commands.push(id);
    return Promise.resolve();
  }

  showMessage(severity: 'error' | 'info', message: string, actions: readonly MessageAction[]): void {
    this.told.push({ severity, message, actions });
    for (const resume of this.#waiting.splice(0)) resume();
  }

  showStatus(message: string): void {
    this.mentioned.push(message);
  }

  /** The first message after now. */
  async nextTold(): Promise<Told> {
    const { length } = this.told;
    if (this.told[length] === undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const told = this.told[length];
    if (told === undefined) throw new Error('nothing was told');
    return told;
  }
}
