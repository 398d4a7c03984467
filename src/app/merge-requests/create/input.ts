import type { Clock } from '../../../base/clock';
import { deepEqual } from '../../../base/deep-equal';
import { unheeded } from '../../../base/log-failure';
import { type CreateValues, createValuesOver } from '../../../domain/merge-requests/new-merge-request-values';
import type { CreateKey, TypedValues } from '../../../schemas/new-merge-request';
import type { CreateDrafts } from './drafts';

/**
 * What a person typed into the form, kept apart from what it begins with: that still changes while the branch is being
 * looked at. Kept as a draft at each change.
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
  /** What chosen people, labels and milestones are called, by their values. */
  get names(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#names);
  }
  /** When what stands here was written, where it was brought back. */
  get keptAt(): number | undefined {
    return this.#keptAt;
  }
  /** Another template was chosen after the description was changed. */
  get offersTemplate(): boolean {
    return this.#offersTemplate;
  }
  get canPutBack(): boolean {
    return this.#before !== undefined;
  }

  /** What the form holds: what was typed, else what it begins with. */
  over(begun: CreateValues): CreateValues {
    return createValuesOver(begun, this.#values);
  }

  /** Takes what the form holds; `shown` is what it held before: only what differs from that was typed. */
  take(given: TypedValues, shown: CreateValues): void {
    const had = new Map<string, unknown>(Object.entries(shown));
    const typed = Object.entries(given).filter(([field, value]) => !deepEqual(value, had.get(field)));
    if (typed.length > 0) this.set(Object.fromEntries(typed));
  }

  set(values: TypedValues): void {
    this.#values = { ...this.#values, ...values };
    const draft = { typed: this.#values, names: this.#chosenNames(), at: this.#clock.now() };
    unheeded(this.#drafts.keep(this.#key, draft));
  }

  name(value: string, label: string): void {
    this.#names.set(value, label);
  }

  /** What was typed is not replaced unasked. */
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
    unheeded(this.#drafts.forget(this.#key));
  }

  /** Of the names that were suggested only those that are in the form. */
  #chosenNames(): Record<string, string> {
    const { assignees = [], reviewers = [], milestone = [] } = this.#values;
    return Object.fromEntries(
      [...assignees, ...reviewers, ...milestone].map((value) => [value, this.#names.get(value) ?? value]),
    );
  }
}
