import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import { sandbox, until } from './harness';
import { type Product, shownIn } from './product';

const { commands, window } = vscode;
const STORE = '/projects/acme%2Fstorefront';

/** Sends a request to the sandbox as the owner, without the extension. */
async function askAsOwner(method: string, path: string, body?: object): Promise<unknown> {
  const { url, tokens } = sandbox.info;
  const response = await fetch(`${url}/api/v4${path}`, {
    method,
    headers: { 'private-token': tokens['owner'] ?? '', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return response.json();
}

/** Creates a client key and returns its DSN. */
export async function newDsn(): Promise<string> {
  const key = (await askAsOwner('POST', `${STORE}/error_tracking/client_keys`)) as { sentry_dsn: string };
  return key.sentry_dsn;
}

/** Changes the settings of the storefront's error tracking. */
export async function trackingIs(settings: { active: boolean; integrated: boolean }): Promise<void> {
  await askAsOwner('PUT', `${STORE}/error_tracking/settings`, settings);
}

/** Sends an event with the public protocol, as SDKs do. */
export async function sendEvent(dsn: string, event: object): Promise<void> {
  const { origin, pathname, username } = new URL(dsn);
  const at = pathname.lastIndexOf('/');
  const response = await fetch(`${origin}${pathname.slice(0, at)}/api/${pathname.slice(at + 1)}/envelope/`, {
    method: 'POST',
    headers: { 'X-Sentry-Auth': `Sentry sentry_version=7, sentry_key=${username}` },
    body: `{}\n{"type":"event"}\n${JSON.stringify(event)}\n`,
  });
  assert.equal(response.status, 200, await response.text());
}

interface SentFrame {
  readonly function: string;
  readonly filename: string;
  readonly lineno: number;
  readonly [name: string]: unknown;
}

/** An exception with its frames, the outermost first. */
export const exception = (type: string, value: string, frames: readonly SentFrame[]) => ({
  platform: 'node',
  exception: { values: [{ type, value, stacktrace: { frames } }] },
});

/** The Errors view, with rows addressed by their labels. */
export class ErrorsView {
  readonly product: Product;

  constructor(it: Product) {
    this.product = it;
  }

  open(node?: TreeNode): Promise<TreeNode[]> {
    return this.product.parts.views.errors.tree.getChildren(node);
  }

  show(node: TreeNode) {
    return shownIn(this.product.parts.views.errors.tree, node);
  }

  async labels(node?: TreeNode): Promise<string[]> {
    return (await this.open(node)).map((child) => this.show(child).label);
  }

  async find(...path: readonly string[]): Promise<TreeNode | undefined> {
    let node: TreeNode | undefined;
    for (const name of path) {
      node = (await this.open(node)).find((child) => {
        const { label, accessibleLabel } = this.show(child);
        return label.startsWith(name) || accessibleLabel.startsWith(`Error ${name}`);
      });
      if (node === undefined) return undefined;
    }
    return node;
  }

  /** Waits for a row and returns it. The path has labels, or their beginnings, from the root down. */
  row(...path: readonly string[]): Promise<TreeNode> {
    return until(() => this.find(...path), { description: `there is a row ${path.join(', ')}` });
  }

  project(): Promise<TreeNode> {
    return this.row('acme/storefront');
  }

  /** Runs the command of a row, as a click does. */
  async click(node: TreeNode): Promise<void> {
    const { command } = this.show(node);
    assert.ok(command, 'a click does nothing');
    await commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
  }
}

/** URI, line (from 1), and text at the cursor of the active editor. */
export function activePosition() {
  const editor = window.activeTextEditor;
  return editor === undefined
    ? undefined
    : {
        scheme: editor.document.uri.scheme,
        path: editor.document.uri.path,
        line: editor.selection.active.line + 1,
        text: editor.document.lineAt(editor.selection.active.line).text,
      };
}
