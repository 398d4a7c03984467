/** Returns a text in the format of its file. `name` is the name of the file, whose ending selects the language. */
export function formatted(name: string, text: string): Promise<string>;
