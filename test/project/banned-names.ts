import ts from 'typescript';

/** Words that aren't used in names: a message is shown, a change is reported, a comment belongs to a thread. */
const BANNED = /^(?:told|said|talk|anew|standin)$|^stand in$/;
/** A fast check that all files with such names pass. */
const CANDIDATE = /told|said|talk|anew|stand[_-]?in/i;

/** Names that can't be changed, with reasons. */
export const KEPT_NAMES: ReadonlyMap<string, string> = new Map([
  ['told-pipelines', 'a key of stored state: a renamed one would require a migration'],
  ['insecure-told', 'a key of stored state: a renamed one would require a migration'],
]);

/** Returns true if a name contains a banned word, in any notation: `lastTold`, `LAST_TOLD`, `last-told`. */
function isBanned(name: string): boolean {
  const words = (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
  return words.some(
    (word, index) => BANNED.test(word) || BANNED.test(`${word} ${words[index + 1] ?? ''}`.trim()),
  );
}

/** Names of classes, elements, and data in a selector or in the start tags of a page. */
const PAGE_NAME = /[.#]([a-z][a-z\d-]*)(?!\w)|\b(?:id|class|data-[\w-]+)="([^"]*)"/g;

/** Returns the names in a style sheet. */
const namesOfStyles = (code: string): readonly string[] =>
  [...code.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(PAGE_NAME)].map(([, name = '']) => name);

/**
 * Returns the names in a program: identifiers, string literals that consist of a name, such as keys and IDs of
 * elements, and names in selectors and start tags.
 */
function namesOfProgram(file: string, code: string): readonly string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.push(node.text);
    else if (ts.isStringLiteralLike(node) && /^[\w-]+$/.test(node.text)) names.push(node.text);
    else if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node))
      for (const [, selector, attribute = ''] of node.text.matchAll(PAGE_NAME))
        names.push(...(selector === undefined ? attribute.split(/\s+/) : [selector]));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest));
  return names;
}

/** Returns the names in a file that contain a banned word, without those that can't be changed. */
export function bannedNames(file: string, code: string): readonly string[] {
  if (!CANDIDATE.test(code)) return [];
  const names = file.endsWith('.css') ? namesOfStyles(code) : namesOfProgram(file, code);
  return [...new Set(names)]
    .filter((name) => isBanned(name) && !KEPT_NAMES.has(name))
    .map((name) => `${file}: ${name}`);
}
