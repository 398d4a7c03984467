import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { sandbox, until } from './harness';
import { ask, STORE } from './product';

// Helpers for tests of diffs in the editor.

/** Has renames, modes, an image, and unusual names. */
const TIDY = 'chore/tidy';

interface WireMergeRequest {
  readonly iid: number;
  readonly web_url: string;
}
interface WireDiff {
  readonly new_path: string;
}

const keyOf = (iid: number) => ({ base: sandbox.info.url, project: 1, iid });
export const changeOf = (name: string, iid: number) => ({
  target: { kind: 'change', mergeRequest: keyOf(iid), path: name },
});
export const mergeRequestOf = (iid: number) => ({
  target: { kind: 'merge-request', mergeRequest: keyOf(iid) },
});
export const openDiff = (name: string, iid: number) =>
  vscode.commands.executeCommand('switchyard.openFileDiff', changeOf(name, iid));
export const activeTab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;

/** Waits until the label of the active tab starts with one of the labels, and returns the tab. */
export const tabNamed = (...labels: readonly string[]): Promise<vscode.Tab> =>
  until(() => (labels.some((label) => activeTab()?.label.startsWith(label)) ? activeTab() : undefined), {
    description: () => `the tab ${labels.join(' or ')} is active; there was ${activeTab()?.label}`,
  });
export function sidesOf(tab: vscode.Tab): readonly [vscode.Uri, vscode.Uri] {
  assert.ok(tab.input instanceof vscode.TabInputTextDiff);
  return [tab.input.original, tab.input.modified];
}
export const read = async (uri: vscode.Uri): Promise<string> =>
  (await vscode.workspace.openTextDocument(uri)).getText();

/** Requests for files so far. */
export const asked = async (): Promise<readonly string[]> =>
  (await sandbox.requests())
    .map(({ path: asks }) => asks)
    .filter((asks) => asks.includes('/repository/files/'));
export const filesOf = (iid: number) => ask<WireDiff[]>(`${STORE}/merge_requests/${iid}/diffs?per_page=100`);

/** A merge request of the demo world with many kinds of files. `title` returns the title of a file's diff. */
export async function tidied() {
  const [found] = await ask<WireMergeRequest[]>(`${STORE}/merge_requests?source_branch=${TIDY}`);
  assert.ok(found);
  const { length } = await ask<unknown[]>(`${STORE}/merge_requests/${found.iid}/versions`);
  const title = (name: string): string => `${name} (!${found.iid} base ↔ version ${length})`;
  return { iid: found.iid, page: found.web_url, title };
}

/** Pushes a branch that the open clone doesn't have, and creates a merge request. Returns its IID. */
export async function pushed(
  branch: string,
  make: (write: (name: string, text: string) => void) => void,
): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-review-'));
  const { url, tokens } = sandbox.info;
  const address = new URL(`${url}/acme/storefront.git`);
  [address.username, address.password] = ['mara', tokens['maintainer'] ?? ''];
  const git = (...args: string[]) =>
    promisify(execFile)('git', [
      '-C',
      folder,
      '-c',
      'user.name=Mara',
      '-c',
      'user.email=m@acme.example',
      ...args,
    ]);
  try {
    await git('clone', '--quiet', address.href, '.');
    await git('checkout', '--quiet', '-b', branch);
    make((name, text) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    });
    await git('add', '--all');
    await git('commit', '--quiet', '--message', branch);
    await git('push', '--quiet', 'origin', branch);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const answer = await fetch(`${url}/api/v4${STORE}/merge_requests`, {
    method: 'POST',
    headers: { 'private-token': tokens['maintainer'] ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ source_branch: branch, target_branch: 'main', title: branch }),
  });
  assert.equal(answer.status, 201);
  await sandbox.advance(5_000);
  return ((await answer.json()) as { iid: number }).iid;
}
