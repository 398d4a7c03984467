/** Types for tests, which are type-checked. */
export function newConnectionToken(): Promise<{
  readonly token: string;
  readonly file: string;
  remove(): Promise<void>;
}>;
