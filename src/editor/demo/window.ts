import path from 'node:path';
import { commands, type ExtensionContext, type Uri, workspace } from 'vscode';
import { background } from '../../base/background';
import type { DisposableStore } from '../../base/disposable';
import { parseUrl } from '../../base/parse-url';
import {
  demoEnded,
  demoNotStarted,
  removeDemoAction,
  startDemoAction,
} from '../../presentation/demo/messages';
import { VIEW } from '../../presentation/shared/view-ids';
import { editorContextKeys } from '../shared/context-keys';
import type { EnvironmentAccount } from '../shared/own-environment';
import { editorPrompts } from '../shared/prompts';
import { reconnectDemo } from './clone';
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
    await writeDemoRecord(root, { owner: process.pid, url: server.url, shown: true });
    await reconnectWhenTrusted(server.url, clone, store);
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

/** In an untrusted window, git isn't run in the folder. */
async function reconnectWhenTrusted(url: string, clone: string, store: DisposableStore): Promise<void> {
  if (workspace.isTrusted) await reconnectDemo(url, clone);
  else {
    store.add(
      workspace.onDidGrantWorkspaceTrust(() => {
        background(reconnectDemo(url, clone));
      }),
    );
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
