/**
 * A variable that a job or a pipeline is started with (server-behavior.md#job-variables). A secret one is never shown
 * or kept.
 */
export interface JobVariable {
  readonly key: string;
  readonly value: string;
  readonly secret: boolean;
}

/** The names that a shell takes; what the server accepts beyond them is not stated by the API. */
const KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

export type KeyProblem = 'empty' | 'shape' | 'taken';

/** What is wrong with the name of a new variable; undefined where nothing is. */
export function keyProblem(key: string, taken: readonly string[]): KeyProblem | undefined {
  if (key === '') return 'empty';
  if (!KEY.test(key)) return 'shape';
  return taken.includes(key) ? 'taken' : undefined;
}

/** Names that people give to what nobody else is to see. */
const SECRET_NAME = /token|passw(?:or)?d|secret|credential|private|api_?key|dsn/i;

/** Whether a variable is treated as secret until somebody says otherwise. */
export const looksSecret = (key: string): boolean => SECRET_NAME.test(key);

/** As the wire has them. */
export const attributesOf = (
  list: readonly JobVariable[],
): readonly { readonly key: string; readonly value: string }[] =>
  list.map(({ key, value }) => ({ key, value }));
