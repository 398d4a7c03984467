import { BEYOND_ROWS } from './rows/beyond';

export type { Place } from './rows/beyond-row';

export type BeyondName = keyof typeof BEYOND_ROWS;

/** Returns the names of the additional endpoints. */
export const beyondNames = (): BeyondName[] => Object.keys(BEYOND_ROWS).filter(isName);
const isName = (name: string): name is BeyondName => Object.hasOwn(BEYOND_ROWS, name);
