import { type ErrorKind, isApiError } from '../../api/errors';
import type { DeclaredInput, DeclaredVariable } from '../../domain/jobs/inputs';

/** The inputs and variables that a CI configuration declares. */
export interface Declared {
  readonly inputs: readonly DeclaredInput[];
  readonly variables: readonly DeclaredVariable[];
  /**
   * Why some may be missing: the server is still computing the variables, the configuration takes too long to parse, or an
   * error.
   */
  readonly incomplete?: 'computing' | 'too-complex' | { readonly error: unknown };
}

/** Errors of servers without the endpoint or the fields, and of refs without a valid configuration. */
const UNSUPPORTED: readonly ErrorKind[] = [
  'bad-request',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'gone',
  'moved',
  'not-json',
  'schema',
];

/** The error of a request in a list, or an empty list if the server doesn't support the request. */
export const failuresIn = (error: unknown): readonly unknown[] =>
  UNSUPPORTED.some((kind) => isApiError(error, kind)) ? [] : [error];
