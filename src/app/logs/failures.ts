import { type ErrorKind, isApiError } from '../../api/errors';

/** Failures that are often over by the next time. */
const PASSING: readonly ErrorKind[] = ['network', 'timeout', 'too-many-requests', 'server'];
/** What a server answers where there is nothing any more, or nothing for this person. */
const GONE: readonly ErrorKind[] = ['forbidden', 'not-found', 'gone'];

export const passes = (error: unknown): boolean => isApiError(error) && PASSING.includes(error.kind);
export const isGone = (error: unknown): boolean => GONE.some((kind) => isApiError(error, kind));
