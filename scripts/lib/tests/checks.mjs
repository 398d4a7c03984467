// The checks of `npm test`. Each check counts as one; with `tests: true`, each test counts. `full: true` checks run only in
// `npm run test:full`, which also adds `fullArgs` to the arguments. `host` is the test host that a check requires; such
// checks use the build of an earlier check. `report` is the file in `out` with the result of each test; files with failed
// tests run once more. `random: true` checks have the option --shuffle.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ROOT } from '../paths.mjs';

const bin = (file) => path.join(ROOT, 'node_modules', file);

/** The native compiler, which needs a third of the CPU time. ESLint and dependency-cruiser require TypeScript 6. */
const TSC = bin('typescript-native/bin/tsc');

/** Based on content, because all files of a new clone have new modification times. */
const PRETTIER_CACHE = ['--cache', '--cache-strategy', 'content', '--cache-location', 'out/cache/prettier'];

/** Stores the compiler's results, so that the next run only checks what is affected by changes. */
const kept = (name) => ['--incremental', '--tsBuildInfoFile', `out/cache/${name}.tsbuildinfo`];

/** Folders with tests that require more than Node.js. */
const NOT_UNIT = ['integration', 'multi-root', 'workbench', 'host', 'bench'];

/**
 * Slow test files, and folders of them. They are started first, so that all processes finish at about the
 * same time.
 */
const LONG = [
  'test/api/fuzz.test.ts',
  'test/app/changes/',
  'test/app/discussions/',
  'test/app/git/',
  'test/app/merge-requests/',
  'test/clients/',
  'test/domain/changes/',
  'test/sdk/',
];

/** Returns all unit test files. */
function unitTests() {
  const files = readdirSync(path.join(ROOT, 'test'), { recursive: true })
    .map((name) => `test/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => name.endsWith('.test.ts') && !NOT_UNIT.includes(name.split('/')[1]))
    .sort();
  const isLong = (name) => LONG.some((each) => name.startsWith(each));
  return [...files.filter(isLong), ...files.filter((name) => !isLong(name))];
}

export const CHECKS = {
  types: { args: [TSC, '-p', 'tsconfig.json', ...kept('types')] },
  'types-webviews': { args: [TSC, '-p', 'src/webviews/tsconfig.json', ...kept('types-webviews')] },
  'lint-types': { args: [bin('oxlint/bin/oxlint'), '--max-warnings', '0'] },
  lint: { args: [bin('eslint/bin/eslint.js'), '--max-warnings', '0', '.'] },
  layers: {
    args: [bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.cjs', 'src'],
  },
  'dead-code': { args: [bin('knip/bin/knip.js')] },
  format: {
    args: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', ...PRETTIER_CACHE, '.'],
  },
  build: { args: ['esbuild.mjs'] },
  size: { args: ['scripts/size.mjs'] },
  package: { args: ['scripts/package-check.mjs'] },
  activation: { args: ['scripts/activation.mjs'] },
  unit: {
    tests: true,
    args: [
      bin('mocha/bin/mocha.js'),
      '--reporter',
      'dot',
      // In separate processes, because git starts faster from a small process.
      '--parallel',
      '--jobs',
      String(availableParallelism()),
      ...unitTests(),
    ],
  },
  // These print the results of a window or a file when it has finished.
  integration: {
    tests: true,
    live: true,
    random: true,
    host: 'newest',
    args: ['scripts/integration.mjs'],
    report: 'integration-report.json',
    rerunArgs: (file) => ['--file', file],
  },
  'multi-root': {
    tests: true,
    live: true,
    random: true,
    full: true,
    host: 'newest',
    args: ['scripts/integration.mjs', '--multi-root'],
  },
  ui: {
    tests: true,
    live: true,
    random: true,
    host: 'newest',
    args: ['scripts/ui.mjs'],
    fullArgs: ['--all-themes'],
    report: 'ui-report.json',
    rerunArgs: (file) => ['--file', file],
  },
  'integration-minimum': {
    tests: true,
    live: true,
    random: true,
    full: true,
    host: 'minimum',
    args: ['scripts/integration.mjs', '--host', 'minimum'],
  },
};

/**
 * The order of checks. Stages run one after the other. The lanes of a stage run in parallel, and the checks
 * of a lane one after the other. Nothing else runs beside the tests in an editor: a window that gets little time drops
 * clicks and exceeds time limits.
 */
export const STAGES = [
  [['build', 'size', 'package', 'activation', 'unit']],
  [
    ['types', 'types-webviews', 'lint-types'],
    ['lint', 'layers', 'dead-code', 'format'],
  ],
  [['integration', 'ui', 'multi-root', 'integration-minimum']],
];
