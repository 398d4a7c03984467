import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, until } from './harness';
import { ask, type Product, signedIn, STORE } from './product';

/** A merge request of the storefront with threads, its branch, and the file that they are in. */
export const IID = 11;
export const BRANCH = 'feature/search-facets';
export const FILE = 'src/catalog/search.ts';
const run = vscode.commands.executeCommand;

interface WireThread {
  readonly id: string;
  readonly individual_note: boolean;
  readonly notes: readonly {
    readonly body: string;
    readonly id: number;
    readonly system?: boolean;
    readonly resolved?: boolean;
    readonly internal?: boolean;
    readonly position?: {
      readonly new_line: number | null;
      readonly old_line: number | null;
      readonly position_type: string;
      readonly new_path: string;
      readonly line_range: unknown;
      readonly base_sha: string;
      readonly head_sha: string;
    };
  }[];
}

/** Opens the diff of a file with threads. Registers hooks in the surrounding `describe`. */
export function threadsInDiff() {
  let extension: Product;
  /** Makes comment threads that replace those of the editor's comment boxes. */
  let boxes: vscode.CommentController;
  before(async function () {
    this.timeout(180_000);
    extension = await signedIn();
    boxes = vscode.comments.createCommentController('test', 'Test');
    await run('switchyard.mergeRequests.focus');
  });
  // A test may have closed the editors.
  beforeEach(async function () {
    this.timeout(60_000);
    await run('switchyard.openFileDiff', {
      target: { kind: 'change', mergeRequest: key(), path: FILE },
    });
    await until(async () => (await threads()).length > 0, { timeout: 30_000 });
  });
  after(async () => {
    boxes.dispose();
    await run('workbench.action.closeAllEditors');
  });
  afterEach(async () => {
    await sandbox.clearFaults();
    extension.script.allow(false);
  });

  const key = (iid = IID) => ({ base: sandbox.info.url, project: 1, iid });
  const review = async () => await extension.parts.mergeRequestFeature.load();
  const side = (which: 'original' | 'modified' = 'modified'): vscode.Uri => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    return input[which];
  };
  const threads = async (uri = side()) => (await review()).boxes.threadsOn(uri.toString());
  const bodies = (thread: vscode.CommentThread): readonly string[] =>
    thread.comments.map(({ body }) => (typeof body === 'string' ? body : body.value));
  const threadWith = (words: string, uri?: vscode.Uri): Promise<vscode.CommentThread> =>
    until(
      async () => (await threads(uri)).find((thread) => bodies(thread).some((body) => body.includes(words))),
      {
        description: `a thread with ${words}`,
      },
    );
  const typedAt = (start: number, end: number, text: string, uri = side()) => ({
    // Like the range of a drag in the editor: up to the end of the last line.
    thread: boxes.createCommentThread(uri, new vscode.Range(start - 1, 0, end - 1, 1), []),
    text,
  });
  /** Starts a thread on a line of the new file without the extension, and waits until it is shown. */
  const startThread = async (body: string, line: number): Promise<vscode.CommentThread> => {
    const { url, tokens } = sandbox.info;
    const at = `${STORE}/merge_requests/${IID}`;
    const { diff_refs: refs } = await ask<{ diff_refs: Readonly<Record<string, string>> }>(at);
    const position = { ...refs, position_type: 'text', old_path: FILE, new_path: FILE, new_line: line };
    const answer = await fetch(`${url}/api/v4${at}/discussions`, {
      method: 'POST',
      headers: { 'private-token': tokens['maintainer'] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ body, position }),
    });
    assert.equal(answer.status, 201);
    await (await extension.parts.mergeRequestView.load()).review.discussions.refresh(key());
    return threadWith(body);
  };
  /** Comments without system notes. */
  const wire = async (iid = IID): Promise<readonly WireThread[]> => {
    const all = await ask<WireThread[]>(`${STORE}/merge_requests/${iid}/discussions?per_page=100`);
    return all.filter(({ notes }) => notes.some(({ system }) => system !== true));
  };

  return {
    get it() {
      return extension;
    },
    key,
    side,
    threads,
    bodies,
    threadWith,
    startThread,
    typedAt,
    wire,
  };
}
