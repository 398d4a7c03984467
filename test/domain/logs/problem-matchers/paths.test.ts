import assert from 'node:assert/strict';
import fc from 'fast-check';
import { guessesFor } from '../../../../src/domain/logs/problem-matchers/paths';

describe('workspace paths of a path in a log', () => {
  const below = (path: string, project?: string) => guessesFor(path, project).below;
  it("don't include the build folder", () => {
    assert.equal(below('/builds/acme/storefront/src/a.ts')[0], 'src/a.ts');
    assert.equal(below('/builds/x1/0/acme/storefront/src/a.ts', 'acme/storefront')[0], 'src/a.ts');
    assert.equal(below('/app/src/a.ts')[0], 'src/a.ts');
    assert.equal(below('/app/main.py')[0], 'main.py');
    assert.equal(below('C:\\builds\\acme\\storefront\\src\\a.ts')[0], 'src/a.ts');
  });
  it('start with the longest suffix, and never are a bare name if folders were removed', () => {
    assert.deepEqual(below('/somewhere/else/src/a.ts'), ['else/src/a.ts', 'src/a.ts']);
    assert.deepEqual(below('/usr/lib/main.py'), ['lib/main.py']);
  });
  it('include relative paths, and search for them at any depth', () => {
    assert.deepEqual(guessesFor('./src/../lib/a.go', undefined), {
      below: ['lib/a.go'],
      anywhere: 'lib/a.go',
    });
    assert.deepEqual(guessesFor('price_test.go', undefined), {
      below: ['price_test.go'],
      anywhere: 'price_test.go',
    });
    assert.equal(guessesFor('/src/a.ts', undefined).anywhere, undefined);
  });
  it('never leave the folder, for any path', () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '',
      'a',
      'b.ts',
      '/',
      '\\',
      'C:',
      '\u0000',
      'builds',
      'acme/storefront',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const { below: guesses, anywhere } = guessesFor(parts.join('/'), 'acme/storefront');
        for (const guess of [...guesses, ...(anywhere === undefined ? [] : [anywhere])]) {
          assert.ok(
            !guess.startsWith('/') && !guess.split('/').some((step) => step === '..' || step === ''),
            guess,
          );
        }
        assert.ok(guesses.length <= 12);
      }),
    );
  });
});
