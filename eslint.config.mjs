// Rules for code. Prettier formats it, and dependency-cruiser checks the dependencies between layers and features.
import js from '@eslint/js';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

/** TypeScript checks names in its own files; plain scripts are told which are there. */
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
  // Functions handed to page.evaluate run in the browser.
  'document',
  'window',
);

/** Imports are one block: Node's modules, packages, then files, those farthest away first. */
const IMPORT_GROUPS = [['^\\u0000', '^node:', '^@?\\w', '^', '^\\.']];

const COMMON = {
  eqeqeq: 'error',
  'max-lines': ['error', { max: 300 }],
  'no-var': 'error',
  'prefer-const': 'error',
  'object-shorthand': 'error',
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'start' }],
};

/** Names that the sources no longer use, with the ones to use. CONTRIBUTING.md has the terms. */
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
];

const EXPORTED_FUNCTION = [
  ':matches(ExportNamedDeclaration, ExportDefaultDeclaration) > :matches(FunctionDeclaration, TSDeclareFunction)',
  'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator > ArrowFunctionExpression',
].join(', ');
const BOOLEAN_TYPE = 'typeAnnotation.typeAnnotation.type="TSBooleanKeyword"';

/** Parameters that are a bare `true` or `false` where the function is called, by their type or by their default. */
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
  // Declarations for typed tests: they are read, so that naming one in a call is no mistake.
  { files: ['**/*.d.mts'], extends: [tseslint.configs.base] },
  { files: ['**/*.mjs'], languageOptions: { globals: NODE_GLOBALS } },
  {
    files: ['test/**/*.mjs'],
    languageOptions: { globals: globals('describe', 'it', 'before', 'after', 'beforeEach', 'afterEach') },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: globals('module', 'require') },
  },
  {
    files: ['{src,test}/**/*.ts'],
    extends: [js.configs.recommended, ...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      ...COMMON,
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Functions of no parameters in a table of handlers are fine.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      // Data from outside is validated, never believed: `as const` is the one assertion.
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'max-lines-per-function': ['error', { max: 80 }],
      // What belongs together is one object.
      'max-params': ['error', { max: 4 }],
      // Work whose result nobody waits for goes through `background`, so that its failure is logged: `void` would hide it.
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false, checkThenables: true }],
      'no-restricted-properties': [
        'error',
        { object: 'URL', property: 'canParse', message: 'Use parseUrl: it may reject letters such as "ü".' },
      ],
      'no-restricted-syntax': [
        'error',
        ...RENAMED.map(([name, use]) => ({
          selector: `:matches(Identifier, PrivateIdentifier)[name=/${name}/]`,
          message: `Use ${use}.`,
        })),
        {
          selector: `:matches(${EXPORTED_FUNCTION}) > :matches(${BOOLEAN_PARAMETERS.join(', ')})`,
          message:
            'A boolean parameter says nothing where the function is called: take an object (`{ full: true }`) or a string, or export two functions.',
        },
      ],
      // People read the log channel; nobody reads a console.
      'no-console': 'error',
    },
  },
  // Wiring only: what needs more room is a rule, and belongs into a layer.
  {
    files: ['src/compose/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 100 }],
      // Each part names what it gives, and is built from parts that exist already.
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-use-before-define': ['error', { functions: false, typedefs: false }],
    },
  },
  // A page has no log.
  {
    files: ['src/webviews/**/*.ts'],
    rules: { '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }] },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // describe and it of node:test return promises that nobody waits for, and builders return partial objects.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['describe', 'it', 'test'] },
          ],
        },
      ],
    },
  },
);
