import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { git } from './git';
import { until } from './harness';

interface Git {
  getAPI(version: 1): {
    readonly repositories: readonly {
      readonly state: { readonly HEAD?: { readonly name?: string; readonly commit?: string } };
      status(): Promise<void>;
    }[];
  };
}

async function gitExtension(): Promise<vscode.Extension<Git>> {
  const extension = vscode.extensions.getExtension<Git>('vscode.git');
  assert.ok(extension);
  if (!extension.isActive) await extension.activate();
  return extension;
}

/** Waits until the editor's git detects a checkout outside of it. `undefined`: a detached HEAD. */
export async function seenBranch(folder: string, branch: string | undefined): Promise<void> {
  const { exports } = await gitExtension();
  const head = await git(folder, 'rev-parse', 'HEAD');
  await until(
    async () => {
      const [repository] = exports.getAPI(1).repositories;
      await repository?.status();
      return repository?.state.HEAD?.name === branch && repository?.state.HEAD?.commit === head;
    },
    { description: `git sees ${branch ?? 'a detached head'}` },
  );
}
