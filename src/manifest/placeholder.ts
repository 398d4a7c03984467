/** How package.json refers to a text of package.nls.json. */
export const placeholder = (key: string): string => `%${key}%`;
