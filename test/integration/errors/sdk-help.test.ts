import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { type Product, signedIn } from '../helpers/product';

const KEYS = '/projects/acme%2Fstorefront/error_tracking/client_keys';

interface Key {
  readonly id: number;
  readonly public_key: string;
}

/** Manages client keys with requests to the sandbox. */
async function keys(method: 'GET' | 'POST' | 'DELETE', id?: number): Promise<unknown> {
  const { url, tokens } = sandbox.info;
  const response = await fetch(`${url}/api/v4${KEYS}${id === undefined ? '' : `/${id}`}`, {
    method,
    headers: { 'private-token': tokens['owner'] ?? '' },
  });
  assert.ok(response.ok, `${method} ${response.status}`);
  return response.json();
}

const storefront = async ({ parts }: Product) => {
  const search = await parts.projects.search();
  assert.ok(search.state === 'found');
  const found = search.projects.flatMap((outcome) => (outcome.ok ? [outcome.project] : []));
  const project = found.find(({ path }) => path === 'acme/storefront');
  assert.ok(project);
  return { target: { kind: 'project', project: project.key, path: project.path } };
};

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`switchyard.${command}`, ...args);

let documents = 0;

/**
 * Opens a new file with a name that no earlier one had: a new file with the same name can get the text of a closed
 * one, until VS Code has deleted its backup.
 */
async function editorOf(language: string, content: string): Promise<vscode.TextEditor> {
  const uri = vscode.Uri.from({ scheme: 'untitled', path: `sdk-setup-${++documents}` });
  const plain = await vscode.workspace.openTextDocument(uri);
  const document = await vscode.languages.setTextDocumentLanguage(plain, language);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), content);
  await vscode.workspace.applyEdit(edit);
  return vscode.window.showTextDocument(document);
}

/** Commands in the Command Palette require a signed-in account and a known project. */
describe('inserting an SDK setup', () => {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('inserts the setup below the line of the cursor, and removes it with one undo', async () => {
    const before = 'def main():\n    serve()\n    wait()\n';
    const editor = await editorOf('python', before);
    editor.selection = new vscode.Selection(1, 4, 1, 9);
    await run('insertSdkSetup');
    const after = editor.document.getText();
    assert.ok(after.startsWith('def main():\n    serve()\n    # pip install'), after);
    assert.ok(after.endsWith('\n    wait()\n'), after);
    assert.match(after, /^ {4}import sentry_sdk$/m);
    assert.match(after, /^ {8}dsn=os\.environ\.get\("SENTRY_DSN"\),$/m);
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), before);
  });

  it('fills an empty file of the language with a complete program', async () => {
    const editor = await editorOf('go', '');
    await run('insertSdkSetup');
    assert.match(editor.document.getText(), /^package main$/m);
    assert.match(editor.document.getText(), /sentry-go@v0\.20\.0/);
  });

  it('inserts dollar signs and braces literally', async () => {
    const editor = await editorOf('php', '<?php\n\n');
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    await run('insertSdkSetup');
    assert.match(editor.document.getText(), /'dsn' => getenv\('SENTRY_DSN'\) \?: null,/);
    assert.ok(editor.document.getText().startsWith('<?php\n'));
  });

  it('asks for the language in other files, lists the supported items of each, and opens a new file', async () => {
    const other = await editorOf('plaintext', 'notes');
    extension.script.choose((labels) => labels.indexOf('Node.js'));
    await run('insertSdkSetup');
    const rows = extension.script.offered.at(-1) ?? [];
    assert.deepEqual(
      rows.map(({ label, description }) => [label, description]),
      [
        ['Go', 'exceptions, messages'],
        ['Java', 'exceptions, messages'],
        ['Node.js', 'exceptions, messages'],
        ['PHP', 'exceptions, messages'],
        ['Python', 'exceptions, messages, sessions'],
        ['Ruby', 'exceptions, messages'],
        ['Rust', 'exceptions, messages, sessions'],
      ],
    );
    // The new editor becomes active after the command has finished.
    const opened = await until(() => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.isUntitled === true && active.languageId === 'javascript' && active;
    });
    assert.match(opened.getText(), /dsn: process\.env\.SENTRY_DSN/);
    assert.equal(other.document.getText(), 'notes');
  });
});

describe('test event', () => {
  it('arrives in the project, with a button that shows it, and without secrets in requests, logs, messages, or state', async () => {
    const it = await signedIn();
    await keys('POST');
    await sandbox.clearRequests();
    const notification = it.script.nextMessage();
    await run('sendTestEvent', await storefront(it));
    const { severity, message, actions } = await notification;
    assert.deepEqual(
      [severity, message.replace(/\d+/, '7'), actions.map(({ title }) => title)],
      ['info', 'Test event received as error #7.', ['Show Error']],
    );
    const requests = await sandbox.requests();
    const sent = requests.filter(({ path }) => path.includes('/collector/'));
    assert.deepEqual(
      sent.map(({ method, path, status }) => [method, path.replace(/^.*\/(?=\w+\/$)/, ''), status]),
      [['POST', 'envelope/', 200]],
    );
    const secrets = [
      ...((await keys('GET')) as Key[]).map((key) => key.public_key),
      sandbox.info.tokens['maintainer'] ?? '',
    ];
    assert.ok(secrets.length > 1 && secrets.every((secret) => secret.length > 8));
    const texts = [
      ...it.logLines,
      ...it.script.messages.map((each) => each.message),
      JSON.stringify(it.state()),
      JSON.stringify(requests),
    ];
    for (const secret of secrets) {
      for (const text of texts) assert.ok(!text.includes(secret), 'a secret is stored or shown');
    }
  });

  it('is sent in the format of the SDK of the file’s language', async () => {
    const it = await signedIn();
    await editorOf('go', 'package main\n');
    await sandbox.clearRequests();
    await run('sendTestEvent', await storefront(it));
    const requests = await sandbox.requests();
    assert.ok(requests.some(({ path }) => path.endsWith('/store/')));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it("isn't sent without a client key, which the message offers to create", async () => {
    const it = await signedIn();
    for (const { id } of (await keys('GET')) as Key[]) await keys('DELETE', id);
    await sandbox.clearRequests();
    try {
      const notification = it.script.nextMessage();
      await run('sendTestEvent', await storefront(it));
      const { message, actions } = await notification;
      assert.equal(message, "Couldn't send the test event. acme/storefront has no active client key.");
      assert.deepEqual(
        actions.map(({ title }) => title),
        ['Create Client Key'],
      );
      assert.ok((await sandbox.requests()).every(({ path }) => !path.includes('/collector/')));
    } finally {
      await keys('POST');
    }
  });

  it('shows why the server rejected it', async () => {
    const it = await signedIn();
    await sandbox.fault({ kind: 'throttle', path: '**/collector/**', next: 1 });
    try {
      await run('sendTestEvent', await storefront(it));
      const notification = await until(() => it.script.messages.at(-1));
      assert.match(
        notification.message,
        /^Couldn't send the test event to acme\/storefront\. .* is rate limiting events\./s,
      );
      assert.ok(notification.actions.some(({ title }) => title === 'Retry'));
    } finally {
      await sandbox.clearFaults();
    }
  });
});
