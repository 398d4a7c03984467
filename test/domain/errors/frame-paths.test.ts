import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isBuilt, libraryPathOf, pathsOf, sourcesOf } from '../../../src/domain/errors/frame-paths';
import { lineOfCode } from '../../../src/domain/errors/moved-line';
import type { StackFrame } from '../../../src/domain/errors/stack-trace';

const frame = (file: string, name?: string): StackFrame => ({
  file,
  function: name,
  line: 1,
  column: undefined,
  own: undefined,
  context: [],
});

describe('path of a frame', () => {
  const rows: [file: string, name: string | undefined, paths: string[]][] = [
    ['/app/src/a.ts', undefined, ['/app/src/a.ts']],
    ['file:///app/src/a%20b.ts', undefined, ['/app/src/a b.ts']],
    ['file:///C:/work/src/a.ts', undefined, ['C:/work/src/a.ts']],
    ['C:\\work\\src\\a.ts', undefined, ['C:/work/src/a.ts']],
    ['webpack://storefront/./src/a.ts?1f2e', undefined, ['src/a.ts']],
    ['webpack://@acme/web/./src/a.ts', undefined, ['src/a.ts']],
    ['webpack:///src/a.ts', undefined, ['src/a.ts']],
    ['webpack:///./src/a.ts', undefined, ['src/a.ts']],
    ['webpack-internal:///(app-pages-browser)/./src/app/[id]/page.tsx', undefined, ['src/app/[id]/page.tsx']],
    ['turbopack:///[project]/src/a.ts', undefined, ['src/a.ts']],
    ['app:///dist/a.js', undefined, ['dist/a.js']],
    ['~/src/a.js', undefined, ['src/a.js']],
    ['https://shop.test/assets/a.js?v=1#x', undefined, ['assets/a.js']],
    ['http://localhost:5173/@fs/work/src/a.ts', undefined, ['/work/src/a.ts']],
    ['Price.java', 'com.acme.cart.Price.of', ['com/acme/cart/Price.java']],
    ['Price.java', 'com.acme.cart.Price$Rule.of', ['com/acme/cart/Price.java']],
    ['Price.java', 'of', ['Price.java']],
    ['Price.kt', 'com.acme.cart.PriceKt.of', ['com/acme/cart/Price.kt', 'Price.kt']],
    ['cart.price', 'total', ['cart/price.py', 'cart/price/__init__.py', 'cart.price']],
    [
      '/x/cart.go',
      'github.com/acme/shop/cart.(*Cart).Total',
      ['github.com/acme/shop/cart/cart.go', '/x/cart.go'],
    ],
    ['/x/cart.go', 'github.com/acme/shop/v2/cart.Total', ['github.com/acme/shop/cart/cart.go', '/x/cart.go']],
    ['/x/main.go', 'main.main', ['/x/main.go']],
    ['./src/main.rs', 'main::main', ['./src/main.rs']],
    ['/rustc/59807616e1fa/library/std/src/rt.rs', 'std::rt', []],
    ['node:fs', undefined, []],
    ['<anonymous>', undefined, []],
    ['[internal function]', undefined, []],
    ['vscode-notebook-cell://x/a', undefined, []],
    ['', 'f', []],
  ];
  for (const [file, name, paths] of rows) {
    it(`is read from ${file === '' ? 'nothing' : file}${name === undefined ? '' : ` and ${name}`}`, () => {
      assert.deepEqual(pathsOf(frame(file, name)), paths);
    });
  }

  it('in a library starts at the library folder; other paths are no library paths', () => {
    assert.equal(libraryPathOf(frame('/app/node_modules/a/b.js')), 'node_modules/a/b.js');
    assert.equal(libraryPathOf(frame('webpack:///./node_modules/a/b.js')), 'node_modules/a/b.js');
    assert.equal(libraryPathOf(frame('/var/www/html/vendor/a/b.php')), 'vendor/a/b.php');
    assert.equal(libraryPathOf(frame('/usr/lib/python3.11/json/decoder.py')), '');
    assert.equal(libraryPathOf(frame('/app/src/a.ts')), undefined);
  });

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (file, name) => {
        for (const path of [...pathsOf(frame(file, name)), ...sourcesOf(file)]) assert.notEqual(path, '');
      }),
    );
  });
});

describe('source files of a built file', () => {
  it('have the same name and are in folders for sources', () => {
    const found = sourcesOf('web/dist/cart/price.js');
    assert.ok(isBuilt('web/dist/cart/price.js'));
    assert.deepEqual(found.slice(0, 2), ['web/src/cart/price.ts', 'web/src/cart/price.tsx']);
    assert.ok(found.includes('web/cart/price.ts'));
    assert.ok(sourcesOf('packages/lib/dist/a.js').includes('packages/lib/src/a.ts'));
    assert.ok(sourcesOf('dist/src/a.js').includes('src/a.ts'));
    assert.ok(sourcesOf('dist/esm/a.mjs').includes('src/a.mts'));
    assert.ok(sourcesOf('.next/server/app/page.js').includes('app/page.tsx'));
    assert.ok(sourcesOf('target/classes/com/acme/Price.class').includes('src/main/java/com/acme/Price.java'));
  });

  it("are in the same folder outside of build folders, and don't exist for languages that aren't built", () => {
    assert.ok(!isBuilt('src/a.js'));
    assert.deepEqual(sourcesOf('src/a.js').slice(0, 2), ['src/a.ts', 'src/a.tsx']);
    assert.deepEqual(sourcesOf('src/a.py'), []);
  });
});

describe('line of a frame', () => {
  const text = ['one();', 'two();', '}', 'three();', 'three();'].join('\n');

  it("stays the same if the code didn't change", () => assert.equal(lineOfCode(text, 2, '  two();'), 2));
  it('moves with the code', () => assert.equal(lineOfCode(text, 5, 'two();'), 2));
  it("is unknown if the code was removed, isn't unique, or is too short", () => {
    assert.equal(lineOfCode(text, 1, 'four();'), undefined);
    assert.equal(lineOfCode(text, 1, 'three();'), undefined);
    assert.equal(lineOfCode(text, 1, '}'), undefined);
  });
  it('is searched only nearby', () => {
    assert.equal(lineOfCode(`two();${'\n'.repeat(300)}`, 300, 'two();'), undefined);
    assert.equal(lineOfCode(`two();${'\n'.repeat(300)}`, 200, 'two();'), 1);
  });
});
