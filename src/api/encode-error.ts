/** Why the arguments of a call can't be encoded. Names the parameter, never its value. */
export class EncodeError extends Error {
  override readonly name = 'EncodeError';
  constructor(parameter: string, problem: string) {
    super(`${parameter}: ${problem}`);
  }
}

/** Undefined and null both mean that a parameter isn't given (server-behavior.md#null-and-false). */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
