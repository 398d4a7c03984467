import { itFinds, type ToolCase } from './findings';

describe('job log problems of compilers', () => {
  const tools: readonly ToolCase[] = [
    [
      'tsc',
      ["src/a/b.ts(16,5): error TS2322: Type 'string' is not assignable."],
      ["src/a/b.ts:16:5 error TS2322: Type 'string' is not assignable."],
    ],
    [
      'tsc, pretty',
      ['src/a.ts:14:28 - error TS2345: Wrong.', '', '14     foo', 'Found 1 error in src/a.ts:14'],
      ['src/a.ts:14:28 error TS2345: Wrong.', 'src/a.ts:14:- place'],
    ],
    ['tsc behind a prefix', ['web:build: src/a.ts(1,2): warning TS1: W'], ['src/a.ts:1:2 warning TS1: W']],
    [
      'gcc and clang',
      [
        'src/main.c:4:10: fatal error: x.h: No such file or directory',
        'main.cpp:9:1: warning: unused [-Wunused]',
        '../lib/a.h:3: note: here',
      ],
      [
        'src/main.c:4:10 error x.h: No such file or directory',
        'main.cpp:9:1 warning unused [-Wunused]',
        '../lib/a.h:3:- info here',
      ],
    ],
    ['go build', ['./main.go:12:5: undefined: foo'], ['./main.go:12:5 error undefined: foo']],
    [
      'rustc',
      [
        'error[E0308]: mismatched types',
        ' --> src/main.rs:4:18',
        '  |',
        'warning: unused',
        '   --> src/lib.rs:1:1',
      ],
      ['src/main.rs:4:18 error mismatched types [E0308]', 'src/lib.rs:1:1 warning unused'],
    ],
    [
      'a panic in Rust',
      ["thread 'main' panicked at src/main.rs:4:5:", "thread 'a b' panicked at 'boom', src/x.rs:1:2"],
      ['src/main.rs:4:5 error panicked', "src/x.rs:1:2 error 'boom'"],
    ],
    [
      'javac',
      ['src/main/java/acme/Cart.java:12: error: cannot find symbol'],
      ['src/main/java/acme/Cart.java:12:- error cannot find symbol'],
    ],
    [
      'maven',
      ['[ERROR] /builds/acme/shop/src/main/java/acme/Cart.java:[12,5] cannot find symbol'],
      ['/builds/acme/shop/src/main/java/acme/Cart.java:12:5 error cannot find symbol'],
    ],
    [
      'tsc and eslint, in folders with blanks or brackets',
      [
        'src/my cart/a.ts(3,1): error TS2304: A',
        'web:build: C:\\my shop\\a.ts(3,1): error TS2304: B',
        'src/app/(shop)/page.tsx(3,5): error TS2322: C',
        'src/my cart/a.ts:3:1 - error TS2304: D',
        '/builds/acme/shop/a b.js:3:5: Unexpected var. [Error/no-var]',
        '/builds/acme/shop/a.js:3:5: Parsing error: Unexpected token [Error]',
        '/builds/acme/shop/a b.js: line 3, col 5, Error - Unexpected var. (no-var)',
      ],
      [
        'src/my cart/a.ts:3:1 error TS2304: A',
        'C:\\my shop\\a.ts:3:1 error TS2304: B',
        'src/app/(shop)/page.tsx:3:5 error TS2322: C',
        'src/my cart/a.ts:3:1 error TS2304: D',
        '/builds/acme/shop/a b.js:3:5 error Unexpected var.',
        '/builds/acme/shop/a.js:3:5 error Parsing error: Unexpected token',
        '/builds/acme/shop/a b.js:3:5 error Unexpected var. (no-var)',
      ],
    ],
    [
      'gcc, javac, go and rustc, in folders with blanks',
      [
        "C:\\my src\\main.c:4:10: error: expected ';'",
        'src/my cart/Cart.java:12: error: cannot find symbol',
        './my cart/price.go:12:5: undefined: foo',
        'error[E0308]: mismatched types',
        '  --> src/my cart/main.rs:4:18',
      ],
      [
        "C:\\my src\\main.c:4:10 error expected ';'",
        'src/my cart/Cart.java:12:- error cannot find symbol',
        './my cart/price.go:12:5 error undefined: foo',
        'src/my cart/main.rs:4:18 error mismatched types [E0308]',
      ],
    ],
    [
      'gcc and go inside of docker build',
      [
        '#9 1.234 src/main.c:4:10: error: unknown',
        '1.234 ./main.go:12:5: undefined: foo',
        '[3/10] src/main.c:4:10: error: unknown',
      ],
      ['src/main.c:4:10 error unknown', './main.go:12:5 error undefined: foo', 'src/main.c:4:10 place'],
    ],
    [
      'the linker of gcc',
      ["/usr/bin/ld: /app/src/main.c:5: undefined reference to `foo'"],
      ["/app/src/main.c:5:- error undefined reference to `foo'"],
    ],
    [
      'go vet, and go about its own file',
      [
        'vet: cart/b.go:3:5: undefined: y',
        '/app/go.mod:5: unknown directive: x',
        'a.go:9:2: too many errors',
      ],
      ['cart/b.go:3:5 error undefined: y', '/app/go.mod:5:- error unknown directive: x'],
    ],
    [
      'a panic in Rust with the frames that led to it',
      [
        "thread 'tests::bad' (4711) panicked at src/lib.rs:12:9:",
        'boom',
        '   0: rust_begin_unwind',
        '             at /rustc/9fc6b4/library/std/src/panicking.rs:665:5',
        '   1: shop::total',
        '             at ./src/lib.rs:12:9',
      ],
      [
        'src/lib.rs:12:9 error boom',
        '/rustc/9fc6b4/library/std/src/panicking.rs:665:5 place',
        './src/lib.rs:12:9 place',
      ],
    ],
  ];
  for (const tool of tools) itFinds(tool);
});
