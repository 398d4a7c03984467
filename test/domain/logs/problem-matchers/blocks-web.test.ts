import { itFinds, type ToolCase } from './findings';

describe('job log problems of web tools whose message is on another line than the location', () => {
  const tools: readonly ToolCase[] = [
    [
      'next build: type error, location line, then message',
      [
        'Failed to compile.',
        '',
        './src/app/cart/page.tsx:12:7',
        "Type error: Property 'total' does not exist on type 'Cart'.",
        '',
        '  10 |   const cart = useCart();',
        '> 12 |   return <b>{cart.total}</b>;',
        '     |                   ^',
      ],
      ["./src/app/cart/page.tsx:12:7 error Type error: Property 'total' does not exist on type 'Cart'."],
    ],
    [
      'next build: eslint rows, no indent, Warning:/Error:',
      [
        'Failed to compile.',
        '',
        './src/app/cart/page.tsx',
        "14:9  Error: 'x' is assigned a value but never used.  @typescript-eslint/no-unused-vars",
        '20:3  Warning: Unexpected console statement.  no-console',
      ],
      [
        "./src/app/cart/page.tsx:14:9 error 'x' is assigned a value but never used. (@typescript-eslint/no-unused-vars)",
        './src/app/cart/page.tsx:20:3 warning Unexpected console statement. (no-console)',
      ],
    ],
    [
      'oxlint, miette ╭─[',
      [
        '  × eslint(no-unused-vars): Variable `x` is declared but never used.',
        '   ╭─[src/cart.ts:4:7]',
        ' 3 | ',
        ' 4 | const x = 1;',
        '   ·       ┬',
        '   ╰────',
      ],
      ['src/cart.ts:4:7 error eslint(no-unused-vars): Variable `x` is declared but never used.'],
    ],
    [
      'webpack 5, ERROR in ./f 10:5',
      [
        'ERROR in ./src/cart.js 10:5',
        'Module parse failed: Unexpected token (10:5)',
        'You may need an appropriate loader',
      ],
      ['./src/cart.js:10:5 error Module parse failed: Unexpected token (10:5)'],
    ],
    [
      'esbuild / vite / tsup, ✘ [ERROR]',
      [
        '✘ [ERROR] Could not resolve "./price"',
        '',
        '    src/cart.ts:3:22:',
        '      3 │ import { price } from "./price";',
        '        ╵                       ~~~~~~~~~',
      ],
      ['src/cart.ts:3:22 error Could not resolve "./price"'],
    ],
    [
      'Angular 17+, ✘ [ERROR] TS…',
      [
        "✘ [ERROR] TS2339: Property 'foo' does not exist on type 'AppComponent'. [plugin angular-compiler]",
        '',
        '    src/app/app.component.html:4:8:',
        '      4 │ <p>{{ foo }}</p>',
        '        ╵       ~~~',
      ],
      [
        "src/app/app.component.html:4:8 error TS2339: Property 'foo' does not exist on type 'AppComponent'. [plugin angular-compiler]",
      ],
    ],
    [
      'sass, location under message',
      [
        'Error: Undefined variable.',
        '   ╷',
        '12 │   color: $brand;',
        '   │          ^^^^^^',
        '   ╵',
        '  src/styles/cart.scss 12:10  root stylesheet',
      ],
      ['src/styles/cart.scss:12:10 error Undefined variable.'],
    ],
    [
      'node uncaught syntax',
      [
        '/builds/acme/shop/src/cart.js:12',
        '  total = = 1',
        '          ^',
        '',
        "SyntaxError: Unexpected token '='",
        '    at wrapSafe (node:internal/modules/cjs/loader:1378:20)',
      ],
      ["/builds/acme/shop/src/cart.js:12:- error SyntaxError: Unexpected token '='"],
    ],
    [
      'Next.js, of modules and other errors',
      [
        './src/app/layout.tsx:3:1',
        "Module not found: Can't resolve './price'",
        '',
        '> 3 | import { price } from "./price";',
        '    | ^',
        '',
        './src/styles/cart.css:9:5',
        'Syntax error: Unknown word',
      ],
      [
        "./src/app/layout.tsx:3:1 error Module not found: Can't resolve './price'",
        './src/styles/cart.css:9:5 error Syntax error: Unknown word',
      ],
    ],
    [
      'Next.js and yamllint, of rows',
      [
        './src/my cart/page.tsx',
        "3:1  Warning: 'y' is defined but never used.  no-unused-vars",
        'ci/deploy.yml',
        '  3:81      error    line too long (122 > 80 characters)  (line-length)',
      ],
      [
        "./src/my cart/page.tsx:3:1 warning 'y' is defined but never used. (no-unused-vars)",
        'ci/deploy.yml:3:81 error line too long (122 > 80 characters) (line-length)',
      ],
    ],
    [
      'svelte-check',
      [
        '/builds/acme/shop/src/Cart.svelte:12:5',
        "Error: Property 'x' does not exist on type 'Cart'. (ts)",
        '<p>{cart.x}</p>',
        '',
        'C:\\app\\src\\Cart.svelte:3:1',
        'Warn: Unused CSS selector ".a" (svelte)',
      ],
      [
        "/builds/acme/shop/src/Cart.svelte:12:5 error Property 'x' does not exist on type 'Cart'. (ts)",
        'C:\\app\\src\\Cart.svelte:3:1 warning Unused CSS selector ".a" (svelte)',
      ],
    ],
    [
      'oxlint and SWC in other forms',
      [
        '  ⚠ typescript(no-explicit-any): Unexpected any. Specify a different type.',
        '   ╭─[src/my cart/a.ts:3:9]',
        '',
        'Error:   x Expected a semicolon',
        '   ,-[/builds/acme/shop/src/cart.ts:12:5]',
        '  x unicorn(no-null): Do not use null',
        '  │ because it is not undefined',
        '   ,-[C:\\app\\src\\cart.ts:4:1]',
      ],
      [
        'src/my cart/a.ts:3:9 warning typescript(no-explicit-any): Unexpected any. Specify a different type.',
        '/builds/acme/shop/src/cart.ts:12:5 error Expected a semicolon',
        'C:\\app\\src\\cart.ts:4:1 error unicorn(no-null): Do not use null',
      ],
    ],
    [
      'webpack with other forms of locations',
      [
        'ERROR in ./src/app/cart.ts 10:5-23',
        "Module not found: Error: Can't resolve './price'",
        'WARNING in ./src/b.scss',
        'Module Warning (from ./node_modules/sass-loader): deprecated',
        '[tsl] ERROR in C:\\app\\src\\a.ts(12,5)',
        '      TS2304: Cannot find name x',
        'ERROR in src/a b/c.ts:3:1',
        "TS2322: Type 'string' is not assignable.",
      ],
      [
        "./src/app/cart.ts:10:5 error Module not found: Error: Can't resolve './price'",
        './src/b.scss:1:- warning Module Warning (from ./node_modules/sass-loader): deprecated',
        'C:\\app\\src\\a.ts:12:5 error TS2304: Cannot find name x',
        "src/a b/c.ts:3:1 error TS2322: Type 'string' is not assignable.",
      ],
    ],
    [
      'esbuild, of a warning',
      [
        '▲ [WARNING] Duplicate key "a" in object literal [duplicate-object-key]',
        '',
        '    ../lib/a.js:3:2:',
        '      3 │   a: 1,',
      ],
      ['../lib/a.js:3:2 warning Duplicate key "a" in object literal [duplicate-object-key]'],
    ],
    [
      'rollup',
      [
        'error during build:',
        '[vite:esbuild] Transform failed with 1 error:',
        'file: /builds/acme/shop/src/cart.ts:12:5',
      ],
      ['/builds/acme/shop/src/cart.ts:12:5 error [vite:esbuild] Transform failed with 1 error:'],
    ],
    [
      'sass, of a deprecation',
      [
        'DEPRECATION WARNING: Using / for division is deprecated.',
        '',
        '  ╷',
        '3 │   width: 4px / 2;',
        '  │          ^^^^^^^',
        '  ╵',
        '    src/my styles/cart.scss 3:10  root stylesheet',
      ],
      ['src/my styles/cart.scss:3:10 warning Using / for division is deprecated.'],
    ],
    [
      'node, of a module',
      [
        'file:///builds/acme/shop/src/cart.mjs:3',
        "import { x } from './price.js';",
        '         ^',
        "SyntaxError: The requested module './price.js' does not provide an export named 'x'",
        '    at ModuleJob._instantiate (node:internal/modules/esm/module_job:180:21)',
      ],
      [
        "/builds/acme/shop/src/cart.mjs:3:- error SyntaxError: The requested module './price.js' does not provide an export named 'x'",
      ],
    ],
  ];
  for (const tool of tools) itFinds(tool);
});
