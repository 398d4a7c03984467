/** A value that is created once, on first use. If that fails, the next `load` retries. */
export class Lazy<T> {
  readonly #make: () => Promise<T>;
  #making: Promise<T> | undefined;
  #value: T | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  /** Undefined until the value has been created. */
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
