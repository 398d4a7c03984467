// What the checks hold against a line of code. Layout is Prettier's, rooms are dependency-cruiser's.
import js from '@eslint/js';
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

const COMMON = {
  eqeqeq: 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'object-shorthand': 'error',
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'start' }],
};

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'coverage/', '.vscode-test/', 'node_modules/', 'media/**/*.js'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['**/*.{js,cjs,mjs}'], extends: [js.configs.recommended], rules: COMMON },
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
      'max-lines': ['error', { max: 350 }],
      // People read the log channel; nobody reads a console.
      'no-console': 'error',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 600 }],
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
