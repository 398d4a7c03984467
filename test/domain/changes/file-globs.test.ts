import assert from 'node:assert/strict';
import fc from 'fast-check';
import { globs } from '../../../src/domain/changes/file-globs';

describe('patterns for generated files', () => {
  const cases: readonly (readonly [pattern: string, fits: readonly string[], not: readonly string[]])[] = [
    ['*.lock', ['yarn.lock', 'web/Cargo.lock'], ['yarn.lock.ts', 'lock', 'alock/b']],
    ['go.sum', ['go.sum', 'a/b/go.sum'], ['go.sums', 'Xgo.sum']],
    ['*.min.*', ['a.min.js', 'x/a.min.css'], ['a.mini.js', 'min.js']],
    ['dist/**', ['dist/a', 'dist/a/b.js'], ['dist', 'src/dist/a']],
    ['dist/', ['dist/a', 'dist/a/b.js', 'src/dist/a'], ['dist', 'src/adist/a']],
    ['/dist/', ['dist/a'], ['src/dist/a']],
    ['**/gen/*.ts', ['gen/a.ts', 'a/b/gen/a.ts'], ['gen/a/b.ts', 'again/a.ts']],
    ['src/**/x.ts', ['src/x.ts', 'src/a/b/x.ts'], ['src/ax.ts', 'src/a/bx.ts']],
    ['/top.ts', ['top.ts'], ['a/top.ts']],
    ['file?.ts', ['file1.ts'], ['file.ts', 'file10.ts']],
    ['a(b)[cx]{d}.+', ['a(b)c{d}.+', 'a(b)x{d}.+/y'], ['ab', 'a(b)[c]{d}.+']],
  ];
  for (const [pattern, fits, not] of cases) {
    it(`match, with ${pattern}, ${fits.join(' and ')}, but not ${not.join(' or ')}`, () => {
      const matches = globs([pattern]);
      for (const path of fits) assert.equal(matches(path), true, path);
      for (const path of not) assert.equal(matches(path), undefined, path);
    });
  }

  it('use the last matching pattern, and exclude files with a !', () => {
    const matches = globs(['*.lock', '!vendor/**', 'vendor/keep.lock']);
    assert.equal(matches('yarn.lock'), true);
    assert.equal(matches('vendor/a.lock'), false);
    assert.equal(matches('vendor/keep.lock'), true);
    assert.equal(matches('src/a.ts'), undefined);
  });

  it('can have any value', () => {
    assert.equal(globs([1, null, '', '!', '  ', {}, 'x'.repeat(10_000)])('x'), undefined);
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), (patterns, path) => {
        globs(patterns)(path);
      }),
    );
  });

  it('match every path with the same spelling', () => {
    const name = fc.string({
      minLength: 1,
      maxLength: 8,
      unit: fc.constantFrom('a', 'b', '.', '(', '$', '\\'),
    });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (parts) => {
        const path = parts.join('/');
        const spelled = path.replaceAll('\\', '\\\\');
        for (const pattern of [
          spelled,
          `/${spelled}`,
          `**/${spelled}`,
          spelled.replaceAll('a', '*').replaceAll('b', '?'),
        ])
          assert.equal(globs([pattern])(path), true, pattern);
      }),
    );
  });

  it('are matched in time proportional to the pattern and the path', () => {
    const matches = globs([`${'*a'.repeat(90)}b`, `${'**/a*'.repeat(30)}b`]);
    const path = 'a/a'.repeat(1_000);
    assert.equal(matches(path), undefined);
  });
});
