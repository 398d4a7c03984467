/** Returns how package.json refers to a text in package.nls.json. */
export const placeholder = (key: string): string => `%${key}%`;
