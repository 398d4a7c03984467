import { itFinds, type ToolCase } from './findings';

describe('job log problems with a location first and a severity in any form', () => {
  const tools: readonly ToolCase[] = [
    [
      'pyright / basedpyright',
      [
        '/builds/acme/shop/src/cart.py',
        '  /builds/acme/shop/src/cart.py:12:5 - error: "total" is not a known attribute of "None" (reportOptionalMemberAccess)',
        '1 error, 0 warnings',
      ],
      [
        '/builds/acme/shop/src/cart.py:12:5 error "total" is not a known attribute of "None" (reportOptionalMemberAccess)',
      ],
    ],
    [
      'sphinx',
      ['/builds/acme/shop/docs/index.rst:12: WARNING: Unknown directive type "autoclas".'],
      ['/builds/acme/shop/docs/index.rst:12:- warning Unknown directive type "autoclas".'],
    ],
    [
      'yamllint -f parsable',
      ['ci/deploy.yml:3:81: [error] line too long (122 > 80 characters) (line-length)'],
      ['ci/deploy.yml:3:81 error line too long (122 > 80 characters) (line-length)'],
    ],
    [
      'hadolint tty',
      ['Dockerfile:12 DL3008 warning: Pin versions in apt get install'],
      ['Dockerfile:12:- warning DL3008 warning: Pin versions in apt get install'],
    ],
    [
      'markdownlint-cli2 0.18+',
      ['docs/guide.md:12:81 error MD013/line-length Line length [Expected: 80; Actual: 120]'],
      ['docs/guide.md:12:81 error MD013/line-length Line length [Expected: 80; Actual: 120]'],
    ],
    [
      'xcpretty / xcbeautify error',
      ["❌  /builds/acme/shop/Sources/Cart.swift:12:5: cannot find 'total' in scope"],
      ["/builds/acme/shop/Sources/Cart.swift:12:5 error cannot find 'total' in scope"],
    ],
    [
      'flutter build',
      ["lib/cart.dart:12:5: Error: The getter 'total' isn't defined for the class 'Cart'."],
      ["lib/cart.dart:12:5 error The getter 'total' isn't defined for the class 'Cart'."],
    ],
    [
      'old elixir CompileError',
      ['** (CompileError) lib/cart.ex:12: undefined function total/0'],
      ['lib/cart.ex:12:- error undefined function total/0'],
    ],
    [
      'hlint',
      ['src/Cart.hs:12:5: Warning: Redundant bracket'],
      ['src/Cart.hs:12:5 warning Redundant bracket'],
    ],
    [
      'verilator',
      ["%Error: rtl/cart.v:12:5: syntax error, unexpected ','"],
      ["rtl/cart.v:12:5 error syntax error, unexpected ','"],
    ],
    [
      'ghdl',
      ['src/cart.vhd:12:5:error: no declaration for "total"'],
      ['src/cart.vhd:12:5 error no declaration for "total"'],
    ],
    [
      'bazel',
      ['ERROR: /builds/acme/shop/app/BUILD.bazel:12:10: Compiling app/cart.cc failed: (Exit 1): gcc failed'],
      ['/builds/acme/shop/app/BUILD.bazel:12:10 error Compiling app/cart.cc failed: (Exit 1): gcc failed'],
    ],
    [
      'meson',
      ['meson.build:12:0: ERROR: Dependency "zlib" not found, tried pkgconfig and cmake'],
      ['meson.build:12:1 error Dependency "zlib" not found, tried pkgconfig and cmake'],
    ],
    [
      'tflint compact',
      [
        'main.tf:12:1: Warning - Missing version constraint for provider "aws" (terraform_required_providers)',
      ],
      ['main.tf:12:1 warning Missing version constraint for provider "aws" (terraform_required_providers)'],
    ],
    [
      'd dmd',
      ['source/cart.d(12): Error: undefined identifier `total`'],
      ['source/cart.d:12:- error undefined identifier `total`'],
    ],
    [
      'cppcheck style severity',
      ["src/cart.c:12:5: style: Variable 'total' is assigned a value that is never used. [unreadVariable]"],
      ["src/cart.c:12:5 warning Variable 'total' is assigned a value that is never used. [unreadVariable]"],
    ],
    [
      'doctest c++',
      ['/builds/acme/shop/test/cart.cpp:12: ERROR: CHECK( total == 2 ) is NOT correct!'],
      ['/builds/acme/shop/test/cart.cpp:12:- error CHECK( total == 2 ) is NOT correct!'],
    ],
    [
      'postcss/tailwind',
      ['CssSyntaxError: /builds/acme/shop/src/cart.css:12:5: Unknown word'],
      ['/builds/acme/shop/src/cart.css:12:5 error Unknown word'],
    ],
    [
      'astro check',
      ["src/pages/index.astro:12:5 - error ts(2339): Property 'total' does not exist on type 'Cart'."],
      ["src/pages/index.astro:12:5 error ts(2339): Property 'total' does not exist on type 'Cart'."],
    ],
    [
      'android lint',
      ['/builds/acme/shop/app/src/main/java/Cart.kt:12: Error: Call requires API level 26 [NewApi]'],
      ['/builds/acme/shop/app/src/main/java/Cart.kt:12:- error Call requires API level 26 [NewApi]'],
    ],
    [
      'KSP/kapt',
      ['e: [ksp] /builds/acme/shop/src/main/kotlin/Cart.kt:12: Cannot find type Price'],
      ['/builds/acme/shop/src/main/kotlin/Cart.kt:12:- error Cannot find type Price'],
    ],
    [
      'xmllint',
      ['config/cart.xml:12: parser error : Opening and ending tag mismatch: a line 3 and b'],
      ['config/cart.xml:12:- error Opening and ending tag mismatch: a line 3 and b'],
    ],
    [
      'pyright on Windows',
      [
        '  C:\\GitLab-Runner\\builds\\acme\\shop\\src\\cart.py:12:5 - warning: Import "x" could not be resolved (reportMissingImports)',
        '  /app/src/cart.py:3:1 - information: Analysis stopped',
      ],
      [
        'C:\\GitLab-Runner\\builds\\acme\\shop\\src\\cart.py:12:5 warning Import "x" could not be resolved (reportMissingImports)',
        '/app/src/cart.py:3:1 info Analysis stopped',
      ],
    ],
    [
      'sphinx with a document string',
      ['docs/api/cart.rst:4: ERROR: Unexpected indentation.'],
      ['docs/api/cart.rst:4:- error Unexpected indentation.'],
    ],
    [
      'yamllint in a folder with spaces',
      [
        '/builds/acme/shop/my charts/values.yaml:3:1: [warning] missing document start "---" (document-start)',
      ],
      ['/builds/acme/shop/my charts/values.yaml:3:1 warning missing document start "---" (document-start)'],
    ],
    [
      'haml-lint',
      [
        'app/views/cart.html.haml:12 [W] LineLength: Line is too long. [120/80]',
        'app/views/cart.html.haml:3 [E] Syntax: unbalanced brackets',
      ],
      [
        'app/views/cart.html.haml:12:- warning LineLength: Line is too long. [120/80]',
        'app/views/cart.html.haml:3:- error Syntax: unbalanced brackets',
      ],
    ],
    [
      'scss-lint',
      ['app/assets/cart.scss:12:5 [W] PropertySortOrder: Properties should be ordered'],
      ['app/assets/cart.scss:12:5 warning PropertySortOrder: Properties should be ordered'],
    ],
    [
      'hadolint with other severities',
      [
        'build/Dockerfile.prod:3 DL3059 info: Multiple consecutive RUN instructions',
        'Dockerfile:1 SC2086 style: Double quote to prevent globbing',
      ],
      [
        'build/Dockerfile.prod:3:- info DL3059 info: Multiple consecutive RUN instructions',
        'Dockerfile:1:- warning SC2086 style: Double quote to prevent globbing',
      ],
    ],
    [
      'verilator, of a warning',
      [
        '%Warning-UNUSED: rtl/cart.v:14:5: Signal is not used',
        '%Error-PINMISSING: rtl/top.sv:3:1: Missing pin',
      ],
      ['rtl/cart.v:14:5 warning Signal is not used', 'rtl/top.sv:3:1 error Missing pin'],
    ],
    [
      'Elixir, of syntax and tokens',
      [
        '** (SyntaxError) lib/cart.ex:12:5: unexpected token: )',
        '** (TokenMissingError) lib/cart.exs:20: missing terminator: end',
      ],
      ['lib/cart.ex:12:5 error unexpected token: )', 'lib/cart.exs:20:- error missing terminator: end'],
    ],
    [
      'bazel',
      [
        'WARNING: /builds/acme/shop/app/BUILD:3:8: target is deprecated',
        'ERROR: /builds/acme/shop/WORKSPACE:12:5: no such package',
      ],
      [
        '/builds/acme/shop/app/BUILD:3:8 warning target is deprecated',
        '/builds/acme/shop/WORKSPACE:12:5 error no such package',
      ],
    ],
    [
      'cppcheck',
      [
        'lib/a b/cart.cpp:4:1: performance: Prefer prefix ++ [postfixOperator]',
        'lib\\cart.cpp:9:2: portability: Casting between pointers [invalidPointerCast]',
      ],
      [
        'lib/a b/cart.cpp:4:1 warning Prefer prefix ++ [postfixOperator]',
        'lib\\cart.cpp:9:2 warning Casting between pointers [invalidPointerCast]',
      ],
    ],
    [
      'xcbeautify',
      [
        '[x] /builds/acme/shop/Sources/Cart.swift:12:5: cannot find type in scope',
        '[!] /builds/acme/shop/Sources/Cart.swift:14:9: variable was never mutated',
      ],
      [
        '/builds/acme/shop/Sources/Cart.swift:12:5 error cannot find type in scope',
        '/builds/acme/shop/Sources/Cart.swift:14:9 warning variable was never mutated',
      ],
    ],
    [
      'xcpretty, of a warning',
      ["⚠️  /builds/acme/shop/Sources/Cart.swift:20:5: initialization of 'x' was never used"],
      ["/builds/acme/shop/Sources/Cart.swift:20:5 warning initialization of 'x' was never used"],
    ],
    [
      'xmllint, of a schema',
      [
        'config/cart.xml:3: namespace error : Namespace prefix a is not defined',
        'config/cart.xml:9: validity error : Element b is not declared',
      ],
      [
        'config/cart.xml:3:- error Namespace prefix a is not defined',
        'config/cart.xml:9:- error Element b is not declared',
      ],
    ],
    [
      'ldc and dmd',
      ['source\\cart.d(12,5): Warning: statement is not reachable', 'source/cart.d(3): Deprecation: use x'],
      ['source\\cart.d:12:5 warning statement is not reachable', 'source/cart.d:3:- warning use x'],
    ],
    [
      'tools that report files without an extension',
      [
        'Gemfile:12:5: C: Style/StringLiterals: Prefer single-quoted strings',
        'config/Makefile:3: warning: overriding recipe for target',
        'ci/Jenkinsfile:4:2: error: expecting a brace',
        'Rakefile:7:1: W: Lint/Void: Void value',
        'docker/Containerfile:2 DL3006 warning: Always tag the version',
      ],
      [
        'Gemfile:12:5 warning Style/StringLiterals: Prefer single-quoted strings',
        'config/Makefile:3:- warning overriding recipe for target',
        'ci/Jenkinsfile:4:2 error expecting a brace',
        'Rakefile:7:1 warning Lint/Void: Void value',
        'docker/Containerfile:2:- warning DL3006 warning: Always tag the version',
      ],
    ],
  ];
  for (const tool of tools) itFinds(tool);
});
