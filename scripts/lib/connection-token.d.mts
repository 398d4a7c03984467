/** For the tests, which are typed. */
export function newConnectionToken(): Promise<{
  readonly token: string;
  readonly file: string;
  remove(): Promise<void>;
}>;
