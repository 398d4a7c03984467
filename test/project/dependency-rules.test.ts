import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LAYERS = ['domain', 'app', 'presentation', 'ui'];

/** Features of the same layer that each feature may import, written by hand. */
const IMPORTABLE: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  accounts: ['shared'],
  projects: ['shared', 'accounts'],
  jobs: ['shared', 'accounts', 'projects'],
  pipelines: ['shared', 'accounts', 'projects', 'jobs'],
  logs: ['shared', 'accounts', 'projects', 'jobs', 'pipelines'],
  errors: ['shared', 'accounts', 'projects', 'jobs', 'pipelines', 'logs'],
  git: ['shared', 'accounts', 'projects', 'jobs', 'pipelines'],
  'merge-requests': ['shared', 'accounts', 'projects', 'jobs', 'pipelines', 'git'],
  changes: ['shared', 'accounts', 'projects', 'jobs', 'pipelines', 'git', 'merge-requests'],
  discussions: ['shared', 'accounts', 'projects', 'jobs', 'pipelines', 'git', 'merge-requests', 'changes'],
};

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

/** Files by path. */
type Files = Readonly<Record<string, string>>;

/** Returns the violations that dependency-cruiser finds in these files with the project's configuration. */
function violationsIn(files: Files): readonly Violation[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'dependency-rules-'));
  try {
    writeFileSync(path.join(folder, 'tsconfig.json'), '{}');
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const program = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const config = path.join(ROOT, '.dependency-cruiser.cjs');
    const args = [program, '--config', config, '--output-type', 'json', 'src'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    assert.notEqual(stdout, '', stderr);
    const { summary } = JSON.parse(stdout) as { summary: { violations: readonly Violation[] } };
    return summary.violations;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const importing = (...modules: readonly string[]): string =>
  modules.map((name, index) => `export { x as x${index} } from '${name}';`).join('\n');

const LEAF = 'export const x = 1;';
const STARTING = importing('node:child_process');

const FEATURES_IN_FEW_LAYERS: Files = {
  'src/presentation/discussions/a.ts': importing('../merge-request-page/a'),
  'src/presentation/merge-request-page/a.ts': LEAF,
  'src/presentation/merge-request-page/b.ts': importing('../discussions/b', '../errors/a'),
  'src/presentation/discussions/b.ts': LEAF,
  'src/presentation/errors/a.ts': LEAF,
  'src/presentation/branch/a.ts': importing('../merge-request-page/a', '../errors/a'),
  'src/presentation/shared/a.ts': importing('../branch/b'),
  'src/presentation/branch/b.ts': LEAF,
  'src/ui/tree-node.ts': importing('./errors/trees/a'),
  'src/ui/errors/trees/a.ts': LEAF,
  'src/ui/shared/trees/a.ts': importing('../../tree-node', '../../other'),
  'src/ui/other.ts': importing('./errors/trees/a'),
  'src/app/toys/a.ts': importing('./b'),
  'src/app/toys/b.ts': LEAF,
  'src/app/merge-request-page/a.ts': importing('./b'),
  'src/app/merge-request-page/b.ts': LEAF,
};

const LAYERS_THAT_IMPORT: Files = {
  'src/domain/jobs/a.ts': importing('../../app/jobs/a', '../../base/a'),
  'src/app/jobs/a.ts': LEAF,
  'src/base/a.ts': LEAF,
  'src/features/a.ts': importing('../manifest/a'),
  'src/services.ts': importing('./features/b'),
  'src/features/b.ts': LEAF,
  'src/ui/jobs/commands/b.ts': importing('../../../services'),
  'src/manifest/a.ts': LEAF,
};

const SANDBOX: Files = {
  'src/sandbox/index.ts': importing('./demo/a', './server/a'),
  'src/sandbox/server/a.ts': importing('../routes/a', '../demo/a'),
  'src/sandbox/routes/a.ts': importing('../views/a', '../http/a', '../server/b'),
  'src/sandbox/views/a.ts': importing('../http/a', '../world/a', '../graphql/a'),
  'src/sandbox/graphql/a.ts': LEAF,
  'src/sandbox/http/a.ts': importing('../world/a', '../views/b'),
  'src/sandbox/demo/a.ts': importing('../world/a', '../http/b'),
  'src/sandbox/world/a.ts': importing('../demo/b', '../index'),
  'src/sandbox/demo/b.ts': LEAF,
  'src/sandbox/http/b.ts': LEAF,
  'src/sandbox/server/b.ts': LEAF,
  'src/sandbox/views/b.ts': LEAF,
  'src/sandbox/toys/a.ts': importing('../world/b'),
  'src/sandbox/world/b.ts': LEAF,
};

const USER_INTERFACE: Files = {
  'src/ui/jobs/commands/a.ts': [
    importing('../../../api/endpoints/jobs', '../../../api/errors', 'node:path'),
    "import type { T } from '../../../api/client';",
    "import { readFileSync } from 'node:fs';",
    'export const read: T = readFileSync.name;',
  ].join('\n'),
  'src/ui/jobs/editor/a.ts': importing('node:fs'),
  'src/api/endpoints/jobs.ts': `${LEAF} export type T = string;`,
  'src/api/errors.ts': `${LEAF} export type T = string;`,
  'src/api/client.ts': `${LEAF} export type T = string;`,
};

const STARTING_PROGRAMS: Files = {
  'src/ui/git/editor/a.ts': STARTING,
  'src/ui/shared/editor/a.ts': importing('child_process'),
  'src/sandbox/http/starting.ts': STARTING,
  'src/features/starting.ts': importing('node:worker_threads'),
  'src/ui/shared/editor/git-runner.ts': STARTING,
  'src/sandbox/world/repositories/git.ts': STARTING,
};

/** Every feature of every layer imports all features. */
function everyFeature(): { readonly files: Files; readonly expected: readonly string[] } {
  const features = Object.keys(IMPORTABLE);
  const files: Record<string, string> = {};
  const expected: string[] = [];
  for (const layer of LAYERS)
    for (const feature of features) {
      files[`src/${layer}/${feature}/target.ts`] = LEAF;
      files[`src/${layer}/${feature}/source.ts`] = importing(
        ...features.map((other) => `../${other}/target`),
      );
      for (const other of features)
        if (other !== feature && IMPORTABLE[feature]?.includes(other) !== true)
          expected.push(`src/${layer}/${feature}/source.ts > src/${layer}/${other}/target.ts`);
    }
  return { files, expected: expected.sort() };
}

describe('dependency rules', () => {
  let found: readonly Violation[] = [];
  // Starting dependency-cruiser takes a second, so all files are checked at once.
  before(function () {
    this.timeout(60_000);
    const groups = [FEATURES_IN_FEW_LAYERS, LAYERS_THAT_IMPORT, SANDBOX, USER_INTERFACE, STARTING_PROGRAMS];
    const all = [everyFeature().files, ...groups];
    const entries = all.flatMap((group) => Object.entries(group));
    const files: Files = Object.fromEntries(entries);
    assert.equal(Object.keys(files).length, entries.length, 'the groups have different files');
    found = violationsIn(files);
  });

  /** Returns the violations in a group of files. */
  const violationsOf = (files: Files): readonly Violation[] => found.filter(({ from }) => from in files);

  it('allow a feature to import only lower features of its layer', () => {
    const { files, expected } = everyFeature();
    const violations = violationsOf(files).filter(({ rule }) => rule.name.endsWith('-imports-features'));
    assert.deepEqual(violations.map(({ from, to }) => `${from} > ${to}`).sort(), expected);
  });

  it('include features that exist in few layers, and files that combine features', () => {
    const violations = violationsOf(FEATURES_IN_FEW_LAYERS);
    assert.deepEqual(violations.map(({ from, to, rule }) => `${rule.name}: ${from} > ${to}`).sort(), [
      'discussions-imports-features: src/presentation/discussions/a.ts > src/presentation/merge-request-page/a.ts',
      'every-feature-has-a-row: src/app/merge-request-page/a.ts > src/app/merge-request-page/b.ts',
      'every-feature-has-a-row: src/app/toys/a.ts > src/app/toys/b.ts',
      'every-feature-has-a-row: src/ui/other.ts > src/ui/errors/trees/a.ts',
      'merge-request-page-imports-features: src/presentation/merge-request-page/b.ts > src/presentation/errors/a.ts',
      'shared-imports-features: src/presentation/shared/a.ts > src/presentation/branch/b.ts',
      'shared-imports-features: src/ui/shared/trees/a.ts > src/ui/other.ts',
    ]);
  });

  it('separate layers', () => {
    const violations = violationsOf(LAYERS_THAT_IMPORT);
    assert.deepEqual(violations.map(({ from, to, rule }) => `${rule.name}: ${from} > ${to}`).sort(), [
      'domain-imports-layers: src/domain/jobs/a.ts > src/app/jobs/a.ts',
      'no-import-of-the-manifest: src/features/a.ts > src/manifest/a.ts',
      'no-import-of-the-top: src/ui/jobs/commands/b.ts > src/services.ts',
      'services-import-no-features: src/services.ts > src/features/b.ts',
      'ui-imports-layers: src/ui/jobs/commands/b.ts > src/services.ts',
    ]);
  });

  it('let the sandbox import in one direction, and only its start import demo data', () => {
    const violations = violationsOf(SANDBOX);
    assert.deepEqual(
      violations
        .filter(({ rule }) => rule.name !== 'no-cycle')
        .map(({ from, to, rule }) => `${rule.name}: ${from} > ${to}`)
        .sort(),
      [
        'every-sandbox-folder-has-a-row: src/sandbox/toys/a.ts > src/sandbox/world/b.ts',
        'sandbox-demo-imports-folders: src/sandbox/demo/a.ts > src/sandbox/http/b.ts',
        'sandbox-http-imports-folders: src/sandbox/http/a.ts > src/sandbox/views/b.ts',
        'sandbox-routes-imports-folders: src/sandbox/routes/a.ts > src/sandbox/server/b.ts',
        'sandbox-server-imports-folders: src/sandbox/server/a.ts > src/sandbox/demo/a.ts',
        'sandbox-views-imports-folders: src/sandbox/views/a.ts > src/sandbox/graphql/a.ts',
        'sandbox-world-imports-folders: src/sandbox/world/a.ts > src/sandbox/demo/b.ts',
        'sandbox-world-imports-folders: src/sandbox/world/a.ts > src/sandbox/index.ts',
      ],
    );
  });

  it('keep requests out of the user interface, and modules of Node in its adapters', () => {
    const violations = violationsOf(USER_INTERFACE);
    assert.deepEqual(violations.map(({ from, to, rule }) => `${rule.name}: ${from} > ${to}`).sort(), [
      'adapters-import-node: src/ui/jobs/commands/a.ts > fs',
      'ui-imports-types-of-api: src/ui/jobs/commands/a.ts > src/api/endpoints/jobs.ts',
    ]);
  });

  it('allow only a few files to start programs, so that Git has one runner', () => {
    const violations = violationsOf(STARTING_PROGRAMS).filter(
      ({ rule }) => rule.name === 'few-files-start-programs',
    );
    assert.deepEqual(violations.map(({ from }) => from).sort(), [
      'src/features/starting.ts',
      'src/sandbox/http/starting.ts',
      'src/ui/git/editor/a.ts',
      'src/ui/shared/editor/a.ts',
    ]);
  });
});
