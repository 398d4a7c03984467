// The checks of `npm test`. A check counts as one, or as its tests. `full: true` checks run only in `npm run test:full`, which
// also adds `fullArgs` to the arguments.
import path from 'node:path';
import { ROOT } from '../paths.mjs';
import { pageTestFiles, unitTestFiles } from './unit-tests.mjs';

const bin = (file) => path.join(ROOT, 'node_modules', file);

/** The native compiler, which needs a third of the CPU time. dependency-cruiser requires TypeScript 6. */
const TSC = bin('typescript-native/bin/tsc');

/** Stores the compiler's results, so that the next run only checks what is affected by changes. */
const kept = (name) => ['--incremental', '--tsBuildInfoFile', `out/cache/${name}.tsbuildinfo`];

/**
 * Checks that need no editor. They share one queue in this order, so that no core waits: single long ones first. `after` is
 * the check whose result they need. `files` are test files, which run in batches; those with `browser: true` share a browser.
 */
export const QUICK_CHECKS = {
  build: { args: ['esbuild.mjs'] },
  lint: { args: [bin('oxlint/bin/oxlint'), '--max-warnings', '0'] },
  format: { args: [bin('oxfmt/bin/oxfmt'), '--check'] },
  types: { args: [TSC, '-p', 'tsconfig.json', ...kept('types')] },
  'types-webviews': { args: [TSC, '-p', 'src/webviews/tsconfig.json', ...kept('types-webviews')] },
  layers: {
    args: [bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.cjs', 'src'],
  },
  'dead-code': { args: [bin('knip/bin/knip.js')] },
  size: { args: ['scripts/size.mjs'], after: 'build' },
  package: { args: ['scripts/package-check.mjs'], after: 'build' },
  activation: { args: ['scripts/activation.mjs'], after: 'build' },
  // Not at the beginning, because the browser may have to be installed, and not at the end, because its files are slow.
  pages: { files: pageTestFiles(), browser: true },
  unit: { files: unitTestFiles(), after: 'build' },
};

/**
 * Checks in an editor. They run one after the other, and nothing else runs beside them: a window that gets little time drops
 * clicks and exceeds time limits. `host` is the test host that a check requires. `report` is the file in `out` with the
 * result of each test; files with failed tests run once more. `random: true` checks have the option --shuffle. They print
 * the results of a window or a file when it has finished.
 */
export const EDITOR_CHECKS = {
  integration: {
    host: 'newest',
    random: true,
    args: ['scripts/integration.mjs'],
    report: 'integration-report.json',
    rerunArgs: (file) => ['--file', file],
  },
  ui: {
    host: 'newest',
    random: true,
    args: ['scripts/ui.mjs'],
    fullArgs: ['--full'],
    report: 'ui-report.json',
    rerunArgs: (file) => ['--file', file],
  },
  'multi-root': {
    host: 'newest',
    random: true,
    full: true,
    args: ['scripts/integration.mjs', '--multi-root'],
    report: 'multi-root-report.json',
    rerunArgs: (file) => ['--file', file],
  },
  'integration-minimum': {
    host: 'minimum',
    random: true,
    full: true,
    args: ['scripts/integration.mjs', '--host', 'minimum'],
    report: 'integration-minimum-report.json',
    rerunArgs: (file) => ['--file', file],
  },
};
