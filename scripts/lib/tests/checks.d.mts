/** The checks of `npm test` by name, with the arguments of their processes. */
export const CHECKS: Readonly<Record<string, { readonly args: readonly string[] }>>;
