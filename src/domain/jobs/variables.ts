/**
 * A variable for a job or pipeline run (server-behavior.md#job-variables). Secret values are never shown or
 * stored.
 */
export interface JobVariable {
  readonly key: string;
  readonly value: string;
  readonly secret: boolean;
}

/** Names that shells accept; what else the server accepts isn't documented by the API. */
const KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

export type KeyProblem = 'empty' | 'shape' | 'taken';

/** Problem with the name of a new variable; undefined if it is valid. */
export function keyProblem(key: string, usedKeys: readonly string[]): KeyProblem | undefined {
  if (key === '') return 'empty';
  if (!KEY.test(key)) return 'shape';
  return usedKeys.includes(key) ? 'taken' : undefined;
}

/** Typical names of variables that contain secrets. */
const SECRET_NAME = /token|passw(?:or)?d|secret|credential|private|api_?key|(?:^|[_-])keys?(?:[_-]|$)|dsn/i;

/** Whether a variable is treated as secret by default. */
export const isLikelySecret = (key: string): boolean => SECRET_NAME.test(key);

/** In the format of the API. */
export const attributesOf = (
  list: readonly JobVariable[],
): readonly { readonly key: string; readonly value: string }[] =>
  list.map(({ key, value }) => ({ key, value }));
