import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { isRecord } from '../../../src/base/record';
import { activePosition, ErrorsView } from '../helpers/errors';
import { until } from '../helpers/harness';
import { signedIn } from '../helpers/product';

const run = vscode.commands.executeCommand;
const execute = promisify(execFile);

/** A program with an uncaught error that the public SDK reports. */
const PROGRAM = `const Sentry = require('@sentry/node');

Sentry.init({ dsn: process.env.SENTRY_DSN, release: 'till@2.0.1' });

function changeFor(paid, price) {
  if (paid > price) throw new EvalError('the till is empty'); // it breaks here
  return 0;
}

setTimeout(() => changeFor(20, 13), 0);
`;
const THROWING_LINE = PROGRAM.split('\n').findIndex((line) => line.includes('it breaks here')) + 1;

describe('from a throwing program to its line', () => {
  const folder = (): vscode.Uri => {
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    return first.uri;
  };
  const till = (): vscode.Uri => vscode.Uri.joinPath(folder(), 'till');

  /** Creates a client key with its rows, and returns the copied DSN. */
  const createdDsn = async (view: ErrorsView): Promise<string> => {
    const keys = await view.row('acme/storefront', 'Client Keys');
    const before = await view.labels(keys);
    await run('switchyard.createClientKey', keys);
    const created = (await view.labels(keys)).find((label) => !before.includes(label));
    assert.match(created ?? '', /^Key #\d+$/);
    await run('switchyard.copyClientKey', await view.row('acme/storefront', 'Client Keys', created ?? ''));
    return vscode.env.clipboard.readText();
  };

  afterEach(async () => {
    await run('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(till(), { recursive: true });
  });

  it('shows an error of @sentry/node in the view, and opens the throwing line from its frame', async () => {
    const view = new ErrorsView(await signedIn('owner'));
    await run('switchyard.errors.focus');
    const file = vscode.Uri.joinPath(till(), 'till.cjs');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(PROGRAM));
    const extension = vscode.extensions.getExtension('switchyard.switchyard')?.extensionPath ?? '';
    const ended = await execute(process.execPath, [file.fsPath], {
      cwd: till().fsPath,
      env: {
        ...process.env,
        ELECTRON_RUN_AS_NODE: '1',
        NODE_OPTIONS: '',
        NODE_PATH: path.join(extension, 'node_modules'),
        SENTRY_DSN: await createdDsn(view),
      },
    }).then(
      () => 'in peace',
      (error: unknown) => (isRecord(error) ? String(error['stderr']) : ''),
    );
    assert.match(ended, /EvalError/, 'the program throws');

    await run('switchyard.refreshErrors');
    const title = 'EvalError: the till is empty';
    const error = await view.row('acme/storefront', title);
    assert.match(view.show(error).label, /^1× /);
    const frames = await until(async () => {
      const labels = await view.labels(error);
      return labels.length > 0 && labels;
    });
    assert.equal(frames[0], 'changeFor');
    await view.click(await view.row('acme/storefront', title, 'changeFor'));
    const at = activePosition();
    assert.deepEqual([at?.scheme, at?.path, at?.line], ['file', file.path, THROWING_LINE]);
    assert.match(at?.text ?? '', /it breaks here/);
  });
});
