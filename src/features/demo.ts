import { commands, env, Uri, workspace } from 'vscode';
import { componentLog } from '../base/log';
import { logFailure } from '../base/log-failure';
import type { Services } from '../services';
import { demoCommands } from '../ui/demo/commands/commands';
import { readDemoRecord, removeDemo, removeEndedDemos } from '../ui/demo/editor/folder';
import { ownWork } from '../ui/demo/editor/own-work';
import { prepareDemo } from '../ui/demo/editor/prepare';
import { demoScript } from '../ui/demo/editor/window';
import type { CommandRow } from '../ui/shared/commands/command-row';

/** Returns the commands of the demo project. */
export function demoCommandRows(services: Services): readonly CommandRow[] {
  const { accounts, context, demo, log, prompts } = services;
  // The server has a new port; remove the data stored for the previous one.
  if (demo?.formerUrl !== undefined && demo.formerUrl !== demo.server?.url)
    logFailure(
      componentLog(log, 'demo'),
      "Couldn't remove the data of the previous demo server",
      accounts.forgetUnstored(demo.formerUrl),
    );
  const storage = context.globalStorageUri.fsPath;
  return demoCommands({
    prompts,
    demo,
    removeEnded: async () => {
      const { urls, kept } = await removeEndedDemos(storage);
      for (const url of urls) await accounts.forgetUnstored(url);
      return kept;
    },
    prepare: (signal) => prepareDemo({ storage, script: demoScript(context) }, signal),
    // Don't run Git in an untrusted folder.
    ownWork: async () =>
      demo !== undefined && workspace.isTrusted
        ? ownWork(demo.root, (await readDemoRecord(demo.root))?.commits)
        : undefined,
    openFolder: async (folder) => {
      const isEmpty = workspace.workspaceFolders === undefined;
      const where = isEmpty ? { forceReuseWindow: true } : { forceNewWindow: true };
      await commands.executeCommand('vscode.openFolder', Uri.file(folder), where);
    },
    remove: async () => {
      if (demo === undefined) return;
      if (demo.server !== undefined) {
        demo.server.dispose();
        await demo.server.ended;
        await accounts.forgetUnstored(demo.server.url);
      }
      await removeDemo(demo.root);
    },
    openUrl: async (url) => {
      await env.openExternal(Uri.parse(url, true));
    },
    now: Date.now,
  });
}
