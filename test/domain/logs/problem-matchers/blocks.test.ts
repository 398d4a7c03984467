import { itFinds, type ToolCase } from './findings';

describe('job log problems whose message is on another line than the location', () => {
  const tools: readonly ToolCase[] = [
    [
      'gradle script error',
      [
        "Build file '/builds/acme/shop/build.gradle' line: 12",
        '',
        '* What went wrong:',
        "A problem occurred evaluating root project 'shop'.",
      ],
      ["/builds/acme/shop/build.gradle:12:- error A problem occurred evaluating root project 'shop'."],
    ],
    [
      'sbt, scala 3',
      [
        '[error] -- [E006] Not Found Error: /builds/acme/shop/src/main/scala/Cart.scala:12:4 ',
        '[error] 12 |    total + 1',
        '[error]    |    ^^^^^',
        '[error]    |    Not found: total',
      ],
      ['/builds/acme/shop/src/main/scala/Cart.scala:12:4 error Not found: total'],
    ],
    [
      'erlang rebar3',
      ['   ┌─ src/cart.erl:', '   │', ' 12 │  total() + 1.', '   │  ╰── function total/0 undefined'],
      ['src/cart.erl:12:- error function total/0 undefined'],
    ],
    [
      'gitleaks',
      [
        'Finding:     aws_secret_access_key = "REDACTED"',
        'Secret:      REDACTED',
        'RuleID:      aws-access-token',
        'Entropy:     3.684184',
        'File:        config/prod.env',
        'Line:        12',
        'Commit:      3f2b1c0d9e8a7f654321',
      ],
      ['config/prod.env:12:- error aws-access-token'],
    ],
    [
      'ocaml dune',
      ['File "lib/cart.ml", line 12, characters 4-9:', '12 |     total + 1', 'Error: Unbound value total'],
      ['lib/cart.ml:12:- error Unbound value total'],
    ],
    [
      'crystal',
      [
        'In src/cart.cr:12:5',
        '',
        ' 12 | total + 1',
        '      ^----',
        "Error: undefined local variable or method 'total'",
      ],
      ["src/cart.cr:12:5 error undefined local variable or method 'total'"],
    ],
    [
      'solidity forge',
      ['Error (7576): Undeclared identifier.', '  --> src/Cart.sol:12:5:', '   |'],
      ['src/Cart.sol:12:5 error Undeclared identifier. (7576)'],
    ],
    [
      'catch2',
      [
        '/builds/acme/shop/test/cart_test.cpp:12: FAILED:',
        '  REQUIRE( total == 2 )',
        'with expansion:',
        '  1 == 2',
      ],
      ['/builds/acme/shop/test/cart_test.cpp:12:- error REQUIRE( total == 2 ) with expansion: 1 == 2'],
    ],
    [
      'pwsh 7, concise',
      [
        'Get-Total: C:\\GitLab-Runner\\builds\\t\\0\\acme\\shop\\ci\\build.ps1:12:5',
        'Line |',
        '  12 |      Get-Total',
        '     |      ~~~~~~~~~',
        "     | The term 'Get-Total' is not recognized",
      ],
      [
        "C:\\GitLab-Runner\\builds\\t\\0\\acme\\shop\\ci\\build.ps1:12:5 error The term 'Get-Total' is not recognized",
      ],
    ],
    [
      'gfortran',
      [
        'src/cart.f90:12:5:',
        '',
        '   12 |   totl = 1',
        '      |     1',
        "Error: Symbol 'totl' at (1) has no IMPLICIT type",
      ],
      ["src/cart.f90:12:5 error Symbol 'totl' at (1) has no IMPLICIT type"],
    ],
    [
      'OCaml, of a warning',
      [
        'File "bin/main.ml", line 3, characters 6-7:',
        '3 |   let x = 1 in',
        '          ^',
        'Warning 26 [unused-var]: unused variable x.',
      ],
      ['bin/main.ml:3:- warning unused variable x.'],
    ],
    [
      'GHC',
      [
        'src/Cart.hs:12:5: error: [GHC-88464]',
        '    Variable not in scope: total :: Int',
        '   |',
        '12 | x = total',
        '',
        'app/Main.hs:3:1: warning: [-Wunused-imports]',
        '    The import of Data.List is redundant',
        '',
        'src/Old.hs:4:9: error:',
        '    • No instance for (Num String)',
      ],
      [
        'src/Cart.hs:12:5 error Variable not in scope: total :: Int',
        'app/Main.hs:3:1 warning The import of Data.List is redundant',
        'src/Old.hs:4:9 error No instance for (Num String)',
      ],
    ],
    [
      'Elixir',
      [
        '    error: undefined variable "totl"',
        '    │',
        ' 12 │     totl',
        '    │     ^^^^',
        '    │',
        '    └─ lib/cart.ex:12:5: Cart.total/0',
        '',
        '    warning: unused variable "x"',
        '    │',
        '    └─ test/cart_test.exs:3: CartTest."test adds"/1',
      ],
      [
        'lib/cart.ex:12:5 error undefined variable "totl"',
        'test/cart_test.exs:3:- warning unused variable "x"',
      ],
    ],
    [
      'credo',
      [
        '┃ [W] ↗ There should be no calls to IO.inspect/1.',
        '┃       lib/cart.ex:12:5 #(Cart.total)',
        '┃ [R] → Modules should have a @moduledoc tag.',
        '┃       lib/price.ex:1:11 #(Price)',
      ],
      [
        'lib/cart.ex:12:5 warning There should be no calls to IO.inspect/1.',
        'lib/price.ex:1:11 warning Modules should have a @moduledoc tag.',
      ],
    ],
    [
      'gleam and typst',
      [
        'error: Unknown variable',
        '  ┌─ /builds/acme/shop/src/cart.gleam:12:5',
        '   │',
        'warning: unknown font family',
        '  ┌─ main.typ:3:1',
      ],
      [
        '/builds/acme/shop/src/cart.gleam:12:5 error Unknown variable',
        'main.typ:3:1 warning unknown font family',
      ],
    ],
    [
      'Prisma',
      [
        'error: Error validating field `cart`: missing relation',
        '  -->  prisma/schema.prisma:12',
        '   | ',
        '11 | ',
        '12 |   cart Cart',
      ],
      ['prisma/schema.prisma:12:- error Error validating field `cart`: missing relation'],
    ],
    [
      'solc, of a warning',
      [
        'Warning (2018): Function state mutability can be restricted to view',
        '  --> src/my contracts/Cart.sol:3:5:',
        '   |',
      ],
      ['src/my contracts/Cart.sol:3:5 warning Function state mutability can be restricted to view (2018)'],
    ],
    [
      'PowerShell 7 with other commands',
      [
        'ParserError: /builds/acme/shop/ci/build.ps1:3',
        'Line |',
        '   3 |  if (',
        '     |      ~',
        '     | Missing condition in if statement',
      ],
      ['/builds/acme/shop/ci/build.ps1:3:- error Missing condition in if statement'],
    ],
    [
      'PowerShell 5',
      [
        "Get-Total : The term 'Get-Total' is not recognized as the name of a cmdlet, function, or script file.",
        'At C:\\GitLab-Runner\\builds\\acme\\shop\\ci\\build.ps1:12 char:5',
        '+ Get-Total',
        '+ ~~~~~~~~~',
        '    + CategoryInfo          : ObjectNotFound: (Get-Total:String) [], CommandNotFoundException',
      ],
      [
        "C:\\GitLab-Runner\\builds\\acme\\shop\\ci\\build.ps1:12:5 error The term 'Get-Total' is not recognized as the name of a cmdlet, function, or script file.",
      ],
    ],
    [
      'crystal, of a missing file',
      ['In spec/cart_spec.cr:3:1', '', ' 3 | require "x"', '     ^', "Error: can't find file 'x'"],
      ["spec/cart_spec.cr:3:1 error can't find file 'x'"],
    ],
    [
      'gradle, of settings',
      [
        "Settings file 'C:\\app\\settings.gradle.kts' line: 3",
        '',
        '* What went wrong:',
        "Plugin [id: 'x'] was not found",
      ],
      ["C:\\app\\settings.gradle.kts:3:- error Plugin [id: 'x'] was not found"],
    ],
    [
      'Scala 3 without sbt',
      [
        '-- [E007] Type Mismatch Error: src/Cart.scala:3:10 -----------',
        '3 |  val x: Int = "a"',
        '  |               ^^^',
        '  |               Found:    ("a" : String)',
        '-- Warning: src/Cart.scala:9:4 ----',
        '9 |  x',
        '  |  ^',
        '  |  unused',
      ],
      ['src/Cart.scala:3:10 error Found:    ("a" : String)', 'src/Cart.scala:9:4 warning unused'],
    ],
    [
      'ExUnit, stack traces',
      [
        '  1) test sums (ShopTest)',
        '     test/shop_test.exs:9',
        '     ** (CaseClauseError) no case clause matching: :x',
        '     code: assert total(:x) == 2',
        '     stacktrace:',
        '       (elixir 1.14.0) lib/enum.ex:1658: Enum.map/2',
        '       (shop 0.4.0) lib/price.ex:4: Shop.Price.total/1',
        '       test/shop_test.exs:10: (test)',
      ],
      [
        'test/shop_test.exs:9:- error ** (CaseClauseError) no case clause matching: :x',
        'lib/enum.ex:1658:- place',
        'lib/price.ex:4:- error ** (CaseClauseError) no case clause matching: :x',
        'test/shop_test.exs:10:- place',
      ],
    ],
    [
      'EUnit',
      [
        '  price: total_test...*failed*',
        'in function erlang:map_get/2',
        'in call from price:total/1 (src/price.erl, line 7)',
        'in call from eunit_test:run_testfun/1 (eunit_test.erl, line 71)',
        '**error:{badkey,number}',
      ],
      ['src/price.erl:7:- error {badkey,number}'],
    ],
    [
      'Crystal, stack traces',
      [
        '       Missing hash key: "x" (KeyError)',
        "         from /usr/lib/crystal/lib/hash.cr:1077:11 in '[]'",
        "         from spec/price_spec.cr:7:34 in '->'",
        "         from src/price.cr:9:3 in 'total'",
      ],
      [
        '/usr/lib/crystal/lib/hash.cr:1077:11 place',
        'spec/price_spec.cr:7:34 error Missing hash key: "x" (KeyError)',
        'src/price.cr:9:3 place',
      ],
    ],
    [
      'SWI-Prolog',
      ['ERROR: /builds/acme/shop/src/tests.pl:7:', '\ttest rates: wrong answer'],
      ['/builds/acme/shop/src/tests.pl:7:- error test rates: wrong answer'],
    ],
    [
      'Lua and busted',
      [
        'spec/shop_spec.lua:7: Expected objects to be the same.',
        "./src/price.lua:4: bad argument #1 to 'ipairs'",
      ],
      [
        'spec/shop_spec.lua:7:- error Expected objects to be the same.',
        "./src/price.lua:4:- error bad argument #1 to 'ipairs'",
      ],
    ],
  ];
  for (const tool of tools) itFinds(tool);
});
