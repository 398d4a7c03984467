// What `npm test` runs. Each check counts as one; `tests: true` counts every test by itself.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ROOT } from './paths.mjs';

const bin = (file) => path.join(ROOT, 'node_modules', file);

/** Folders whose tests need more than Node. */
const NOT_UNIT = ['integration', 'ui', 'host', 'bench'];

export const CHECKS = {
  types: { args: [bin('typescript/bin/tsc'), '-p', 'tsconfig.json'] },
  'types-webviews': { args: [bin('typescript/bin/tsc'), '-p', 'src/webviews/tsconfig.json'] },
  lint: { args: [bin('eslint/bin/eslint.js'), '--max-warnings', '0', '.'] },
  layers: {
    args: [bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.cjs', 'src'],
  },
  'dead-code': { args: [bin('knip/bin/knip.js')] },
  format: { args: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'] },
  build: { args: ['esbuild.mjs'] },
  size: { args: ['scripts/size.mjs'] },
  activation: { args: ['scripts/activation.mjs'] },
  unit: {
    tests: true,
    args: [
      bin('mocha/bin/mocha.js'),
      '--reporter',
      'dot',
      // Each in a process of its own: git starts faster out of a small one.
      '--parallel',
      '--jobs',
      String(availableParallelism()),
      'test/**/*.test.ts',
      ...NOT_UNIT.flatMap((folder) => ['--ignore', `test/${folder}/**`]),
    ],
  },
  // These two have the machine to themselves, and say what they do while they do it.
  integration: { tests: true, live: true, args: ['scripts/integration.mjs'] },
  ui: { tests: true, live: true, args: ['scripts/ui.mjs'] },
};

/** What may run side by side; in a lane, one after the other. Stages wait for each other. */
export const STAGES = [
  [
    ['types', 'types-webviews', 'lint', 'layers', 'dead-code', 'format'],
    ['build', 'size', 'activation', 'unit'],
  ],
  [['integration', 'ui']],
];
