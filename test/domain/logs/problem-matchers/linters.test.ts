import { itFinds, type ToolCase } from './findings';

describe('job log problems of linters', () => {
  const tools: readonly ToolCase[] = [
    [
      'eslint, stylish',
      [
        '/builds/acme/storefront/src/a.ts',
        '  12:34  error    Unexpected any  @typescript-eslint/no-explicit-any',
        '  13:5   warning  Prefer a name',
        '',
        'C:\\work\\b.js',
        '  1:1  error  Bad  x',
        '',
        '✖ 3 problems (2 errors, 1 warning)',
      ],
      [
        '/builds/acme/storefront/src/a.ts:12:34 error Unexpected any (@typescript-eslint/no-explicit-any)',
        '/builds/acme/storefront/src/a.ts:13:5 warning Prefer a name',
        'C:\\work\\b.js:1:1 error Bad (x)',
      ],
    ],
    [
      'eslint, unix',
      ['/app/a.js:3:5: Unexpected var. [Error/no-var]'],
      ['/app/a.js:3:5 error Unexpected var.'],
    ],
    [
      'eslint, compact',
      ['/app/a.js: line 3, col 5, Warning - Unexpected var. (no-var)'],
      ['/app/a.js:3:5 warning Unexpected var. (no-var)'],
    ],
    [
      'stylelint',
      [
        'src/a.css',
        '  1:3   ✖  Too many declarations, maximum 1                 declaration-block-single-line-max-declarations',
        '  1:5   ⚠  Unknown property "colr"                          property-no-unknown',
        '',
        '✖ 2 problems (1 error, 1 warning)',
      ],
      [
        'src/a.css:1:3 error Too many declarations, maximum 1 (declaration-block-single-line-max-declarations)',
        'src/a.css:1:5 warning Unknown property "colr" (property-no-unknown)',
      ],
    ],
    [
      'stylelint, unix and compact',
      [
        '/app/a.css:1:5: Unknown property "colr" (property-no-unknown) [error]',
        '/app/a.css: line 2, col 5, warning - Empty block (block-no-empty)',
      ],
      [
        '/app/a.css:1:5 error Unknown property "colr" (property-no-unknown)',
        '/app/a.css:2:5 warning Empty block (block-no-empty)',
      ],
    ],
    [
      'biome',
      [
        'src/a.css:2:5 lint/suspicious/noEmptyBlock ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━',
        '',
        "  ! An empty block isn't allowed.",
        '  ',
        'src/a.css:1:23 parse ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━',
        '',
        "  × Expected a color but instead found '#'.",
        '  ',
        '    1 │ a { colr: red; color: #ZZZ }',
        'src/a.js:2:7 lint/suspicious/noDoubleEquals  FIXABLE  ━━━━━━━━━━━━━━━━━━━━━',
        '',
        '  × Using == may be unsafe if you are relying on type coercion.',
      ],
      [
        "src/a.css:2:5 warning An empty block isn't allowed. (lint/suspicious/noEmptyBlock)",
        "src/a.css:1:23 error Expected a color but instead found '#'. (parse)",
        'src/a.js:2:7 error Using == may be unsafe if you are relying on type coercion. (lint/suspicious/noDoubleEquals)',
      ],
    ],
    [
      'flake8',
      [
        'bad.py:1:8: E999 SyntaxError: invalid syntax',
        "./shop/my cart.py:1:1: F401 'os' imported but unused",
      ],
      [
        'bad.py:1:8 error E999 SyntaxError: invalid syntax',
        "./shop/my cart.py:1:1 error F401 'os' imported but unused",
      ],
    ],
    [
      'pylint',
      [
        '************* Module shop',
        "bad.py:1:7: E0001: Parsing failed: 'invalid syntax (bad, line 1)' (syntax-error)",
        'shop.py:5:0: C0301: Line too long (109/100) (line-too-long)',
        "shop.py:3:4: W0612: Unused variable 'x' (unused-variable)",
      ],
      [
        "bad.py:1:7 error E0001: Parsing failed: 'invalid syntax (bad, line 1)' (syntax-error)",
        'shop.py:5:1 warning C0301: Line too long (109/100) (line-too-long)',
        "shop.py:3:4 warning W0612: Unused variable 'x' (unused-variable)",
      ],
    ],
    [
      'mypy',
      [
        'shop.py:4: error: Name "undefined" is not defined  [name-defined]',
        'shop.py:4:16: note: Did you mean "defined"?',
        'Found 1 error in 1 file (checked 1 source file)',
      ],
      [
        'shop.py:4:- error Name "undefined" is not defined  [name-defined]',
        'shop.py:4:16 info Did you mean "defined"?',
      ],
    ],
    [
      'ruff',
      [
        'invalid-syntax: Expected a parameter or the end of the parameter list',
        ' --> bad.py:1:7',
        '  |',
        '1 | def f(:',
        '  |       ^',
        '',
        'F401 [*] `os` imported but unused',
        ' --> shop.py:1:8',
        '  |',
        'help: Remove unused import: `os`',
        '  |',
        'unformatted: File would be reformatted',
        '  --> shop.py:2:1',
        '   |',
        'shop.py:3:5: F841 Local variable `x` is assigned to but never used',
        'shop.py:4:16: invalid-syntax: Expected an expression',
      ],
      [
        'bad.py:1:7 error invalid-syntax: Expected a parameter or the end of the parameter list',
        'shop.py:1:8 error F401 [*] `os` imported but unused',
        'shop.py:2:1 error unformatted: File would be reformatted',
        'shop.py:3:5 error F841 Local variable `x` is assigned to but never used',
        'shop.py:4:16 error invalid-syntax: Expected an expression',
      ],
    ],
    [
      'rubocop',
      [
        'Offenses:',
        '',
        'my_first_gem.gemspec:10:40: C: [Correctable] Style/StringLiterals: Prefer double-quoted strings.',
        "  spec.license                       = 'MIT'",
        '                                       ^^^^^',
        'spec/sample_spec.rb:10:8: W: RSpec/NamedSubject: Name your test subject.',
        'lib/a.rb:3:1: E: Lint/Syntax: unexpected token $end',
      ],
      [
        'my_first_gem.gemspec:10:40 warning [Correctable] Style/StringLiterals: Prefer double-quoted strings.',
        'spec/sample_spec.rb:10:8 warning RSpec/NamedSubject: Name your test subject.',
        'lib/a.rb:3:1 error Lint/Syntax: unexpected token $end',
      ],
    ],
    [
      'phpstan',
      [
        ' ------ -----------------------------------------------------------------',
        '  Line   Support/WithFixturesTrait.php (in context of class Tests\\Unit\\A)',
        ' ------ -----------------------------------------------------------------',
        '  53     Foreach overwrites $fixture with its',
        '         value variable.',
        '         🪪  foreach.valueOverwrite',
        '  :73    Construct empty() is not allowed. Use more strict comparison.',
        ' ------ -----------------------------------------------------------------',
        '',
        ' [ERROR] Found 2 errors',
      ],
      [
        'Support/WithFixturesTrait.php:53:- error Foreach overwrites $fixture with its value variable.',
        'Support/WithFixturesTrait.php:73:- error Construct empty() is not allowed. Use more strict comparison.',
      ],
    ],
    [
      'golangci-lint',
      [
        'cmd/root.go:52:12: Error return value of `cmd.Help` is not checked (errcheck)',
        '			cmd.Help()',
        '			        ^',
        'server/main.go:13: Error return value of `http.ListenAndServe` is not checked (errcheck)',
      ],
      [
        'cmd/root.go:52:12 error Error return value of `cmd.Help` is not checked (errcheck)',
        'server/main.go:13:- error Error return value of `http.ListenAndServe` is not checked (errcheck)',
      ],
    ],
    [
      'shellcheck',
      [
        'scripts/café build.sh:1:6: note: Double quote to prevent globbing and word splitting. [SC2086]',
        '',
        'In deploy.sh line 4:',
        'files=$(ls $TARGET_DIR)',
        '      ^-- SC2045 (warning): Iterating over ls output is fragile. Use globs.',
        '           ^---------^ SC2086 (info): Double quote to prevent globbing and word splitting.',
      ],
      [
        'scripts/café build.sh:1:6 info Double quote to prevent globbing and word splitting. [SC2086]',
        'deploy.sh:4:- warning Iterating over ls output is fragile. Use globs. [SC2045]',
        'deploy.sh:4:- info Double quote to prevent globbing and word splitting. [SC2086]',
      ],
    ],
  ];
  for (const tool of tools) itFinds(tool);
});
