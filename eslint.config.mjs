// Rules for code that don't need types. Rules that need types are in .oxlintrc.json: oxlint runs them on the native
// compiler in a sixth of the CPU time. Prettier formats the code, and dependency-cruiser checks the dependencies between
// layers and features.
import js from '@eslint/js';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

/** TypeScript checks global names in its files. For plain scripts, they have to be listed. */
const globals = (...names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

const NODE_GLOBALS = globals(
  'AbortController',
  'AbortSignal',
  'Buffer',
  'URL',
  'URLSearchParams',
  'clearInterval',
  'clearTimeout',
  'console',
  'fetch',
  'performance',
  'process',
  'setInterval',
  'setTimeout',
  // Functions that are passed to page.evaluate run in the browser.
  'document',
  'window',
);

/**
 * Imports are one block in this order: Node.js modules, packages, files, with parent folders before the own
 * folder.
 */
const IMPORT_GROUPS = [['^\\u0000', '^node:', '^@?\\w', '^', '^\\.']];

const COMMON = {
  eqeqeq: 'error',
  'max-lines': ['error', { max: 400 }],
  'no-var': 'error',
  'prefer-const': 'error',
  'object-shorthand': 'error',
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'start' }],
};

/** Names that are no longer used, with their replacements. CONTRIBUTING.md has the glossary. */
const RENAMED = [
  ['^(MOST|LONGEST|LARGEST|DEEPEST)_', 'MAX_'],
  ['Ports$', 'a name that ends in Deps'],
  ['^[lL]ate[A-Z]', 'a name that begins with lazy'],
  ['^era$|[a-z]Era$', 'generation'],
  ['[cC]ourtesy', 'http policy'],
  ['[pP]atience', 'progress'],
  ['[aA]mbient', 'background refresh or notifications'],
  ['^(mention|tell|complain)$', 'notify, showMessage, or what is done'],
  ['^(signals|looks)$', 'notifications, decorations, or what is done'],
  ['^takeOver$', 'apply'],
  [
    '^(told|said|says|saying|spoken|heard|look|looking)$',
    'what it is or does: message, reported, refresh, ...',
  ],
  ['^words$|[a-z]Words$|_WORDS$', 'labels, messages, or texts'],
  ['[cC]olour|COLOUR', 'color'],
  ['^[tT]alk($|[A-Z])|[a-z]Talk($|[A-Z])', 'comments or discussions'],
  ['[sS]helf$|[fF]ates?$|[dD]eeds?$', 'store, results, or actions'],
];

const CAN_PARSE = {
  object: 'URL',
  property: 'canParse',
  message: 'Use parseUrl: it may reject letters such as "ü".',
};

const EXPORTED_FUNCTION = [
  ':matches(ExportNamedDeclaration, ExportDefaultDeclaration) > :matches(FunctionDeclaration, TSDeclareFunction)',
  'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator > ArrowFunctionExpression',
].join(', ');
const BOOLEAN_TYPE = 'typeAnnotation.typeAnnotation.type="TSBooleanKeyword"';

/** Parameters that would be a bare `true` or `false` in a call, according to their type or default value. */
const BOOLEAN_PARAMETERS = [
  `Identifier[${BOOLEAN_TYPE}]`,
  `AssignmentPattern[left.${BOOLEAN_TYPE}]`,
  'AssignmentPattern[right.raw=/^(true|false)$/]',
];

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'coverage/', '.vscode-test/', 'node_modules/', 'media/**/*.js'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,mts,js,cjs,mjs}'],
    plugins: { 'simple-import-sort': simpleImportSort },
    rules: { 'simple-import-sort/imports': ['error', { groups: IMPORT_GROUPS }] },
  },
  { files: ['**/*.{js,cjs,mjs}'], extends: [js.configs.recommended], rules: COMMON },
  // Type declarations for tests. No rules apply, but ESLint must be able to parse them if they are named on
  // the command line.
  { files: ['**/*.d.mts'], extends: [tseslint.configs.base] },
  { files: ['**/*.mjs'], languageOptions: { globals: NODE_GLOBALS } },
  {
    files: ['test/**/*.mjs'],
    languageOptions: { globals: globals('describe', 'it', 'before', 'after', 'beforeEach', 'afterEach') },
  },
  {
    // Functions that run in the page.
    files: ['test/workbench/**/*.mjs'],
    languageOptions: { globals: globals('ClipboardEvent', 'DataTransfer', 'DragEvent', 'File') },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: globals('module', 'require') },
  },
  {
    files: ['{src,test}/**/*.ts'],
    extends: [js.configs.recommended, ...tseslint.configs.strict],
    rules: {
      ...COMMON,
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      // Data from outside is validated instead of asserted. `as const` is the only assertion.
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'max-lines-per-function': ['error', { max: 80 }],
      // Use an object for values that belong together.
      'max-params': ['error', { max: 4 }],
      'no-restricted-properties': ['error', CAN_PARSE],
      'no-restricted-syntax': [
        'error',
        ...RENAMED.map(([name, use]) => ({
          selector: `:matches(Identifier, PrivateIdentifier)[name=/${name}/]`,
          message: `Use ${use}.`,
        })),
        {
          selector:
            'CallExpression[callee.property.name="catch"] > ArrowFunctionExpression[params.length=0] > Identifier.body[name="undefined"]',
          message: 'Use orUndefined or ignoreFailure, which log the failure.',
        },
        {
          selector: `:matches(${EXPORTED_FUNCTION}) > :matches(${BOOLEAN_PARAMETERS.join(', ')})`,
          message:
            'A boolean parameter says nothing where the function is called: take an object (`{ full: true }`) or a string, or export two functions.',
        },
      ],
      // Use the log channel, which users can read.
      'no-console': 'error',
    },
  },
  {
    files: ['src/{app,domain,presentation,ui}/**/*.ts'],
    ignores: ['src/presentation/shared/format.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        CAN_PARSE,
        ...['DateTimeFormat', 'ListFormat', 'NumberFormat', 'RelativeTimeFormat'].map((property) => ({
          object: 'Intl',
          property,
          message: 'Use presentation/shared/format.ts, which caches formats by language.',
        })),
      ],
    },
  },
  // These modules only connect others. Longer code is logic that belongs in a layer.
  {
    files: ['src/compose/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 250 }],
      // Exported functions declare their types, and parts only use parts that are already created.
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-use-before-define': ['error', { functions: false, typedefs: false }],
    },
  },
);
