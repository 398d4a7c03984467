import { itFinds, type ToolCase } from './findings';

describe('job log problems with the location inside of the line, in tables, and of shells', () => {
  const tools: readonly ToolCase[] = [
    [
      'prettier syntax error',
      ['[error] src/cart.ts: SyntaxError: Unexpected token (10:5)'],
      ['src/cart.ts:10:5 error SyntaxError: Unexpected token (10:5)'],
    ],
    [
      'groovy compile in gradle',
      ['/builds/acme/shop/src/test/groovy/CartSpec.groovy: 12: unable to resolve class Price'],
      ['/builds/acme/shop/src/test/groovy/CartSpec.groovy:12:- error unable to resolve class Price'],
    ],
    [
      'flutter/dart analyze',
      ["  error • Undefined name 'total' • lib/cart.dart:12:5 • undefined_identifier"],
      ["lib/cart.dart:12:5 error Undefined name 'total'"],
    ],
    [
      'helm lint',
      [
        '[ERROR] templates/: template: shop/templates/deployment.yaml:12:20: executing "shop/templates/deployment.yaml" at <.Values.image.tag>: nil pointer evaluating interface {}.tag',
      ],
      [
        'shop/templates/deployment.yaml:12:20 error executing "shop/templates/deployment.yaml" at <.Values.image.tag>: nil pointer evaluating interface {}.tag',
      ],
    ],
    ['perl', ['syntax error at lib/Cart.pm line 12, near "my "'], ['lib/Cart.pm:12:- error syntax error']],
    [
      'bash command not found',
      ['/builds/acme/shop/ci/build.sh: line 12: jq: command not found'],
      ['/builds/acme/shop/ci/build.sh:12:- error jq: command not found'],
    ],
    ['sh -e, dash', ['ci/build.sh: 12: jq: not found'], ['ci/build.sh:12:- error jq: not found']],
    [
      'less',
      ['ParseError: Unrecognised input in /builds/acme/shop/src/cart.less on line 12, column 5:'],
      ['/builds/acme/shop/src/cart.less:12:5 error ParseError: Unrecognised input'],
    ],
    [
      'jsonlint / check-json',
      ["config/cart.json: Failed to json decode (Expecting ',' delimiter: line 12 column 5 (char 99))"],
      [
        "config/cart.json:12:5 error Failed to json decode (Expecting ',' delimiter: line 12 column 5 (char 99))",
      ],
    ],
    [
      'dockerfile parse error',
      ['ERROR: failed to solve: dockerfile parse error on line 12: unknown instruction: RNU'],
      ['Dockerfile:12:- error dockerfile parse error on line 12: unknown instruction: RNU'],
    ],
    [
      'pip/requirements',
      ["ERROR: Invalid requirement: 'djang=': Expected end or semicolon (from line 12 of requirements.txt)"],
      ["requirements.txt:12:- error Invalid requirement: 'djang=': Expected end or semicolon"],
    ],
    [
      'prettier, of other files',
      ['[error] src/my cart/a.scss: CssSyntaxError: Unknown word (3:1)'],
      ['src/my cart/a.scss:3:1 error CssSyntaxError: Unknown word (3:1)'],
    ],
    [
      'dart analyze',
      [
        "  error - lib/cart.dart:12:5 - Undefined name 'total'. - undefined_identifier",
        '   info - lib/price.dart:3:1 - Unused import. - unused_import',
      ],
      [
        "lib/cart.dart:12:5 error Undefined name 'total'. - undefined_identifier",
        'lib/price.dart:3:1 info Unused import. - unused_import',
      ],
    ],
    [
      'flutter analyze, of hints',
      ['warning • Dead code • test/a_test.dart:9:5 • dead_code'],
      ['test/a_test.dart:9:5 warning Dead code'],
    ],
    [
      'bash',
      [
        "ci/build.sh: line 12: syntax error near unexpected token `fi'",
        'scripts/deploy: line 3: TOKEN: unbound variable',
        './run.bash: line 9: /opt/x: No such file or directory',
        "ci/a.sh: line 4: warning: here-document at line 1 delimited by end-of-file (wanted `E')",
      ],
      [
        "ci/build.sh:12:- error syntax error near unexpected token `fi'",
        'scripts/deploy:3:- error TOKEN: unbound variable',
        './run.bash:9:- error /opt/x: No such file or directory',
        "ci/a.sh:4:- warning here-document at line 1 delimited by end-of-file (wanted `E')",
      ],
    ],
    [
      'dash, zsh, and busybox',
      [
        './ci/build.sh: 3: Syntax error: "(" unexpected',
        'ci/build.sh: 9: TOKEN: parameter not set',
        'ci/build.zsh:4: command not found: jq',
        'ci/build.sh: line 7: jq: not found',
        'ci/build.sh: 8: ci/build.sh: yq: not found',
        "ci/build.sh: 5: cd: can't cd to /nope",
      ],
      [
        './ci/build.sh:3:- error Syntax error: "(" unexpected',
        'ci/build.sh:9:- error TOKEN: parameter not set',
        'ci/build.zsh:4:- error command not found: jq',
        'ci/build.sh:7:- error jq: not found',
        'ci/build.sh:8:- error ci/build.sh: yq: not found',
        "ci/build.sh:5:- error cd: can't cd to /nope",
      ],
    ],
    [
      'Perl',
      [
        'Global symbol "$x" requires explicit package name (did you forget to declare "my $x"?) at bin/cart.pl line 3.',
        "Can't locate Acme/Price.pm in @INC (you may need to install the Acme::Price module) at lib/Cart.pm line 4.",
        'Died at t/cart.t line 9.',
        'Undefined subroutine &main::x called at C:\\app\\x.pl line 5.',
      ],
      [
        'bin/cart.pl:3:- error Global symbol "$x" requires explicit package name (did you forget to declare "my $x"?)',
        "lib/Cart.pm:4:- error Can't locate Acme/Price.pm in @INC (you may need to install the Acme::Price module)",
        't/cart.t:9:- error Died',
        'C:\\app\\x.pl:5:- error Undefined subroutine &main::x called',
      ],
    ],
    [
      'less, of names',
      ['NameError: variable @brand is undefined in /builds/acme/shop/src/cart.less on line 3, column 10:'],
      ['/builds/acme/shop/src/cart.less:3:10 error NameError: variable @brand is undefined'],
    ],
    [
      'pip, of other errors',
      ['ERROR: Could not open requirements file: x (from line 3 of requirements/dev.txt)'],
      ['requirements/dev.txt:3:- error Could not open requirements file: x'],
    ],
    [
      'check-yaml and check-toml',
      ['config/cart.toml: Failed to toml decode (Invalid value: line 3 column 5 (char 20))'],
      ['config/cart.toml:3:5 error Failed to toml decode (Invalid value: line 3 column 5 (char 20))'],
    ],
    [
      'helm, of functions',
      [
        'Error: template: shop/templates/_helpers.tpl:3:14: executing "shop.name" at <include>: error calling include: no template "x"',
      ],
      [
        'shop/templates/_helpers.tpl:3:14 error executing "shop.name" at <include>: error calling include: no template "x"',
      ],
    ],
    [
      'docker build, of other files',
      ['failed to solve: dockerfile parse error on line 3: FROM requires either one or three arguments'],
      ['Dockerfile:3:- error dockerfile parse error on line 3: FROM requires either one or three arguments'],
    ],
    [
      'groovyc',
      ['/app/src/Cart.groovy: 3: unexpected token: }'],
      ['/app/src/Cart.groovy:3:- error unexpected token: }'],
    ],
    [
      'phpcs, full report',
      [
        'FILE: /builds/acme/shop/src/My Cart.php',
        '----------------------------------------------------------------------',
        'FOUND 1 ERROR AND 1 WARNING AFFECTING 2 LINES',
        '----------------------------------------------------------------------',
        '  12 | ERROR | [x] Expected 1 space after comma',
        ' 120 | WARNING | [ ] Line exceeds 120 characters',
        '----------------------------------------------------------------------',
      ],
      [
        '/builds/acme/shop/src/My Cart.php:12:- error Expected 1 space after comma',
        '/builds/acme/shop/src/My Cart.php:120:- warning Line exceeds 120 characters',
      ],
    ],
    [
      'sqlfluff',
      [
        '== [models/cart.sql] FAIL',
        'L:   1 | P:   1 | LT12 | Files must end with a single trailing newline.',
        'L:  12 | P:   5 | CP01 | Keywords must be consistently upper case.',
        '== [models/price.sql] PASS',
      ],
      [
        'models/cart.sql:1:1 error LT12 Files must end with a single trailing newline.',
        'models/cart.sql:12:5 error CP01 Keywords must be consistently upper case.',
      ],
    ],
    [
      'tests of TAP without a block',
      [
        'not ok 7 - receipts: socket hang up at test/integration/receipts.test.ts',
        'not ok 8 - adds at test/cart.test.js:12:5',
        'not ok 9 - later at test/cart.test.js # TODO',
        'ok 10 - passes at test/cart.test.js',
      ],
      [
        'test/integration/receipts.test.ts:1:- error receipts: socket hang up at test/integration/receipts.test.ts',
        'test/cart.test.js:12:5 error adds at test/cart.test.js:12:5',
      ],
    ],
    [
      'psql',
      [
        'psql:db/init.sql:4: NOTICE:  table "errors" does not exist, skipping',
        'psql:db/init.sql:5: WARNING:  there is no transaction in progress',
        'psql:db/init.sql:12: ERROR:  relation "orders" does not exist',
      ],
      [
        'db/init.sql:4:- info table "errors" does not exist, skipping',
        'db/init.sql:5:- warning there is no transaction in progress',
        'db/init.sql:12:- error relation "orders" does not exist',
      ],
    ],
    [
      'psalm',
      [
        'ERROR: UndefinedMethod - src/Cart.php:12:15 - Method App\\Cart::totl does not exist (see https://psalm.dev/022)',
        'INFO: MixedAssignment - src/Cart.php:20:9 - Unable to determine the type (see https://psalm.dev/032)',
      ],
      [
        'src/Cart.php:12:15 error Method App\\Cart::totl does not exist (see https://psalm.dev/022)',
        'src/Cart.php:20:9 info Unable to determine the type (see https://psalm.dev/032)',
      ],
    ],
    [
      'rustfmt',
      ['Diff in /app/src/main.rs:3:', ' fn main() {', 'Diff in /app/src/lib.rs at line 7:'],
      [
        '/app/src/main.rs:3:- error Diff in /app/src/main.rs:3',
        '/app/src/lib.rs:7:- error Diff in /app/src/lib.rs at line 7',
      ],
    ],
    [
      'aapt',
      [
        '     com.acme.app-mergeDebugResources-30:/layout/main.xml:12: error: resource color/primry (aka com.acme.app:color/primry) not found.',
      ],
      ['layout/main.xml:12:- error resource color/primry (aka com.acme.app:color/primry) not found.'],
    ],
    [
      'ty',
      ['error[unresolved-import]: Cannot resolve imported module `requests`', ' --> src/client.py:1:8'],
      ['src/client.py:1:8 error Cannot resolve imported module `requests` [unresolved-import]'],
    ],
  ];
  for (const tool of tools) itFinds(tool);
});
