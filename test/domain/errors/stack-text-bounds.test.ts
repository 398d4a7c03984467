import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { readPasted } from '../../../src/domain/errors/read-pasted';
import { readStackText } from '../../../src/domain/errors/read-stack-text';
import { costOf } from '../../../src/domain/logs/problem-matchers/patterns';
import { growthOf } from '../../builders/growth';

const STACKS = path.join(import.meta.dirname, 'stacks');
const ERRORS = path.join(import.meta.dirname, '../../../src/domain/errors');
const texts = readdirSync(STACKS)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => readFileSync(path.join(STACKS, name), 'utf8').trimEnd());

const framesOf = (text: string) => readStackText(text).map(({ frames }) => frames);
const withLines = (text: string, change: (line: string) => string): string =>
  text.split('\n').map(change).join('\n');

/** Parts of program output in any order, to generate text that resembles stack traces. */
const fragment = fc.oneof(
  fc.constantFrom(...texts.flatMap((text) => text.split('\n'))),
  fc.constantFrom(
    '    at ',
    ' (',
    ')',
    ':1',
    ':2:3',
    '#0 ',
    'Caused by: ',
    '\n',
    '\r\n',
    '\t',
    '"',
    "'",
    '\\n',
    '{',
    '[',
  ),
  fc.string(),
);
const nearly = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(''));

describe('stack trace parser', () => {
  it('accepts any text, and limits its results', () => {
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ unit: 'binary' })), (text) => {
        const traces = [...readStackText(text), ...(readPasted(text) ?? [])];
        for (const { message, frames } of traces) {
          assert.ok((message ?? '').length <= 4_000 && frames.length <= 250);
          for (const { line, column } of frames) assert.ok((line ?? 1) > 0 && (column ?? 1) > 0);
        }
      }),
    );
  });

  it('returns a limited number of frames and traces for a very long text', () => {
    const deep = `RangeError: too deep\n${'    at f (/app/a.js:1:2)\n'.repeat(20_000)}`;
    assert.deepEqual(
      framesOf(deep).map(({ length }) => length),
      [250],
    );
    const many = Array.from(
      { length: 2_000 },
      (_, at) => `Error: ${at}\n    at f (/app/a.js:${at + 1}:2)`,
    ).join('\n\n');
    assert.equal(readStackText(many).length, 50);
  });

  it('ignores minified code and other very long lines', () => {
    const minified = `/app/dist/a.js:1\n${'!function(e){at (e)}(t);'.repeat(100_000)}\n\nError: x\n    at f (/app/dist/a.js:1:2)`;
    assert.deepEqual(
      framesOf(minified).map((frames) => frames.map(({ function: name }) => name)),
      [['f']],
    );
  });

  it('uses no regular expressions that can take exponential time', () => {
    const readers = readdirSync(path.join(ERRORS, 'stack-text')).map((name) => `stack-text/${name}`);
    const files = [...readers, 'read-stack-text.ts', 'own-code.ts', 'file-language.ts', 'frame-paths.ts'];
    const costly = files.flatMap((name) => expressionsIn(path.join(ERRORS, name)).filter(isChoosing));
    assert.deepEqual(costly, []);
  });

  for (const [what, unit] of [
    [
      '.NET',
      'A.B: c ---> D.E: f\n   at A.B() in /a/b.cs:line 1\n --- End of inner exception stack trace ---\n',
    ],
    ['.NET: names', `at ${'a.'.repeat(100)}b() in /a/b.cs:line x\n`],
    ['.NET: separators', `at a ${'in a '.repeat(100)}\n`],
    ['Dart', '#0 a (package:a/b.dart:1:2)\n<asynchronous suspension>\n'],
    ['Dart: locations', `#0 a (package:${'1:'.repeat(200)})\n`],
    ['Elixir', '** (A) b\n(a 1.0) lib/a.ex:1: A.b/1\n'],
    ['Elixir: names', `(a 1.0) lib/a.ex:1: ${'a)'.repeat(200)}\n`],
    ['sanitizers', '==1==ERROR: AddressSanitizer: a\n\nb:\n\nc:\n#0 0x1 in a(int) /a/b.c:1:2 (a+0x1)\n'],
    ['sanitizers: modules', `#0 0x1 in a ${'(a+0x1) '.repeat(100)}\n`],
    ['headings without frames', 'System.A: b ---> System.C: d\n'],
    ['React Native', 'Error: a\nat a (address at index.android.bundle:1:2)\nb@main.jsbundle:1:2\n'],
  ] as const)
    it(`takes linear time: ${what}`, () => {
      const times = growthOf((size) => unit.repeat(size), 1_000, readStackText);
      assert.ok(times < 8, `${times}`);
    });

  const prefixes = [
    '2026-11-21T10:00:00.000Z ',
    '[2026-11-21 10:00:00,123] ERROR ',
    '2026-11-21T10:00:00.123456789Z stderr F ',
    'web-1  | ',
    '[pod/web-5d9f/app] ',
    'Nov 21 10:00:00 shop-1 storefront[812]: ',
    'E, [2026-11-21T10:00:00.000000 #1] ERROR -- : ',
    'web-1  | 2026/11/21 10:00:00 [error] ',
  ];
  for (const prefix of prefixes) {
    it(`returns the same frames after the prefix of a logger: ${prefix.trim()}`, () => {
      for (const text of texts)
        assert.deepEqual(framesOf(withLines(text, (line) => prefix + line)), framesOf(text));
    });
  }

  it('returns the same for colored, indented, and quoted text, and for any line ending', () => {
    for (const text of texts) {
      const expected = readStackText(text);
      assert.deepEqual(readStackText(withLines(text, (line) => `\u001b[31m${line}\u001b[0m`)), expected);
      assert.deepEqual(readStackText(text.replaceAll(/\r?\n/g, '\r\n')), expected);
      assert.deepEqual(framesOf(withLines(text, (line) => `    ${line}`)), framesOf(text));
      assert.deepEqual(
        framesOf(`Hello,\nthis happened at 10:30:\n\n${text}\n\nCan you help?`),
        framesOf(text),
      );
    }
  });

  it('finds stack traces in JSON strings, with escaped line breaks and tabs', () => {
    for (const text of texts.filter((each) => !each.includes('\\'))) {
      assert.deepEqual(framesOf(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')), framesOf(text));
    }
  });

  it('finds nothing in text without a stack trace', () => {
    for (const text of [
      '',
      'Hello',
      'meet me at 10:30:00',
      'see src/a.ts:3:4',
      'Error: no',
      '#1 fixed (7): yes',
      '- at a: b',
      '#1 see cart:12',
      'at home in Berlin: 12',
      'look in src/a.c:12',
      '** (1) two',
      '(see 1.0) lib/a.ex: twelve',
    ]) {
      assert.deepEqual(readStackText(text), [], text);
    }
  });
});

function expressionsIn(file: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text.slice(1, node.text.lastIndexOf('/')));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Fixed repetition counts are removed, because they don't cause backtracking. */
const isChoosing = (expression: string): boolean => costOf(expression.replace(/\{\d+\}/g, '')) !== undefined;
