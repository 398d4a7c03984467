import type { InputQuestion, MessageAction, PickQuestion, Prompts } from '../../src/editor/prompts';

export interface Told {
  readonly severity: 'error' | 'info';
  readonly message: string;
  readonly actions: readonly MessageAction[];
}

/** Answers questions as a test says, and remembers what was told. */
export class ScriptedPrompts implements Prompts {
  readonly told: Told[] = [];
  /** Questions as they were asked. */
  readonly asked: InputQuestion[] = [];
  /** What was wrong with an answer, as the person reads it. */
  readonly problems: string[] = [];
  #answers: string[] = [];
  #choice: ((labels: readonly string[]) => number) | undefined;
  #waiting: (() => void)[] = [];

  /** What is typed into the questions that come, one after the other; without an answer, a question is given up. */
  type(...answers: string[]): void {
    this.#answers = answers;
  }

  /** Which item is chosen of those offered; -1 for none. */
  choose(choice: (labels: readonly string[]) => number): void {
    this.#choice = choice;
  }

  async input(question: InputQuestion): Promise<boolean | 'back'> {
    this.asked.push(question);
    for (let answer = this.#answers.shift(); answer !== undefined; answer = this.#answers.shift()) {
      const problem = await question.accept(answer, new AbortController().signal);
      if (problem === undefined) return true;
      this.problems.push(problem);
    }
    return false;
  }

  async pick<T>({ items }: PickQuestion<T>): Promise<T | undefined> {
    const offered = await items;
    return offered[this.#choice?.(offered.map(({ label }) => label)) ?? -1]?.value;
  }

  tell(severity: 'error' | 'info', message: string, actions: readonly MessageAction[]): void {
    this.told.push({ severity, message, actions });
    for (const resume of this.#waiting.splice(0)) resume();
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
