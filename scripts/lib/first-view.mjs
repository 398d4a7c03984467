// An extension for the demo that opens the views of the packaged extension in the side bar.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { run } from './processes.mjs';

const MANIFEST = {
  name: 'switchyard-first-view',
  publisher: 'switchyard',
  version: '1.0.0',
  description: 'Shows the views of Switchyard in the window of the demo.',
  engines: { vscode: '^1.103.0' },
  main: './main.js',
  activationEvents: ['onStartupFinished'],
  capabilities: { untrustedWorkspaces: { supported: true } },
};

const MAIN = `const { commands } = require('vscode');
exports.activate = () => commands.executeCommand('switchyard.pipelines.focus');
`;

/** Packages the extension in a folder. Returns the file. */
export async function packageFirstView(folder) {
  const source = path.join(folder, MANIFEST.name);
  const vsix = `${source}.vsix`;
  await mkdir(source, { recursive: true });
  await writeFile(path.join(source, 'package.json'), JSON.stringify(MANIFEST));
  await writeFile(path.join(source, 'main.js'), MAIN);
  const flags = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', vsix];
  await run(process.execPath, [path.join(ROOT, 'node_modules/@vscode/vsce/vsce'), 'package', ...flags], {
    cwd: source,
    what: 'Packaging the extension that opens the views',
  });
  return vsix;
}
