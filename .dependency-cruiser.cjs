// The dependency rules: which layers and packages a layer can import, and which other features a feature can
// import in its layer. docs/architecture.md contains the reasons.

/** Built-in Node.js modules without side effects. */
const PURE_NODE = ['buffer', 'crypto', 'path', 'string_decoder', 'url', 'util', 'zlib'];

/**
 * A row per layer. `layers`: other layers that it can import (`api/errors` is a single file of a layer).
 * `packages`: packages that it can import. `node`: built-in modules that it can import, or true for all. Each
 * layer must have a row.
 */
const LAYERS = {
  base: { layers: [], packages: [], node: [] },
  schemas: { layers: ['base'], packages: ['zod'], node: [] },
  domain: { layers: ['base', 'schemas'], packages: [], node: [] },
  api: { layers: ['base', 'schemas'], packages: ['zod', 'node-fetch'], node: true },
  app: {
    layers: ['base', 'schemas', 'domain', 'api'],
    packages: ['@jridgewell/trace-mapping', 'yauzl', 'yaml'],
    node: PURE_NODE,
  },
  presentation: {
    layers: ['base', 'schemas', 'domain', 'api/errors', 'api/base-address'],
    packages: ['markdown-it', 'markdown-it-emoji', 'markdown-it-footnote', 'htmlparser2'],
    node: [],
  },
  // Of api, only types are imported; see `ui-imports-types-of-api`.
  ui: {
    layers: ['base', 'schemas', 'domain', 'api', 'app', 'presentation'],
    packages: ['vscode'],
    node: true,
  },
  // Generates package.json and isn't part of the extension.
  manifest: { layers: ['base', 'schemas', 'domain', 'presentation'], packages: ['zod'], node: [] },
  // Runs in the page of a panel. Shares only the messages with the extension host.
  webviews: { layers: ['schemas/panel-message'], packages: ['idiomorph'], node: [] },
  sandbox: {
    layers: ['base', 'schemas', 'api/endpoint', 'api/params', 'api/endpoints'],
    packages: ['zod', 'graphql', 'markdown-it'],
    node: true,
  },
};

/**
 * Layers that must not import the editor, directly or indirectly, because they run and are tested without it.
 */
const WITHOUT_EDITOR = [
  'base',
  'schemas',
  'domain',
  'api',
  'app',
  'presentation',
  'manifest',
  'webviews',
  'sandbox',
];

/**
 * The features, which are the folders in a layer, with the other features that each can import. The imports
 * of these features are also allowed.
 */
const FEATURES = {
  shared: [],
  demo: ['shared'],
  accounts: ['demo'],
  projects: ['accounts'],
  jobs: ['projects'],
  pipelines: ['jobs'],
  logs: ['pipelines'],
  errors: ['logs'],
  git: ['pipelines'],
  'merge-requests': ['git'],
  changes: ['merge-requests'],
  discussions: ['changes'],
  'merge-request-page': ['discussions'],
  branch: ['errors', 'merge-request-page'],
  'merge-request-view': ['branch'],
  navigation: ['branch'],
};

/** Layers with a folder for each feature. */
const LAYERS_WITH_FEATURES = ['domain', 'app', 'presentation', 'ui'];

/** Files outside the features of their layer that combine them. All features can import them. */
const JOINS_FEATURES = ['^src/ui/tree-node[.]ts$'];

/** Features that exist only in some layers. All others can be in any layer. */
const FEATURE_LAYERS = { 'merge-request-page': ['presentation', 'ui'], 'merge-request-view': ['ui'] };

/** The folders of the sandbox, with the other folders that each can import. */
const SANDBOX = {
  world: [],
  demo: ['world'],
  http: ['world'],
  faults: ['http', 'world'],
  views: ['http', 'world'],
  graphql: ['views', 'world'],
  pages: ['views', 'http', 'world'],
  routes: ['views', 'http', 'world'],
  server: ['faults', 'graphql', 'pages', 'routes', 'views', 'http', 'world'],
};

/** Files that start other programs. */
const STARTS_PROGRAMS = [
  '^src/ui/shared/editor/git-runner[.]ts$',
  '^src/sandbox/world/repositories/git[.]ts$',
  // Starts the demo server, not git.
  '^src/ui/demo/editor/server[.]ts$',
];

/** Matches the files that create the objects of all layers. */
const WIRING = '^src/((extension|services)[.]ts$|features/)';

/** Matches a layer, which is a folder or a single file in it. */
const inLayer = (layer) => `^src/${layer}(/|[.]ts$)`;
const inPackage = (name) => `(^|/)node_modules/(@types/)?${name}/|^${name}$`;

const layerRules = Object.entries(LAYERS).flatMap(([layer, { layers, packages, node }]) => {
  return [
    {
      name: `${layer}-imports-layers`,
      comment: `src/${layer} may import only: ${layers.join(', ') || 'nothing'}.`,
      severity: 'error',
      from: { path: inLayer(layer) },
      to: { path: '^src/', pathNot: [layer, ...layers].map(inLayer) },
    },
    {
      name: `${layer}-imports-packages`,
      comment: `src/${layer} may import only these packages: ${packages.join(', ') || 'none'}.`,
      severity: 'error',
      from: { path: inLayer(layer) },
      to: { pathNot: ['^src/', ...packages.map(inPackage)], dependencyTypesNot: ['core'] },
    },
    ...(node === true
      ? []
      : [
          {
            name: `${layer}-imports-node`,
            comment: `src/${layer} may import only these modules of Node: ${node.join(', ') || 'none'}.`,
            severity: 'error',
            from: { path: inLayer(layer) },
            to: { dependencyTypes: ['core'], pathNot: node.map((name) => `^(node:)?${name}$`) },
          },
        ]),
  ];
});

/** Returns a feature and all features that it can import. */
const importableBy = (feature) => [...new Set([feature, ...FEATURES[feature].flatMap(importableBy)])];

const featureRules = Object.keys(FEATURES).map((feature) => ({
  name: `${feature}-imports-features`,
  comment: `Inside its layer, ${feature} may import only: ${importableBy(feature).slice(1).join(', ') || 'nothing'}.`,
  severity: 'error',
  from: { path: `^src/(${LAYERS_WITH_FEATURES.join('|')})/${feature}/` },
  to: { path: '^src/$1/', pathNot: [`^src/$1/(${importableBy(feature).join('|')})/`, ...JOINS_FEATURES] },
}));

/** Matches the folders of features in the layers in which they are allowed. */
const FEATURE_FOLDERS = Object.keys(FEATURES).map(
  (feature) => `^src/(${(FEATURE_LAYERS[feature] ?? LAYERS_WITH_FEATURES).join('|')})/${feature}/`,
);

const sandboxRules = Object.entries(SANDBOX).map(([folder, others]) => ({
  name: `sandbox-${folder}-imports-folders`,
  comment: `Of the sandbox, src/sandbox/${folder} may import only: ${others.join(', ') || 'nothing'}.`,
  severity: 'error',
  from: { path: `^src/sandbox/${folder}/` },
  to: { path: '^src/sandbox/', pathNot: `^src/sandbox/(${[folder, ...others].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...featureRules,
    ...sandboxRules,
    {
      name: 'every-layer-has-a-row',
      comment:
        'A new layer needs its row in LAYERS; only extension.ts, services.ts, and the features lie outside of the layers.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [WIRING, ...Object.keys(LAYERS).map(inLayer)],
      },
      to: {},
    },
    {
      name: 'every-feature-has-a-row',
      comment:
        'In these layers, files are in the folder of a feature, and a new feature needs its row in FEATURES.',
      severity: 'error',
      from: {
        path: `^src/(${LAYERS_WITH_FEATURES.join('|')})/`,
        pathNot: [...FEATURE_FOLDERS, ...JOINS_FEATURES],
      },
      to: {},
    },
    {
      name: 'every-sandbox-folder-has-a-row',
      comment:
        'A new folder of the sandbox needs its row in SANDBOX. The files next to the folders combine them.',
      severity: 'error',
      from: { path: '^src/sandbox/[^/]+/', pathNot: `^src/sandbox/(${Object.keys(SANDBOX).join('|')})/` },
      to: {},
    },
    {
      name: 'no-import-of-the-top',
      comment:
        'Only extension.ts and the features import features and services.ts, and nothing imports extension.ts.',
      severity: 'error',
      from: { path: '^src/', pathNot: WIRING },
      to: { path: WIRING },
    },
    {
      name: 'services-import-no-features',
      comment: 'Features take the services. What a feature creates is passed to the features that use it.',
      severity: 'error',
      from: { path: '^src/services[.]ts$' },
      to: { path: '^src/features/' },
    },
    {
      name: 'no-import-of-the-manifest',
      comment:
        'The definitions in src/manifest are only for generating package.json: no bundle contains them.',
      severity: 'error',
      from: { path: '^src/', pathNot: inLayer('manifest') },
      to: { path: inLayer('manifest') },
    },
    {
      name: 'no-chain-to-the-editor',
      comment: 'This layer runs without the editor, so nothing that it imports may import vscode.',
      severity: 'error',
      from: { path: WITHOUT_EDITOR.map(inLayer) },
      to: { path: inPackage('vscode'), reachable: true },
    },
    {
      name: 'one-file-imports-node-fetch',
      comment: 'Only src/api/transport.ts may import node-fetch.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/api/transport[.]ts$' },
      to: { path: inPackage('node-fetch') },
    },
    {
      name: 'few-files-start-programs',
      comment:
        'Git is started only by src/ui/shared/editor/git-runner.ts, and in the sandbox by its git.ts, because they name the repository.',
      severity: 'error',
      from: { path: '^src/', pathNot: STARTS_PROGRAMS },
      to: { path: '^(node:)?(child_process|cluster|worker_threads)$' },
    },
    {
      name: 'one-file-imports-markdown-it',
      comment:
        'Only src/presentation/shared/markdown/tokens.ts may import markdown-it: its own markup is never used, except in the sandbox by views/markdown.ts.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/presentation/shared/markdown/tokens[.]ts$', '^src/sandbox/views/markdown[.]ts$'],
      },
      to: { path: inPackage('markdown-it') },
    },
    {
      name: 'one-file-imports-trace-mapping',
      comment: 'Only src/app/errors/source-maps.ts may import @jridgewell/trace-mapping.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/errors/source-maps[.]ts$' },
      to: { path: inPackage('@jridgewell/trace-mapping') },
    },
    {
      name: 'one-file-imports-yauzl',
      comment: 'Only src/app/jobs/archive.ts may import yauzl: it checks names and sizes.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/jobs/archive[.]ts$' },
      to: { path: inPackage('yauzl') },
    },
    {
      name: 'one-file-imports-yaml',
      comment: 'Only src/app/jobs/ci-configuration.ts may import yaml: it limits the text and its aliases.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/jobs/ci-configuration[.]ts$' },
      to: { path: inPackage('yaml') },
    },
    {
      name: 'pages-import-only-types',
      comment:
        'The script of panels bundles nothing of the extension host: it imports only types of its messages.',
      severity: 'error',
      from: { path: inLayer('webviews') },
      to: { path: '^src/', pathNot: inLayer('webviews'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ui-imports-types-of-api',
      comment:
        'The user interface sends no requests: of api, it imports only types, errors, and addresses. Requests are in app.',
      severity: 'error',
      from: { path: inLayer('ui') },
      to: {
        path: inLayer('api'),
        pathNot: ['api/errors', 'api/base-address'].map(inLayer),
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'adapters-import-node',
      comment: `In src/ui, only the folders named editor may import modules of Node other than: ${PURE_NODE.join(', ')}.`,
      severity: 'error',
      from: { path: inLayer('ui'), pathNot: '^src/ui/[^/]+/editor/' },
      to: { dependencyTypes: ['core'], pathNot: PURE_NODE.map((name) => `^(node:)?${name}$`) },
    },
    {
      name: 'no-cycle',
      comment: 'Modules must not import each other in a circle.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      comment: 'The imported module does not exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Includes imports of types.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
