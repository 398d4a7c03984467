/** Types for tests, which are type-checked. */
export function openDesktop(options: {
  readonly folder: string;
  readonly workspace: string;
  readonly vsixes: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}): Promise<{ readonly exited: Promise<unknown> }>;
