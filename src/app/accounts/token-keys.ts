import { randomUUID } from 'node:crypto';

/**
 * Returns a new key for the token of an account in the secret storage. Keys aren't used again after a sign-out, so that a
 * window that deletes unused tokens can't delete one that another window stores at the same time.
 */
export const newTokenKey = (base: string): string => `${base}#${randomUUID()}`;

/** Returns the server URL of a key. Earlier versions used the URL as the key. */
export const serverOfTokenKey = (key: string): string => key.replace(/#.*$/, '');
