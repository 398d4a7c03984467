/** A call of `t`: its text is undefined if it isn't a literal. */
export interface FoundString {
  readonly file: string;
  readonly line: number;
  readonly text: string | undefined;
}

export function translatedStrings(): readonly FoundString[];
export function stringsIn(file: string, text: string): readonly FoundString[];

/** A text that is printed to a terminal or to the output channel. `{…}` is a placeholder for a value. */
export interface PrintedText {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export function printedTexts(): readonly PrintedText[];
