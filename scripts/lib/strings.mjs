// Finds the strings that the extension passes to `t`, and the texts that scripts and logs print.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './paths.mjs';

/**
 * Returns all calls of `t` in src, sorted by file and line, with the file's path relative to the root, the
 * line, and the text. The text is undefined if it isn't a literal, so that it can't be exported for
 * translators.
 */
export function translatedStrings() {
  const files = readdirSync(path.join(ROOT, 'src'), { recursive: true })
    .map((name) => `src/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => name.endsWith('.ts') && !name.startsWith('src/sandbox/'))
    .sort();
  return files.flatMap((file) => stringsIn(file, readFileSync(path.join(ROOT, file), 'utf8')));
}

/** Functions and classes whose texts are printed to a terminal or to the output channel. */
const PRINTS =
  /^(?:console\.(?:log|error)|(?:.*\.)?log\.(?:debug|info|warn|error)|logFailure|step|say|problem|problems\.push|failures\.push|Problem|Error|TypeError|RangeError|EncodeError|BadRulesError)$/;

/** These files contain the messages of real servers. */
const IMITATES_SERVERS = /^src\/sandbox\/(?:http|graphql|routes)\//;

/**
 * Returns texts that are shown to users but not translated: output of scripts and the sandbox, their
 * `--help`, and messages in the output channel. `{…}` is a placeholder for a value.
 */
export function printedTexts() {
  return ['scripts', 'src'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true })
      .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
      .filter((name) => /(?<!\.d)\.m?ts$|\.mjs$/.test(name) && !IMITATES_SERVERS.test(name))
      .sort()
      .flatMap((file) => printedIn(file, readFileSync(path.join(ROOT, file), 'utf8'))),
  );
}

/** Returns the printed texts of a file. */
function printedIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const found = [];
  if (file.startsWith('scripts/'))
    for (const [index, line] of text.split('\n').entries()) {
      if (!line.startsWith('//')) break;
      found.push({ file, line: index + 1, text: line.slice(2).trim() });
    }
  const collect = (node) => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isStringLiteralLike(node)) found.push({ file, line: lineOf(node), text: node.text });
    else if (ts.isTemplateExpression(node)) {
      const rest = node.templateSpans.map(({ literal }) => `{…}${literal.text}`);
      found.push({ file, line: lineOf(node), text: [node.head.text, ...rest].join('') });
    } else ts.forEachChild(node, collect);
  };
  const visit = (node) => {
    if (
      (ts.isCallExpression(node) || ts.isNewExpression(node)) &&
      PRINTS.test(node.expression.getText(source))
    )
      node.arguments?.forEach(collect);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the calls of `t` in a file. */
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
