/** Something that is made when it is first needed, and once. A failure is not kept: who needs it next tries again. */
export class Lazy<T> {
  readonly #make: () => Promise<T>;
  #making: Promise<T> | undefined;
  #value: T | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  /** Undefined until it was made. */
  get value(): T | undefined {
    return this.#value;
  }

  load(): Promise<T> {
    this.#making ??= this.#make().then(
      (value) => (this.#value = value),
      (error: unknown) => {
        this.#making = undefined;
        throw error;
      },
    );
    return this.#making;
  }
}
