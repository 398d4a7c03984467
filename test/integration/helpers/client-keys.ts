import assert from 'node:assert/strict';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import { sandbox } from './harness';
import { ask, type Product, shownIn, signedIn, STORE } from './product';

export interface WireKey {
  readonly id: number;
  readonly public_key: string;
  readonly sentry_dsn: string;
}

export const PLACE = { project: 1, path: 'acme/storefront' };
/** The keys on the server, the latest first. */
export const keysOnServer = (): Promise<WireKey[]> => ask(`${STORE}/error_tracking/client_keys?per_page=100`);

/** Writes a key to a source file in two forms, and to a file that Git ignores. */
export async function writeKeyFiles(root: string, { sentry_dsn, public_key }: WireKey) {
  const coded = vscode.Uri.file(path.join(root, 'src', 'telemetry.ts'));
  const env = vscode.Uri.file(path.join(root, '.env.local'));
  await writeFile(
    coded.fsPath,
    `// first\nSentry.init({ dsn: "${sentry_dsn}" });\nconst other = '${public_key}';\n`,
  );
  await writeFile(env.fsPath, `SENTRY_DSN=${sentry_dsn}\n`);
  await appendFile(path.join(root, '.git', 'info', 'exclude'), '\n.env.local\n');
  const removeFiles = async (): Promise<void> => {
    for (const { fsPath } of [coded, env]) await rm(fsPath, { force: true });
  };
  return { coded, env, removeFiles };
}

/**
 * Client keys of the storefront in the Errors view. Registers hooks in the surrounding `describe`. After each test, they
 * assert that no text contains a key.
 */
export function keysInView() {
  let extension: Product;
  let root = '';
  /** Secrets of all created keys. They must not appear anywhere. */
  const secrets = new Set<string>();
  const texts: string[] = [];

  const run = (command: string, argument?: unknown) =>
    vscode.commands.executeCommand(`switchyard.${command}`, argument);
  const shown = (node: TreeNode) => shownIn(extension.parts.views.errors.tree, node);
  const open = (node?: TreeNode) => extension.parts.views.errors.tree.getChildren(node);

  /** Returns the section of the storefront. */
  const section = async (): Promise<TreeNode> => {
    const project = (await open()).find(
      ({ data }) => data.kind === 'error-project' && data.place.path === PLACE.path,
    );
    assert.ok(project, 'the storefront is in the view');
    const found = (await open(project)).find(({ data }) => data.kind === 'client-keys');
    assert.ok(found, 'the project has its client keys');
    return found;
  };
  const rows = async () => {
    const inside = await open(await section());
    return Promise.all(
      inside.map(async (node) => ({ node, ...shown(node), steps: (await open(node)).map(shown) })),
    );
  };
  const rowOf = async (id: number) => {
    const found = (await rows()).find(({ label }) => label === `Key #${id}`);
    assert.ok(found, `key ${id} has a row`);
    return found;
  };
  const noteSecrets = async (): Promise<WireKey[]> => {
    const keys = await keysOnServer();
    for (const { public_key, sentry_dsn } of keys) secrets.add(public_key).add(sentry_dsn);
    return keys;
  };
  /** Creates a key with the command, and returns it. */
  const created = async (): Promise<WireKey> => {
    const before = await keysOnServer();
    await run('createClientKey', await section());
    const fresh = (await noteSecrets()).find(({ id }) => before.every((each) => each.id !== id));
    assert.ok(fresh, 'a key was created');
    return fresh;
  };
  const problemsIn = (uri: vscode.Uri) =>
    vscode.languages.getDiagnostics(uri).filter(({ code }) => code === 'client-key');
  /**
   * All texts that could contain a secret: those recorded in this test, the log, documents, problems, and request
   * lines.
   */
  const everything = async (): Promise<readonly string[]> => {
    const documents = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme !== 'file');
    return [
      ...texts,
      ...extension.logLines,
      ...documents.flatMap((each) => [each.uri.toString(), each.getText()]),
      ...vscode.languages
        .getDiagnostics()
        .flatMap(([uri, found]) => [uri.toString(), ...found.map(({ message }) => message)]),
      ...(await sandbox.requests()).map((each) => each.path),
    ];
  };

  before(async () => {
    secrets.clear();
    texts.length = 0;
    extension = await signedIn();
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    assert.ok(path.isAbsolute(root));
    await vscode.commands.executeCommand('switchyard.errors.focus');
    await noteSecrets();
  });
  afterEach(async () => {
    for (const each of await rows()) {
      const { target } = each.node;
      texts.push(
        JSON.stringify({ ...each, node: undefined, command: undefined, target, data: each.node.data }),
      );
    }
    const { script } = extension;
    texts.push(
      ...script.messages.flatMap(({ message, actions }) => [message, ...actions.map(({ title }) => title)]),
      ...script.mentioned,
      ...script.problems,
      JSON.stringify([script.offered, script.confirmed, script.asked]),
      JSON.stringify(extension.state()),
    );
    await noteSecrets();
    const all = await everything();
    assert.ok(secrets.size >= 2 && all.length > 50 && extension.logLines.length > 0);
    for (const text of all)
      for (const secret of secrets)
        assert.ok(!text.includes(secret), `a key is in: ${text.replaceAll(secret, '‹key›').slice(0, 500)}`);
  });

  return {
    get it() {
      return extension;
    },
    set it(product: Product) {
      extension = product;
    },
    get root() {
      return root;
    },
    texts,
    run,
    shown,
    open,
    section,
    rows,
    rowOf,
    noteSecrets,
    created,
    problemsIn,
  };
}
