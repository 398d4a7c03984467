import { itFinds, type ToolCase } from './findings';

describe('job log problems of errors that ended a program', () => {
  const tools: readonly ToolCase[] = [
    [
      'dotnet unhandled exception',
      [
        'Unhandled exception. System.InvalidOperationException: no price',
        '   at Acme.Cart.Total() in /builds/acme/shop/src/Cart.cs:line 12',
      ],
      ['/builds/acme/shop/src/Cart.cs:12:- error System.InvalidOperationException: no price'],
    ],
    [
      'valgrind/asan',
      [
        '==123==ERROR: AddressSanitizer: heap-use-after-free on address 0x6',
        '    #0 0x4c3b in total /builds/acme/shop/src/cart.c:12:5',
      ],
      ['/builds/acme/shop/src/cart.c:12:5 error AddressSanitizer: heap-use-after-free on address 0x6'],
    ],
    [
      'AddressSanitizer, in a function that it replaces',
      [
        '==123==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6',
        'WRITE of size 26 at 0x6 thread T0',
        '    #0 0x7f13 in __interceptor_strcpy ../../../../src/libsanitizer/asan/asan_interceptors.cpp:425',
        '    #1 0x5623 in copy_name tests/run.c:6',
      ],
      [
        '../../../../src/libsanitizer/asan/asan_interceptors.cpp:425:- place',
        'tests/run.c:6:- error AddressSanitizer: heap-buffer-overflow on address 0x6',
      ],
    ],
    [
      'python traceback, script',
      [
        'Traceback (most recent call last):',
        '  File "/builds/acme/shop/src/cart.py", line 12, in <module>',
        '    total()',
        "NameError: name 'total' is not defined",
      ],
      ["/builds/acme/shop/src/cart.py:12:- error NameError: name 'total' is not defined"],
    ],
    [
      'python script, uncaught, last output of the script',
      [
        '$ python3 ci/release.py',
        'Traceback (most recent call last):',
        '  File "/builds/acme/shop/ci/release.py", line 31, in <module>',
        '    main()',
        '  File "/builds/acme/shop/ci/release.py", line 12, in main',
        '    total()',
        "NameError: name 'total' is not defined",
      ],
      [
        '/builds/acme/shop/ci/release.py:31:- place',
        "/builds/acme/shop/ci/release.py:12:- error NameError: name 'total' is not defined",
      ],
    ],
    [
      'Python, followed by messages of other tools',
      [
        'Traceback (most recent call last):',
        '  File "/app/ci/a.py", line 3, in <module>',
        '    main()',
        '  File "/usr/lib/python3/dist-packages/x.py", line 9, in main',
        '    y()',
        'ValueError: no price',
        'make: *** [Makefile:3: release] Error 1',
        'Traceback (most recent call last):',
        '  File "C:\\my ci\\b.py", line 7, in <module>',
        '    1 / 0',
        '    ~~^~~',
        'ZeroDivisionError: division by zero',
        'Cleaning up project directory and file based variables',
        'ERROR: Job failed: exit code 1',
      ],
      [
        '/app/ci/a.py:3:- error ValueError: no price',
        '/usr/lib/python3/dist-packages/x.py:9:- place',
        'C:\\my ci\\b.py:7:- error ZeroDivisionError: division by zero',
      ],
    ],
    [
      'Python, of an error while handling another one',
      [
        'Traceback (most recent call last):',
        '  File "ci/a.py", line 3, in load',
        '    x()',
        "KeyError: 'x'",
        '',
        'During handling of the above exception, another exception occurred:',
        '',
        'Traceback (most recent call last):',
        '  File "ci/a.py", line 9, in <module>',
        '    load()',
        'RuntimeError: no price',
      ],
      ['ci/a.py:3:- place', 'ci/a.py:9:- error RuntimeError: no price'],
    ],
    [
      'Python, of syntax',
      [
        '  File "/builds/acme/shop/ci/a.py", line 3',
        '    def f(:',
        '          ^',
        'SyntaxError: invalid syntax',
      ],
      ['/builds/acme/shop/ci/a.py:3:- error SyntaxError: invalid syntax'],
    ],
    [
      'Java and Kotlin',
      [
        'Exception in thread "main" java.lang.IllegalStateException: no price',
        '\tat java.base/java.util.Objects.requireNonNull(Objects.java:1)',
        '\tat com.acme.Cart.total(Cart.java:12)',
        '\tat com.acme.MainKt.main(Main.kt:3)',
        'Caused by: java.io.IOException: closed',
        '\tat com.acme.Price.read(Price.java:7)',
        '\t... 1 more',
      ],
      [
        'java/util/Objects.java:1:- place',
        'com/acme/Cart.java:12:- error java.lang.IllegalStateException: no price',
        'com/acme/Main.kt:3:- place',
        'com/acme/Price.java:7:- error java.io.IOException: closed',
      ],
    ],
    [
      'Groovy',
      [
        'Caught: java.lang.Exception: File signin.provider does not exist',
        'java.lang.Exception: File signin.provider does not exist',
        '\tat java.base/jdk.internal.reflect.NativeConstructorAccessorImpl.newInstance0(Native Method)',
        '\tat scripts.generate$_secrets_closure32.doCall(generate.groovy:1838)',
        '\tat scripts.generate.run(generate.groovy:819)',
      ],
      [
        'scripts/generate.groovy:1838:- error java.lang.Exception: File signin.provider does not exist',
        'scripts/generate.groovy:819:- place',
      ],
    ],
    [
      'Groovy, with the values of an assertion',
      [
        'Caught: Assertion failed: ',
        '',
        'assert total() == 5',
        '       |       |',
        '       4       false',
        '',
        '\tat check.run(check.groovy:5)',
      ],
      ['check.groovy:5:- error Caught: Assertion failed:'],
    ],
    [
      '.NET, with an inner error and on Windows',
      [
        'Unhandled exception. System.AggregateException: One or more errors occurred.',
        ' ---> System.IO.IOException: closed',
        '   at System.IO.Stream.Read()',
        '   at Acme.Cart.Load() in C:\\my src\\Cart.cs:line 9',
        '   at Acme.Program.Main() in C:\\my src\\Program.cs:line 3',
        'Unhandled Exception: System.Exception: old',
        '   at Acme.Old.Main() in /src/Old.vb:line 4',
      ],
      [
        'C:\\my src\\Cart.cs:9:- error System.AggregateException: One or more errors occurred.',
        'C:\\my src\\Program.cs:3:- place',
        '/src/Old.vb:4:- error System.Exception: old',
      ],
    ],
    [
      'PHP',
      [
        'PHP Fatal error:  Uncaught TypeError: no price in /builds/acme/shop/src/Cart.php:12',
        'Stack trace:',
        '#0 {main}',
        '  thrown in /builds/acme/shop/src/Cart.php on line 12',
      ],
      ['/builds/acme/shop/src/Cart.php:12:- error Uncaught TypeError: no price'],
    ],
    [
      'Lua',
      [
        "lua: src/cart.lua:12: attempt to index a nil value (global 'cart')",
        'stack traceback:',
        '\t[C]: in ?',
        "luajit: src/price.lua:3: unexpected symbol near '='",
      ],
      [
        "src/cart.lua:12:- error attempt to index a nil value (global 'cart')",
        "src/price.lua:3:- error unexpected symbol near '='",
      ],
    ],
    [
      'node',
      [
        '/builds/acme/shop/src/cart.js:12',
        "    throw new Error('no price');",
        '    ^',
        '',
        'Error: no price',
        '    at total (/builds/acme/shop/src/cart.js:12:11)',
        '    at node:internal/main/run_main_module:28:49',
      ],
      [
        '/builds/acme/shop/src/cart.js:12:- place',
        '/builds/acme/shop/src/cart.js:12:11 error Error: no price',
      ],
    ],
    [
      'valgrind',
      [
        '==123== Invalid read of size 4',
        '==123==    at 0x4C3B: memcpy (in /usr/lib/valgrind.so)',
        '==123==    by 0x10916B: total (cart.c:12)',
        '==123==    by 0x10918A: main (main.c:3)',
        '==123== ',
      ],
      ['cart.c:12:- error Invalid read of size 4', 'main.c:3:- place'],
    ],
    [
      'sanitizers',
      [
        '==9==WARNING: MemorySanitizer: use-of-uninitialized-value',
        '    #0 0x4c3b in total(int) C:\\app\\src\\cart.cpp:12:5',
        '    #1 0x4c3c in main C:\\app\\src\\main.cpp:3:1',
      ],
      [
        'C:\\app\\src\\cart.cpp:12:5 error MemorySanitizer: use-of-uninitialized-value',
        'C:\\app\\src\\main.cpp:3:1 place',
      ],
    ],
  ];
  for (const tool of tools) itFinds(tool);
});
