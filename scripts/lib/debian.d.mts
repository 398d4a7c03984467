/** For the tests, which are typed. */
export function debianFolder(packages: readonly string[]): Promise<string>;
