import { type ErrorKind, isApiError } from '../../api/errors';

/** Errors that are often temporary. */
const PASSING: readonly ErrorKind[] = ['network', 'timeout', 'too-many-requests', 'server'];
/** Errors for objects that no longer exist or that the user can't see. */
const GONE: readonly ErrorKind[] = ['forbidden', 'not-found', 'gone'];

export const passes = (error: unknown): boolean => isApiError(error) && PASSING.includes(error.kind);
export const isGone = (error: unknown): boolean => GONE.some((kind) => isApiError(error, kind));
