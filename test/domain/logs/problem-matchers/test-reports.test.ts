import { itFinds, type ToolCase } from './findings';

describe('job log problems of summaries and stacks of test runners', () => {
  const tools: readonly ToolCase[] = [
    [
      'maven surefire failure',
      ['[ERROR]   CartTest.adds:14 expected: <2> but was: <1>'],
      ['CartTest.java:14:- error expected: <2> but was: <1>'],
    ],
    [
      'flutter test failure',
      [
        '  Expected: <2>',
        '    Actual: <1>',
        '  package:matcher expect',
        '  test/cart_test.dart 12:5  main.<fn>',
      ],
      ['test/cart_test.dart:12:5 error Expected: <2> Actual: <1>'],
    ],
    [
      'pest',
      [
        '   FAILED  Tests\\Unit\\CartTest > it adds',
        '  Failed asserting that 1 is identical to 2.',
        '',
        '  at tests/Unit/CartTest.php:12',
      ],
      ['tests/Unit/CartTest.php:12:- error Failed asserting that 1 is identical to 2.'],
    ],
    [
      'ginkgo',
      [
        '  [FAILED] Expected',
        '      <int>: 1',
        '  to equal',
        '      <int>: 2',
        '  In [It] at: /builds/acme/shop/cart_test.go:12 @ 02/03/26 10:00:00.000',
      ],
      ['/builds/acme/shop/cart_test.go:12:- error Expected'],
    ],
    [
      'dotnet xunit, German',
      [
        '  Fehlermeldung:',
        '   Assert.Equal() Failure: Values differ',
        '  Stapelverfolgung:',
        '     bei Acme.CartTests.Adds() in C:\\GitLab-Runner\\builds\\t\\0\\acme\\shop\\Tests\\CartTests.cs:Zeile 12.',
      ],
      [
        'C:\\GitLab-Runner\\builds\\t\\0\\acme\\shop\\Tests\\CartTests.cs:12:- error Assert.Equal() Failure: Values differ',
      ],
    ],
    [
      'unittest',
      [
        'FAIL: test_adds (tests.test_cart.CartTest.test_adds)',
        '----------------------------------------------------------------------',
        'Traceback (most recent call last):',
        '  File "/builds/acme/shop/tests/test_cart.py", line 12, in test_adds',
        '    self.assertEqual(1, 2)',
        'AssertionError: 1 != 2',
      ],
      ['/builds/acme/shop/tests/test_cart.py:12:- error AssertionError: 1 != 2'],
    ],
    [
      'surefire with stack',
      [
        '[ERROR] com.acme.CartTest.adds -- Time elapsed: 0.012 s <<< FAILURE!',
        'org.opentest4j.AssertionFailedError: expected: <2> but was: <1>',
        '\tat org.junit.jupiter.api.AssertionFailureBuilder.build(AssertionFailureBuilder.java:151)',
        '\tat com.acme.CartTest.adds(CartTest.java:14)',
        '\tat java.base/java.util.ArrayList.forEach(ArrayList.java:1596)',
        '',
      ],
      [
        'org/junit/jupiter/api/AssertionFailureBuilder.java:151:- place',
        'com/acme/CartTest.java:14:- error org.opentest4j.AssertionFailedError: expected: <2> but was: <1>',
        'java/util/ArrayList.java:1596:- place',
      ],
    ],
    [
      'Maven Surefire, of other forms',
      [
        '[ERROR] Failures: ',
        '[ERROR]   CartTest.adds:14->BaseTest.check:20 expected: <2> but was: <1>',
        '[ERROR]   com.acme.PriceTest$Nested.rounds:9 Values should be different',
        '[ERROR] Errors: ',
        '[ERROR]   CartTest.loads:33 » NullPointer Cannot invoke "Cart.total()"',
        '[ERROR]   Run 1: CartTest.flaky:40 timeout',
      ],
      [
        'CartTest.java:14:- error expected: <2> but was: <1>',
        'com/acme/PriceTest.java:9:- error Values should be different',
        'CartTest.java:33:- error » NullPointer Cannot invoke "Cart.total()"',
        'CartTest.java:40:- error timeout',
      ],
    ],
    [
      'Maven Surefire, of an error with a cause',
      [
        '[ERROR] com.acme.CartTest.loads -- Time elapsed: 0.1 s <<< ERROR!',
        'java.lang.IllegalStateException: no price',
        '\tat com.acme.Cart.load(Cart.java:12)',
        '\tat com.acme.CartTest.loads(CartTest.java:9)',
        'Caused by: java.io.IOException: closed',
        '\tat java.base/java.io.Reader.read(Reader.java:1)',
        '\tat com.acme.Price.read(Price.kt:7)',
        '\t... 5 more',
      ],
      [
        'com/acme/Cart.java:12:- error java.lang.IllegalStateException: no price',
        'com/acme/CartTest.java:9:- place',
        'java/io/Reader.java:1:- place',
        'com/acme/Price.kt:7:- error java.io.IOException: closed',
      ],
    ],
    [
      'gradle test with full stacks',
      [
        'CartTest > adds() FAILED',
        '    org.opentest4j.AssertionFailedError: expected: <2> but was: <1>',
        '        at app//org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)',
        '        at app//com.acme.CartTest.adds(CartTest.java:14)',
      ],
      [
        'org/junit/jupiter/api/AssertionUtils.java:55:- place',
        'com/acme/CartTest.java:14:- error org.opentest4j.AssertionFailedError: expected: <2> but was: <1>',
      ],
    ],
    [
      'unittest and Django, of errors',
      [
        'ERROR: test_load (tests.test_cart.CartTest)',
        'Loads a cart.',
        '----------------------------------------------------------------------',
        'Traceback (most recent call last):',
        '  File "/app/tests/test_cart.py", line 9, in test_load',
        '    load()',
        '  File "/app/shop/cart.py", line 12, in load',
        '    raise KeyError("x")',
        '  File "/usr/local/lib/python3.12/json/__init__.py", line 3, in x',
        '    y()',
        "KeyError: 'x'",
        '',
        '----------------------------------------------------------------------',
        'Ran 2 tests in 0.001s',
      ],
      [
        '/app/tests/test_cart.py:9:- place',
        "/app/shop/cart.py:12:- error KeyError: 'x'",
        '/usr/local/lib/python3.12/json/__init__.py:3:- place',
      ],
    ],
    [
      'googletest',
      [
        '[ RUN      ] CartTest.Adds',
        '/builds/acme/shop/test/cart_test.cc:12: Failure',
        'Expected equality of these values:',
        '  total',
        '    Which is: 1',
        '  2',
        '',
        '[  FAILED  ] CartTest.Adds (0 ms)',
        'C:\\app\\test\\cart_test.cc(9): error: Failure',
        'Value of: ok',
        '  Actual: false',
      ],
      [
        '/builds/acme/shop/test/cart_test.cc:12:- error Expected equality of these values: total Which is: 1 2',
        'C:\\app\\test\\cart_test.cc:9:- error Value of: ok Actual: false',
      ],
    ],
    [
      'Catch2 with MSVC',
      ['C:\\app\\test\\cart test.cpp(12): FAILED:', '  CHECK( total == 2 )'],
      ['C:\\app\\test\\cart test.cpp:12:- error CHECK( total == 2 )'],
    ],
    [
      'doctest with MSVC',
      ['C:\\app\\test\\cart.cpp(12): ERROR: CHECK_EQ( 1, 2 ) is NOT correct!'],
      ['C:\\app\\test\\cart.cpp:12:- error CHECK_EQ( 1, 2 ) is NOT correct!'],
    ],
    [
      'ExUnit',
      [
        '  1) test adds (CartTest)',
        '     test/cart_test.exs:12',
        '     Assertion with == failed',
        '     code:  assert 1 == 2',
        '     left:  1',
        '     right: 2',
        '     stacktrace:',
        '       test/cart_test.exs:14: (test)',
      ],
      ['test/cart_test.exs:12:- error Assertion with == failed', 'test/cart_test.exs:14:- place'],
    ],
    [
      'flutter test, of an exception',
      [
        '00:01 +0 -1: adds [E]',
        '  Exception: no price',
        '  package:shop/cart.dart 3:5  Cart.total',
        '  test/cart_test.dart 9:10    main.<fn>',
        '  test/base_test.dart 4:1  run',
      ],
      ['test/cart_test.dart:9:10 error Exception: no price', 'test/base_test.dart:4:1 place'],
    ],
    [
      'pest with an error',
      [
        '   FAILED  Tests\\Feature\\CartTest > it loads',
        '  Undefined variable $x',
        '',
        '  at app/Models/Cart.php:9',
        '      5▕ ',
        '  ➜   9▕     return $x;',
      ],
      ['app/Models/Cart.php:9:- error Undefined variable $x'],
    ],
    [
      'ginkgo with a panic',
      [
        '  [PANICKED] Test Panicked',
        '  In [BeforeEach] at: /builds/acme/my shop/cart_test.go:9 @ 02/03/26 10:00:00.000',
      ],
      ['/builds/acme/my shop/cart_test.go:9:- error Test Panicked'],
    ],
    [
      'dotnet test in French and Spanish',
      [
        "  Message d'erreur :",
        '   Assert.True() Failure',
        '  Arborescence des appels de procédure :',
        '     à Acme.CartTests.Adds() dans /builds/acme/shop/Tests/CartTests.cs:ligne 9',
        '  Mensaje de error:',
        '   Assert.False() Failure',
        '  Seguimiento de la pila:',
        '     en Acme.CartTests.Loads() en /builds/acme/shop/Tests/CartTests.cs:línea 12',
      ],
      [
        '/builds/acme/shop/Tests/CartTests.cs:9:- error Assert.True() Failure',
        '/builds/acme/shop/Tests/CartTests.cs:12:- error Assert.False() Failure',
      ],
    ],
    [
      'go test with testify',
      [
        '--- FAIL: TestCart (0.00s)',
        '    cart_test.go:12: ',
        '        \tError Trace:\t/builds/acme/shop/cart_test.go:12',
        '        \tError:      \tNot equal: ',
        '        \t            \texpected: 1',
        '        \t            \tactual  : 2',
        '        \tTest:       \tTestCart',
      ],
      [
        'cart_test.go:12:- error Not equal: expected: 1 actual  : 2',
        '/builds/acme/shop/cart_test.go:12:- place',
      ],
    ],
  ];
  for (const tool of tools) itFinds(tool);
});
