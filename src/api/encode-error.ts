/** Why the values of a call cannot be sent. Names the parameter, never its value. */
export class EncodeError extends Error {
  override readonly name = 'EncodeError';
  constructor(parameter: string, problem: string) {
    super(`${parameter}: ${problem}`);
  }
}

/** Undefined and null both say that a parameter is not given (server-behavior.md#null-and-false). */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
