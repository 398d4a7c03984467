/** Kinds of highlighted code; the names of CSS classes. */
export type CodeKind = 'keyword' | 'string' | 'number' | 'comment' | 'name' | 'meta';

/** A piece of highlighted code. */
export interface CodeRun {
  readonly text: string;
  readonly kind: CodeKind | undefined;
}

/** Returns the language of a block of code: the first word after the fence, in lower case. */
export const languageOf = (info: string): string => /^[\w+#-]{1,30}/.exec(info)?.[0].toLowerCase() ?? '';

/** Languages whose blocks the service draws, which is only possible on its page. */
const DRAWN = ['mermaid', 'math', 'plantuml', 'graphviz', 'dot', 'ditaa', 'geojson', 'topojson', 'stl'];
export const isDrawn = (language: string): boolean => DRAWN.includes(language);

/** Returns the kind of a line of a diff by its first characters. */
export function diffLineKind(line: string): 'added' | 'removed' | 'heading' | undefined {
  if (/^(?:@@|diff |index |--- |\+\+\+ )/.test(line)) return 'heading';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : undefined;
}
