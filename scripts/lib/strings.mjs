// The strings that the extension passes to `t`, read from its source.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './paths.mjs';

/**
 * All calls of `t` in src, in the order of files and lines. Gives the file below the root, the line, and the text;
 * `undefined` where the text isn't a literal and so can't be found by translators.
 */
export function translatedStrings() {
  const files = readdirSync(path.join(ROOT, 'src'), { recursive: true })
    .map((name) => `src/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => name.endsWith('.ts') && !name.startsWith('src/sandbox/'))
    .sort();
  return files.flatMap((file) => stringsIn(file, readFileSync(path.join(ROOT, file), 'utf8')));
}

/** The same for the text of one file. */
export function stringsIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 't') {
      const [first] = node.arguments;
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      const literal = first !== undefined && ts.isStringLiteralLike(first);
      found.push({ file, line, text: literal ? first.text : undefined });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
