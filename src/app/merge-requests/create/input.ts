import { ignoreFailure } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import { deepEqual } from '../../../base/deep-equal';
import { type CreateValues, createValuesOver } from '../../../domain/merge-requests/new-merge-request-values';
import type { CreateKey, TypedValues } from '../../../schemas/new-merge-request';
import type { CreateDrafts } from './drafts';

/**
 * The values that the user typed into the form, separate from the initial values, which change while the
 * facts about the branches are read. Saves a draft at each change.
 */
export class TypedFields {
  readonly #key: CreateKey;
  readonly #drafts: CreateDrafts;
  readonly #clock: Clock;
  readonly #names = new Map<string, string>();
  #values: TypedValues;
  #before: string | undefined;
  #offersTemplate = false;
  #keptAt: number | undefined;

  constructor(key: CreateKey, drafts: CreateDrafts, clock: Clock, given: TypedValues | undefined) {
    this.#key = key;
    this.#drafts = drafts;
    this.#clock = clock;
    const draft = given === undefined ? drafts.find(key) : undefined;
    this.#values = given ?? draft?.typed ?? {};
    this.#keptAt = draft?.at;
    for (const [value, label] of Object.entries(draft?.names ?? {})) this.#names.set(value, label);
  }

  get values(): TypedValues {
    return this.#values;
  }
  /** Labels of the selected people and milestones, by value. */
  get names(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#names);
  }
  /** When the restored draft was saved, in Unix milliseconds; undefined if nothing was restored. */
  get keptAt(): number | undefined {
    return this.#keptAt;
  }
  /** True if another template was selected after the user changed the description. */
  get offersTemplate(): boolean {
    return this.#offersTemplate;
  }
  get canPutBack(): boolean {
    return this.#before !== undefined;
  }

  /** The values in the form: the typed ones, or else the initial ones. */
  over(initial: CreateValues): CreateValues {
    return createValuesOver(initial, this.#values);
  }

  /**
   * Applies the form's values. Only values that differ from `shown`, the form's previous values, count as
   * typed.
   */
  take(given: TypedValues, shown: CreateValues): void {
    const had = new Map<string, unknown>(Object.entries(shown));
    const typed = Object.entries(given).filter(([field, value]) => !deepEqual(value, had.get(field)));
    if (typed.length > 0) this.set(Object.fromEntries(typed));
  }

  set(values: TypedValues): void {
    this.#values = { ...this.#values, ...values };
    const draft = { typed: this.#values, names: this.#chosenNames(), at: this.#clock.now() };
    ignoreFailure(this.#drafts.keep(this.#key, draft));
  }

  name(value: string, label: string): void {
    this.#names.set(value, label);
  }

  /** A changed description is only replaced after a confirmation. */
  choseTemplate(): void {
    this.#offersTemplate = this.#values.description !== undefined;
  }

  describe(description: string, before: string): void {
    this.#before = before;
    this.#offersTemplate = false;
    this.set({ description });
  }

  putBack(): void {
    const description = this.#before;
    this.#before = undefined;
    if (description !== undefined) this.set({ description });
  }

  forget(): void {
    this.#values = {};
    this.#before = undefined;
    this.#offersTemplate = false;
    this.#keptAt = undefined;
    ignoreFailure(this.#drafts.forget(this.#key));
  }

  /** Only the labels of values in the form. */
  #chosenNames(): Record<string, string> {
    const { assignees = [], reviewers = [], milestone = [] } = this.#values;
    return Object.fromEntries(
      [...assignees, ...reviewers, ...milestone].map((value) => [value, this.#names.get(value) ?? value]),
    );
  }
}
