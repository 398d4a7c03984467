import { itFinds, type ToolCase } from './findings';

describe('job log problems with the place in any form', () => {
  const tools: readonly ToolCase[] = [
    [
      'Keil',
      ['"../src/main.c", line 7: Error:  #20: identifier "x" is undefined'],
      ['../src/main.c:7:- error #20: identifier "x" is undefined'],
    ],
    [
      'IAR',
      ['"C:\\src\\main.c",7  Warning[Pe177]: variable "y" was declared'],
      ['C:\\src\\main.c:7:- warning [Pe177]: variable "y" was declared'],
    ],
    [
      'VCS',
      ['Error-[SE] Syntax error', '  "rtl/top.sv", 7: token is \'endmodule\''],
      ["rtl/top.sv:7:- error token is 'endmodule'"],
    ],
    [
      'Maven in a folder with a space',
      ['[ERROR] /builds/acme/my shop/src/Main.java:[7,9] cannot find symbol'],
      ['/builds/acme/my shop/src/Main.java:7:9 error cannot find symbol'],
    ],
    [
      'tools that name line and column in words',
      ['conf/app.ini line 7, col 3: warning: unknown key'],
      ['conf/app.ini:7:3 warning unknown key'],
    ],
    [
      'puppet-lint',
      ['modules/a/init.pp - WARNING: indentation is wrong on line 7'],
      ['modules/a/init.pp:7:- warning indentation is wrong on line 7'],
    ],
    [
      'perlcritic',
      ['lib/Price.pm: Stricture disabled at line 7, column 3.  See page 429.'],
      ['lib/Price.pm:7:3 error Stricture disabled at line 7, column 3.  See page 429.'],
    ],
    [
      'Keil C51',
      ['*** ERROR C202 IN LINE 7 OF main.c: undefined identifier'],
      ['main.c:7:- error undefined identifier'],
    ],
    [
      'protolint',
      ['[api/price.proto:7:3] Enum name must be CamelCase'],
      ['api/price.proto:7:3 error Enum name must be CamelCase'],
    ],
    [
      'gosec',
      ['[/builds/acme/shop/main.go:7] - G204 (CWE-78): Subprocess launched with variable'],
      ['/builds/acme/shop/main.go:7:- error G204 (CWE-78): Subprocess launched with variable'],
    ],
    [
      'Vivado',
      ['ERROR: [VRFC 10-91] total is not declared [/builds/rtl/top.sv:7]'],
      ['/builds/rtl/top.sv:7:- error [VRFC 10-91] total is not declared'],
    ],
    [
      'Quartus',
      ['Error (10161): Verilog HDL error at top.sv(7): object "x" is not declared'],
      ['top.sv:7:- error object "x" is not declared'],
    ],
    [
      'Questa',
      ['** Error: rtl/top.sv(7): (vlog-2110) Illegal reference to net'],
      ['rtl/top.sv:7:- error (vlog-2110) Illegal reference to net'],
    ],
    [
      'Xcelium',
      ['xmvlog: *E,EXPSMC (rtl/top.sv,7|5): expecting a semicolon'],
      ['rtl/top.sv:7:5 error expecting a semicolon'],
    ],
    ['Icarus', ['rtl/top.v:7: syntax error'], ['rtl/top.v:7:- error syntax error']],
    [
      'SDCC',
      ["src/main.c:7: error 20: Undefined identifier 'x'"],
      ["src/main.c:7:- error 20: Undefined identifier 'x'"],
    ],
    [
      'dart analyze, machine',
      ['WARNING|STATIC_WARNING|UNUSED|/builds/lib/price.dart|7|5|3|Unused import.'],
      ['/builds/lib/price.dart:7:5 warning Unused import.'],
    ],
    ['quickfix lists', ['src/main.c|7 col 5| error: no such field'], ['src/main.c:7:5 error no such field']],
    [
      'brakeman, tabs',
      ['/app/models/price.rb\t7\tRedirect\tGeneral\tPossible redirect\tHigh'],
      ['/app/models/price.rb:7:- error Redirect\tGeneral\tPossible redirect\tHigh'],
    ],
    [
      'brakeman',
      ['Message: Possible SQL injection', 'Code: Price.where(x)', 'File: app/models/price.rb', 'Line: 7'],
      ['app/models/price.rb:7:- error Possible SQL injection'],
    ],
    [
      'checkov',
      [
        'Check: CKV_AWS_19: "The data is encrypted"',
        '\tPASSED for resource: aws_s3_bucket.b',
        '\tFile: /main.tf:20-31',
        'Check: CKV_AWS_20: "The bucket is public"',
        '\tFAILED for resource: aws_s3_bucket.a',
        '\tFile: /main.tf:7-12',
      ],
      ['/main.tf:7:- error CKV_AWS_20: "The bucket is public"'],
    ],
    [
      'PHPUnit with --testdox',
      [
        ' ✘ Adds prices',
        '   ┐',
        '   ├ Failed asserting that two strings are identical.',
        '   ┊ ---·Expected',
        '   │',
        '   ╵ /builds/acme/shop/tests/PriceTest.php:7',
        '   ╵ /builds/acme/shop/src/Run.php:9',
        '   ┴',
      ],
      [
        '/builds/acme/shop/tests/PriceTest.php:7:- error Failed asserting that two strings are identical.',
        '/builds/acme/shop/src/Run.php:9:- place',
      ],
    ],
    [
      'ecj',
      [
        '2. WARNING in /builds/src/Main.java (at line 7)',
        '\tint x;',
        '\t    ^',
        'The value of x is not used',
        '----------',
      ],
      ['/builds/src/Main.java:7:- warning The value of x is not used'],
    ],
    [
      'dialyzer',
      ['lib/price.ex:7:8:no_return', 'Function f/1 has no local return.', '________________________________'],
      ['lib/price.ex:7:8 error Function f/1 has no local return.'],
    ],
    [
      'Julia',
      ['price: Test Failed at /builds/test/runtests.jl:7', '  Expression: f(1) == 2', '   Evaluated: 3 == 2'],
      ['/builds/test/runtests.jl:7:- error Expression: f(1) == 2'],
    ],
    [
      'flake8 with the format of pylint',
      ["shop/a.py:7: [F401] 'b' imported but unused"],
      ["shop/a.py:7:- error [F401] 'b' imported but unused"],
    ],
    [
      'C++ Builder',
      ["    C:\\src\\Unit1.cpp(7,1): C++ error E2451: Undefined symbol 'x'"],
      ["C:\\src\\Unit1.cpp:7:1 error E2451: Undefined symbol 'x'"],
    ],
    [
      'testthat',
      ['── Failure (test-price.R:7:3): adds ──────────', '`total` not equal to 5.'],
      ['test-price.R:7:3 error Failure (test-price.R:7:3): adds'],
    ],
    [
      'Clojure',
      ['Syntax error compiling at (src/shop/core.clj:7:5).'],
      ['src/shop/core.clj:7:5 error Syntax error compiling at (src/shop/core.clj:7:5)'],
    ],
    [
      'assertions of C',
      ["price: ../tests/price.c:7: main: Assertion `total(1) == 2' failed."],
      ["../tests/price.c:7:- error Assertion `total(1) == 2' failed."],
    ],
    [
      'Racket, and other languages that are only compiled',
      ['price.rkt:7:5: x: unbound identifier', 'price.adb:7:05: "X" is undefined'],
      ['price.rkt:7:5 error x: unbound identifier', 'price.adb:7:5 error "X" is undefined'],
    ],
    [
      'TeX with -file-line-error',
      ['./guide.tex:7: Undefined control sequence.'],
      ['./guide.tex:7:- error Undefined control sequence.'],
    ],
    [
      'GHDL',
      ['src/tb.vhd:7:5:@10ns:(report note): start', 'src/tb.vhd:9:5:@50ns:(assertion failure): wrong sum'],
      ['src/tb.vhd:7:5 info start', 'src/tb.vhd:9:5 error wrong sum'],
    ],
    ['D', ['core.exception.AssertError@source/price.d(7): 4 != 5'], ['source/price.d:7:- error 4 != 5']],
    [
      'tests of Nim',
      ['/builds/acme/shop/tests/tprice.nim(7, 13): Check failed: total(x) == 5'],
      ['/builds/acme/shop/tests/tprice.nim:7:13 error Check failed: total(x) == 5'],
    ],
    [
      'RackUnit',
      ['FAILURE', 'name:       check-equal?', 'location:   tests/price.rkt:7:2', 'actual:     4'],
      ['tests/price.rkt:7:2 error actual:     4'],
    ],
    [
      'PowerShell 5, progress of a program',
      [
        'git : From https://gitlab.example/acme/shop',
        'At C:\\builds\\script.ps1:7 char:1',
        '+ git fetch 2>&1',
        '+ ~~~~~~~~~~~~~~',
        '    + CategoryInfo          : NotSpecified: (From https://x:String) [], RemoteException',
        '    + FullyQualifiedErrorId : NativeCommandError',
      ],
      ['C:\\builds\\script.ps1:7:- place'],
    ],
  ];
  for (const one of tools) itFinds(one);
});
