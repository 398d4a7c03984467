/** For the tests, which are typed. */
export function openDesktop(options: {
  readonly folder: string;
  readonly workspace: string;
  readonly vsixes: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}): Promise<{ readonly exited: Promise<unknown> }>;
