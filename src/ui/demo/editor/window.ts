import path from 'node:path';
import { commands, type ExtensionContext, type Uri, workspace } from 'vscode';
import { GitFailedError } from '../../../app/shared/git-port';
import { background } from '../../../base/background';
import type { DisposableStore } from '../../../base/disposable';
import { parseUrl } from '../../../base/parse-url';
import {
  demoEnded,
  demoNotStarted,
  demoNotUpdated,
  removeDemoAction,
  startDemoAction,
} from '../../../presentation/demo/messages';
import { VIEW } from '../../../presentation/shared/view-ids';
import { editorContextKeys } from '../../shared/editor/context-keys';
import type { EnvironmentAccount } from '../../shared/editor/own-environment';
import { editorPrompts } from '../../shared/editor/prompts';
import { reconnectDemo, serverCommits } from './clone';
import { readDemoRecord, writeDemoRecord } from './folder';
import { type DemoServer, startDemoServer } from './server';

/** The demo in this window. */
export interface DemoWindow {
  readonly root: string;
  /** Undefined if it couldn't be started. */
  readonly server: DemoServer | undefined;
  /** URL of the server when it last ran. */
  readonly formerUrl: string | undefined;
}

/** The bundled sandbox. */
export const demoScript = ({ extensionPath }: Pick<ExtensionContext, 'extensionPath'>): string =>
  path.join(extensionPath, 'dist', 'sandbox.js');

/** The account of the demo, which exists only in this window and only in memory. */
export const demoAccount = ({ server }: DemoWindow): EnvironmentAccount => ({
  host: server?.url,
  token: server?.token,
});

/** Starts the server of the demo whose clone is open. If that fails, the views offer to start it again. */
export async function runDemo(
  context: Pick<ExtensionContext, 'extension' | 'extensionPath'>,
  { fsPath: clone }: Uri,
  store: DisposableStore,
): Promise<DemoWindow> {
  const root = path.dirname(clone);
  const record = await readDemoRecord(root);
  const formerUrl = record?.url;
  try {
    const port = Number(parseUrl(formerUrl ?? '')?.port ?? 0);
    const server = store.add(await startDemoServer({ script: demoScript(context), port }));
    const commits = await commitsAtStarts(record?.commits, server.url, root);
    await writeDemoRecord(root, {
      owner: process.pid,
      url: server.url,
      shown: true,
      ...(commits === undefined ? {} : { commits: [...commits] }),
    });
    await whenTrusted(store, () => updateClone(server.url, clone, commits ?? []));
    editorContextKeys.set('switchyard.demo', 'running');
    background(
      server.ended.then((isUnexpected) => {
        if (isUnexpected) offerToStart(demoEnded());
      }),
    );
    if (record?.shown !== true) background(showFirstSteps(context.extension.id));
    return { root, server, formerUrl };
  } catch (error) {
    offerToStart(demoNotStarted(error instanceof Error ? error.message : String(error)));
    return { root, server: undefined, formerUrl };
  }
}

/**
 * Adds the commits of the server to those of earlier starts. The server was just started, so it has no commits of
 * the user. Undefined if those of earlier starts are unknown.
 */
async function commitsAtStarts(
  earlier: readonly string[] | undefined,
  url: string,
  root: string,
): Promise<readonly string[] | undefined> {
  if (earlier === undefined) return undefined;
  // Without Git, the server runs all the same, and the clone doesn't get these commits.
  const now = await serverCommits(url, root).catch(() => []);
  return [...new Set([...earlier, ...now])];
}

/** In an untrusted window, git isn't run in the folder. */
async function whenTrusted(store: DisposableStore, work: () => Promise<void>): Promise<void> {
  if (workspace.isTrusted) await work();
  else {
    store.add(
      workspace.onDidGrantWorkspaceTrust(() => {
        background(work());
      }),
    );
  }
}

/** Connects the clone with the server. Failures of Git are shown, but the demo works without it. */
async function updateClone(url: string, clone: string, commits: readonly string[]): Promise<void> {
  try {
    await reconnectDemo(url, clone, commits);
  } catch (error) {
    const reason = error instanceof GitFailedError ? error.output : String(error);
    editorPrompts.showMessage('info', demoNotUpdated(reason), []);
  }
}

function offerToStart(message: string): void {
  editorContextKeys.set('switchyard.demo', 'stopped');
  editorPrompts.showMessage('error', message, [
    startDemoAction(editorPrompts),
    removeDemoAction(editorPrompts),
  ]);
}

/** Opens the walkthrough and the views in the window of a new demo. */
async function showFirstSteps(extension: string): Promise<void> {
  await commands.executeCommand('workbench.action.openWalkthrough', `${extension}#firstSteps`, false);
  await commands.executeCommand(`${VIEW.pipelines}.focus`);
}
