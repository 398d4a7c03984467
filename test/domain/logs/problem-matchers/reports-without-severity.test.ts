import { itFinds, type ToolCase } from './findings';

describe('job log problems with a location first and no severity', () => {
  const tools: readonly ToolCase[] = [
    [
      'ansible-lint, pep8 -p',
      [
        'roles/web/tasks/main.yml:12: no-changed-when: Commands should not change things if nothing needs doing.',
      ],
      [
        'roles/web/tasks/main.yml:12:- error no-changed-when: Commands should not change things if nothing needs doing.',
      ],
    ],
    [
      'ktlint',
      [
        '/builds/acme/shop/src/main/kotlin/Cart.kt:12:5: Unexpected blank line(s) before "}" (standard:no-blank-line-before-rbrace)',
      ],
      [
        '/builds/acme/shop/src/main/kotlin/Cart.kt:12:5 error Unexpected blank line(s) before "}" (standard:no-blank-line-before-rbrace)',
      ],
    ],
    [
      'detekt 1.23',
      [
        '/builds/acme/shop/src/main/kotlin/Cart.kt:12:5: The function total is too long (80). The maximum length is 60. [LongMethod]',
      ],
      [
        '/builds/acme/shop/src/main/kotlin/Cart.kt:12:5 error The function total is too long (80). The maximum length is 60. [LongMethod]',
      ],
    ],
    [
      'checkstyle, plain',
      [
        '[ERROR] /builds/acme/shop/src/main/java/Cart.java:12:5: Missing a Javadoc comment. [MissingJavadocMethod]',
      ],
      [
        '/builds/acme/shop/src/main/java/Cart.java:12:5 error Missing a Javadoc comment. [MissingJavadocMethod]',
      ],
    ],
    [
      'checkstyle, maven, no column',
      ['[WARNING] src/main/java/Cart.java:[12] (javadoc) MissingJavadocMethod: Missing a Javadoc comment.'],
      ['src/main/java/Cart.java:12:- warning (javadoc) MissingJavadocMethod: Missing a Javadoc comment.'],
    ],
    [
      'buf lint',
      ['proto/cart/v1/cart.proto:12:3:Field name "petID" should be lower_snake_case, such as "pet_id".'],
      [
        'proto/cart/v1/cart.proto:12:3 error Field name "petID" should be lower_snake_case, such as "pet_id".',
      ],
    ],
    [
      'phpstan raw',
      ['/builds/acme/shop/src/Cart.php:12:Access to an undefined property Cart::$total.'],
      ['/builds/acme/shop/src/Cart.php:12:- error Access to an undefined property Cart::$total.'],
    ],
    [
      'standardrb',
      ['  app/models/cart.rb:12:5: Style/TrailingComma: Put a comma after the last item.'],
      ['app/models/cart.rb:12:5 error Style/TrailingComma: Put a comma after the last item.'],
    ],
    [
      'sorbet',
      ['app/models/cart.rb:12: Method `totl` does not exist on `Cart` https://srb.help/7003'],
      ['app/models/cart.rb:12:- error Method `totl` does not exist on `Cart` https://srb.help/7003'],
    ],
    [
      'lua/luacheck',
      ['    src/cart.lua:12:5: accessing undefined variable total'],
      ['src/cart.lua:12:5 error accessing undefined variable total'],
    ],
    [
      'qmllint/qt moc',
      ['src/cart.qml:12:5: Unqualified access [unqualified]'],
      ['src/cart.qml:12:5 error Unqualified access [unqualified]'],
    ],
    ['codespell', ['docs/guide.md:12: teh ==> the'], ['docs/guide.md:12:- error teh ==> the']],
    [
      'make',
      ['Makefile:12: *** missing separator.  Stop.'],
      ['Makefile:12:- error missing separator.  Stop.'],
    ],
    [
      'ktlint on Windows',
      [
        'C:\\GitLab-Runner\\builds\\acme\\shop\\src\\main\\kotlin\\Cart.kt:12:5: Unused import (standard:no-unused-imports)',
      ],
      [
        'C:\\GitLab-Runner\\builds\\acme\\shop\\src\\main\\kotlin\\Cart.kt:12:5 error Unused import (standard:no-unused-imports)',
      ],
    ],
    [
      'ktlint of older versions',
      ['/app/src/main/kotlin/Cart.kt:12:5: Missing newline (final-newline)'],
      ['/app/src/main/kotlin/Cart.kt:12:5 error Missing newline (final-newline)'],
    ],
    [
      'detekt in a folder with spaces',
      ['/builds/acme/shop/my app/Cart.kt:3:1: Magic number. [MagicNumber]'],
      ['/builds/acme/shop/my app/Cart.kt:3:1 error Magic number. [MagicNumber]'],
    ],
    [
      'checkstyle, of a warning',
      ['[WARN] /builds/acme/shop/src/main/java/Cart.java:3: Line is longer than 100. [LineLength]'],
      ['/builds/acme/shop/src/main/java/Cart.java:3:- warning Line is longer than 100. [LineLength]'],
    ],
    [
      'ansible-lint, of rules with details',
      [
        'roles/web/tasks/main.yml:3: yaml[truthy]: Truthy value should be one of false, true',
        'playbook/site.yml:9:5: fqcn[action-core]: Use FQCN for builtin actions',
      ],
      [
        'roles/web/tasks/main.yml:3:- error yaml[truthy]: Truthy value should be one of false, true',
        'playbook/site.yml:9:5 error fqcn[action-core]: Use FQCN for builtin actions',
      ],
    ],
    [
      'markdownlint of older versions',
      [
        'docs/guide.md:12:81 MD013/line-length Line length [Expected: 80; Actual: 120]',
        'README.md:5 MD012/no-multiple-blanks Multiple consecutive blank lines',
        'docs/my guide.md:3 MD041/first-line-heading First line should be a heading',
      ],
      [
        'docs/guide.md:12:81 error MD013/line-length Line length [Expected: 80; Actual: 120]',
        'README.md:5:- error MD012/no-multiple-blanks Multiple consecutive blank lines',
        'docs/my guide.md:3:- error MD041/first-line-heading First line should be a heading',
      ],
    ],
    [
      'standard',
      [
        '  /app/src/cart.js:12:5: Extra semicolon. (semi)',
        '  /app/src/cart.js:13:1: Unexpected var. (no-var)',
      ],
      [
        '/app/src/cart.js:12:5 error Extra semicolon. (semi)',
        '/app/src/cart.js:13:1 error Unexpected var. (no-var)',
      ],
    ],
    [
      'cpplint',
      ['src/cart.cc:12:  Missing space before {  [whitespace/braces] [5]'],
      ['src/cart.cc:12:- error Missing space before {  [whitespace/braces] [5]'],
    ],
    [
      'erb_lint',
      ['app/views/cart.slim:12:5: Layout/Indent: Wrong indentation'],
      ['app/views/cart.slim:12:5 error Layout/Indent: Wrong indentation'],
    ],
    [
      'phpstan, raw, on Windows',
      ['C:\\app\\src\\Cart.php:12:Method total() has no return type.'],
      ['C:\\app\\src\\Cart.php:12:- error Method total() has no return type.'],
    ],
    [
      'sorbet with a folder',
      ['sorbet/rbi/cart.rbi:3: Unable to resolve constant `X` https://srb.help/5002'],
      ['sorbet/rbi/cart.rbi:3:- error Unable to resolve constant `X` https://srb.help/5002'],
    ],
    [
      'luacheck with a code',
      [
        '    src/cart.lua:3:1: (W113) accessing undefined variable x',
        '    src/my cart.lua:4:7: unused variable y',
      ],
      [
        'src/cart.lua:3:1 error (W113) accessing undefined variable x',
        'src/my cart.lua:4:7 error unused variable y',
      ],
    ],
    [
      'codespell',
      ['./src/cart.py:3: recieve ==> receive', './docs/a.md:9: adress ==> address'],
      ['./src/cart.py:3:- error recieve ==> receive', './docs/a.md:9:- error adress ==> address'],
    ],
    [
      'make',
      [
        'Makefile:3: *** recipe commences before first target.  Stop.',
        'build/rules.mk:12: *** multiple target patterns.  Stop.',
        'GNUmakefile:4: *** missing separator (did you mean TAB instead of 8 spaces?).  Stop.',
      ],
      [
        'Makefile:3:- error recipe commences before first target.  Stop.',
        'build/rules.mk:12:- error multiple target patterns.  Stop.',
        'GNUmakefile:4:- error missing separator (did you mean TAB instead of 8 spaces?).  Stop.',
      ],
    ],
    [
      'protolint and elm',
      [
        'proto/cart.proto:3:1: Found an incorrect indentation style',
        'src/Cart.elm:12:5: The name is not defined',
      ],
      [
        'proto/cart.proto:3:1 error Found an incorrect indentation style',
        'src/Cart.elm:12:5 error The name is not defined',
      ],
    ],
    [
      'stylelint and postcss-like tools',
      ['src/cart.css:12:5: Unexpected unknown property'],
      ['src/cart.css:12:5 error Unexpected unknown property'],
    ],
  ];
  for (const tool of tools) itFinds(tool);
});
