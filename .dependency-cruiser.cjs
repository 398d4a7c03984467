// The law of rooms: which room may import which, and which packages. docs/architecture.md says why.

/** Built-in modules of Node that compute and touch nothing. */
const PURE_NODE = ['buffer', 'crypto', 'path', 'string_decoder', 'url', 'util'];

/**
 * One row a room. `rooms`: the other rooms it may import (`api/errors` is one file of a room). `packages`: what it may
 * import from node_modules. `node`: built-in modules, true for all. A room that has no row may import nothing.
 */
const LAW = {
  base: { rooms: [], packages: [], node: [] },
  schemas: { rooms: ['base'], packages: ['zod'], node: [] },
  domain: { rooms: ['base', 'schemas'], packages: [], node: [] },
  api: { rooms: ['base', 'schemas'], packages: ['zod', 'node-fetch'], node: true },
  app: {
    rooms: ['base', 'schemas', 'domain', 'api'],
    packages: ['@jridgewell/trace-mapping'],
    node: PURE_NODE,
  },
  presentation: {
    rooms: ['base', 'schemas', 'domain', 'api/errors', 'api/base-address'],
    packages: ['markdown-it'],
    node: [],
  },
  editor: { rooms: ['base', 'schemas', 'app', 'presentation'], packages: ['vscode'], node: true },
  trees: { rooms: 'all but siblings', packages: ['vscode'], node: PURE_NODE },
  documents: { rooms: 'all but siblings', packages: ['vscode'], node: PURE_NODE },
  panels: { rooms: 'all but siblings', packages: ['vscode'], node: PURE_NODE },
  commands: { rooms: 'all but siblings', packages: ['vscode'], node: PURE_NODE },
  // Runs in the page of a panel: of the rest it knows only what is said between the two.
  webviews: { rooms: ['schemas/panel-message'], packages: ['idiomorph'], node: [] },
  sandbox: {
    rooms: ['base', 'schemas', 'api/endpoint', 'api/params', 'api/endpoints'],
    packages: ['zod'],
    node: true,
  },
};

/** Below what a person touches; the four rooms above never import each other, nor the sandbox. */
const BELOW = ['base', 'schemas', 'domain', 'api', 'app', 'presentation', 'editor'];

/** No chain of imports from these may end in the editor: they run, and are tested, without it. */
const WITHOUT_EDITOR = ['base', 'schemas', 'domain', 'api', 'app', 'presentation', 'webviews', 'sandbox'];

/** A room is a folder or one file of it. */
const inRoom = (room) => `^src/${room}(/|[.]ts$)`;
const inPackage = (name) => `(^|/)node_modules/(@types/)?${name}/|^${name}$`;

const rulesOfRooms = Object.entries(LAW).flatMap(([room, { rooms, packages, node }]) => [
  {
    name: `${room}-imports-rooms`,
    comment: `src/${room} may import only: ${[rooms === 'all but siblings' ? BELOW : rooms].flat().join(', ') || 'nothing'}.`,
    severity: 'error',
    from: { path: inRoom(room) },
    to: { path: '^src/', pathNot: [room, ...(rooms === 'all but siblings' ? BELOW : rooms)].map(inRoom) },
  },
  {
    name: `${room}-imports-packages`,
    comment: `src/${room} may import only these packages: ${packages.join(', ') || 'none'}.`,
    severity: 'error',
    from: { path: inRoom(room) },
    to: { pathNot: ['^src/', ...packages.map(inPackage)], dependencyTypesNot: ['core'] },
  },
  ...(node === true
    ? []
    : [
        {
          name: `${room}-imports-node`,
          comment: `src/${room} may import only these modules of Node: ${node.join(', ') || 'none'}.`,
          severity: 'error',
          from: { path: inRoom(room) },
          to: { dependencyTypes: ['core'], pathNot: node.map((name) => `^(node:)?${name}$`) },
        },
      ]),
]);

module.exports = {
  forbidden: [
    ...rulesOfRooms,
    {
      name: 'every-room-has-a-row',
      comment:
        'A new room needs its row in the law; only extension.ts and what composes it lie outside of rooms.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/(extension[.]ts$|compose[.]ts$|compose/)', ...Object.keys(LAW).map(inRoom)],
      },
      to: {},
    },
    {
      name: 'nobody-imports-the-top',
      comment: 'Only extension.ts imports what composes it, and nothing imports extension.ts.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(extension[.]ts$|compose[.]ts$|compose/)' },
      to: { path: '^src/(extension[.]ts$|compose[.]ts$|compose/)' },
    },
    {
      name: 'no-way-to-the-editor',
      comment: 'This room runs without the editor, so nothing that it imports may import vscode.',
      severity: 'error',
      from: { path: WITHOUT_EDITOR.map(inRoom) },
      to: { path: inPackage('vscode'), reachable: true },
    },
    {
      name: 'one-file-knows-node-fetch',
      comment: 'Only src/api/transport.ts may import node-fetch.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/api/transport[.]ts$' },
      to: { path: inPackage('node-fetch') },
    },
    {
      name: 'one-file-knows-markdown-it',
      comment:
        'Only src/presentation/markdown-tokens.ts may import markdown-it: its own markup is never used.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/presentation/markdown-tokens[.]ts$' },
      to: { path: inPackage('markdown-it') },
    },
    {
      name: 'one-file-knows-trace-mapping',
      comment: 'Only src/app/source-maps.ts may import @jridgewell/trace-mapping.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/source-maps[.]ts$' },
      to: { path: inPackage('@jridgewell/trace-mapping') },
    },
    {
      name: 'pages-know-only-shapes',
      comment: 'The script of panels bundles nothing of the host: of its messages it takes the types.',
      severity: 'error',
      from: { path: inRoom('webviews') },
      to: { path: '^src/', pathNot: inRoom('webviews'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycle',
      comment: 'Every arrow points down.',
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
    // An import of a type is an import too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
