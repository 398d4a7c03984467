/** Types for tests, which are type-checked. */
export function debianFolder(packages: readonly string[]): Promise<string>;
