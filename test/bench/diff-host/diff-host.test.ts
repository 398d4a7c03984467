import { execFileSync } from 'node:child_process';
import path from 'node:path';
import * as vscode from 'vscode';
import { sandbox, until } from '../../integration/helpers/harness';
import { ask, signedIn, STORE } from '../../integration/helpers/product';

interface WireMergeRequest {
  readonly iid: number;
  readonly source_branch: string;
  readonly diff_refs: { readonly base_sha: string; readonly head_sha: string };
}
interface WireDiff {
  readonly new_path: string;
  readonly old_path: string;
  readonly diff: string;
  readonly new_file: boolean;
  readonly deleted_file: boolean;
}
interface GitExports {
  getAPI(version: 1): { toGitUri(uri: vscode.Uri, ref: string): vscode.Uri };
}

const ROUNDS = 5;
const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
const run = vscode.commands.executeCommand;

describe('cost of opening a diff', () => {
  it('is measured from the click until both sides are visible', async () => {
    const extension = await signedIn();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    if (folder === undefined) throw new Error('no folder is open');
    const root = folder.uri.fsPath;
    const git = vscode.extensions.getExtension<GitExports>('vscode.git');
    const api = (await git?.activate())?.getAPI(1);
    if (api === undefined) throw new Error('there is no git extension');
    const places = await placesIn(root);

    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      for (const { mergeRequest, refs, file } of places) {
        const target = {
          kind: 'change',
          mergeRequest: { base: sandbox.info.url, project: 1, iid: mergeRequest },
          path: file,
        };
        const own = await timed(() => run('switchyard.openFileDiff', { target }));
        const uri = vscode.Uri.file(path.join(root, file));
        const sides = [api.toGitUri(uri, refs.base_sha), api.toGitUri(uri, refs.head_sha)] as const;
        const git_ = await timed(() => run('vscode.diff', ...sides, 'git'));
        // The first round includes initialization and isn't measured.
        if (round < 0) continue;
        ours.push(own);
        theirs.push(git_);
      }
    }
    const [own, other] = [median(ours), median(theirs)];
    console.log(
      `  click to visible diff, ${places.length} files, ${ROUNDS} times: ${own.toFixed(0)} ms; VS Code’s git diff of the ` +
        `same ${other.toFixed(0)} ms; ${(own / other).toFixed(2)} x, goal at most 1.2 x`,
    );
    if (extension.script.messages.length > 0)
      throw new Error(`Unexpected messages: ${JSON.stringify(extension.script.messages)}`);
  }).timeout(400_000);

  /** Returns changed files whose commits are in the clone. */
  async function placesIn(root: string) {
    const places: {
      readonly mergeRequest: number;
      readonly refs: WireMergeRequest['diff_refs'];
      readonly file: string;
    }[] = [];
    for (const { iid } of await ask<WireMergeRequest[]>(`${STORE}/merge_requests?state=opened&per_page=20`)) {
      const { diff_refs: refs } = await ask<WireMergeRequest>(`${STORE}/merge_requests/${iid}`);
      if (!hasCommit(root, refs.head_sha) || !hasCommit(root, refs.base_sha)) continue;
      for (const file of await ask<WireDiff[]>(`${STORE}/merge_requests/${iid}/diffs?per_page=100`)) {
        const changed = !file.new_file && !file.deleted_file && file.old_path === file.new_path;
        if (changed && file.diff.startsWith('@@'))
          places.push({ mergeRequest: iid, refs, file: file.new_path });
      }
    }
    if (places.length === 0) throw new Error('no merge request changes a file whose commits are here');
    return places.slice(0, 12);
  }

  function hasCommit(root: string, sha: string): boolean {
    try {
      execFileSync('git', ['-C', root, 'cat-file', '-e', `${sha}^{commit}`], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the time until the diff is active and both of its editors are visible, in milliseconds. */
  async function timed(open: () => Thenable<unknown>): Promise<number> {
    const began = performance.now();
    await open();
    await until(() => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      if (!(input instanceof vscode.TabInputTextDiff)) return false;
      const seen = vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString());
      return seen.includes(input.original.toString()) && seen.includes(input.modified.toString());
    });
    const ms = performance.now() - began;
    await run('workbench.action.closeAllEditors');
    return ms;
  }
});
