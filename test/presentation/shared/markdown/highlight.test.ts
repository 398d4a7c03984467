import assert from 'node:assert/strict';
import fc from 'fast-check';
import { highlight } from '../../../../src/presentation/shared/markdown/highlight';
import { CODE_LANGUAGES, LANGUAGE_NAMES } from '../../../../src/presentation/shared/markdown/languages';

const kindsOf = (code: string, language: string): readonly string[] =>
  (highlight(code, language) ?? []).flatMap(({ text, kind }) =>
    kind === undefined ? [] : [`${kind} ${text}`],
  );

describe('highlighted code', () => {
  it('has kinds for comments, strings, numbers, keywords, and names', () => {
    assert.deepEqual(kindsOf('// a\nconst b = f("c", 1.5);', 'ts'), [
      'comment // a',
      'keyword const',
      'name f',
      'string "c"',
      'number 1.5',
    ]);
    assert.deepEqual(kindsOf('key: "v" # c', 'yml'), ['name key', 'string "v"', 'comment # c']);
    assert.deepEqual(kindsOf('SELECT a -- b', 'sql'), ['keyword SELECT', 'comment -- b']);
    assert.deepEqual(kindsOf('<a href="x">', 'html'), ['keyword <a', 'name href', 'string "x"', 'keyword >']);
  });

  it("doesn't exist for unknown languages and very long code", () => {
    assert.equal(highlight('a', 'klingon'), undefined);
    assert.equal(highlight('a', 'constructor'), undefined);
    assert.equal(highlight('a'.repeat(50_001), 'ts'), undefined);
  });

  it('has all languages that have other names', () => {
    for (const name of Object.values(LANGUAGE_NAMES))
      assert.ok(name !== undefined && name in CODE_LANGUAGES, name);
  });

  it('contains exactly the text, for any code in any language', () => {
    const piece = fc.constantFrom(
      ...[
        '"',
        "'",
        '`',
        '/*',
        '*/',
        '//',
        '#',
        '<',
        '>',
        '<!--',
        '-->',
        '\n',
        ' ',
        'a',
        '1',
        '(',
        '$',
        '{',
        '}',
        '@',
        ':',
        '=',
        '\\',
        '"""',
        '\u202e',
        '😀',
        '\ud800',
      ],
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(CODE_LANGUAGES)),
        fc.array(piece, { maxLength: 30 }),
        (language, pieces) => {
          const code = pieces.join('');
          assert.equal(
            highlight(code, language)
              ?.map(({ text }) => text)
              .join(''),
            code,
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes linear time', () => {
    const units = [
      'a',
      'a.',
      '::',
      '"',
      "'",
      '`',
      '/*',
      '<!--',
      'a ',
      'a(',
      '$(',
      '#[',
      '"""',
      '-',
      '[',
      '\\',
      '<a',
      '\t#',
    ];
    for (const language of Object.keys(CODE_LANGUAGES)) {
      const start = process.cpuUsage();
      for (const unit of units) highlight(unit.repeat(Math.floor(20_000 / unit.length)), language);
      const { user } = process.cpuUsage(start);
      // Quadratic patterns take several seconds.
      assert.ok(user < 1_500_000, `${language}: ${user / 1_000} ms`);
    }
  });
});
