import type { ExtensionContext, Uri, WebviewPanel } from 'vscode';
import { UnconfirmedPipelines } from '../app/pipelines/unconfirmed-pipelines';
import { OpenEditorList } from '../app/shared/open-editors';
import { background, ignoreFailure } from '../base/background';
import { Lazy } from '../base/lazy';
import { componentLog } from '../base/log';
import type { LogDocuments } from '../ui/logs/documents/documents';
import type { LogFollow } from '../ui/logs/documents/follow';
import { CommandRunner } from '../ui/shared/commands/command-runner';
import { RestoredEditors } from '../ui/shared/documents/restored-editors';
import { openUri } from '../ui/shared/editor/open-uri';
import { isOn } from '../ui/shared/editor/settings';
import type { PanelType } from '../ui/shared/panels/lazy-panels';
import { restorePanel } from '../ui/shared/panels/panel-restore';
import { composeCore, type Core } from './core';
import type { ErrorsModule } from './errors';
import type { MergeRequestsModule } from './merge-requests';
import type { Registered } from './registered';

/** Everything that isn't loaded at activation. */
export interface Parts extends Core {
  readonly commandHost: CommandRunner;
  readonly mergeRequestParts: Lazy<MergeRequestsModule>;
  readonly errorParts: Lazy<ErrorsModule>;
  readonly logs: LogDocuments;
  readonly follow: LogFollow;
  readonly openUri: (uri: Uri) => void;
  readonly restorePanel: (type: PanelType, panel: WebviewPanel, state: unknown) => Promise<void>;
}

/** Builds the object graph. Parts that only commands use are loaded when any command is first used. */
export function compose(context: ExtensionContext, registered: Registered): Parts {
  const core = composeCore(context, registered);
  const { accounts, clientFor, errorView, jobLogs, mergeRequestView, prompts, report, store, wake } = core;
  const unconfirmed = new UnconfirmedPipelines({ clientFor, userOf: (base) => accounts.user(base) });
  const mergeRequestParts = new Lazy(async () =>
    (await import('./merge-requests')).composeMergeRequests(
      core,
      await mergeRequestView.load(),
      unconfirmed,
      registered.rereadDiff,
    ),
  );
  const errorParts = new Lazy(async () =>
    (await import('./errors')).composeErrors(core, await errorView.load()),
  );
  const rows = new Lazy(async () => [
    ...(await (await import('./commands/commands')).composeCommands(core, unconfirmed)),
    ...(await import('./commands/demo-commands')).composeDemoCommands(core, context),
    ...(await mergeRequestParts.load()).rows,
    ...(await errorParts.load()).rows,
  ]);
  // Load the commands when a view shows rows, because the user is likely to click one.
  const { views } = registered;
  for (const { tree } of [views.pipelines, views.mergeRequests, views.errors]) {
    store.add(
      tree.onDidLoad(() => {
        ignoreFailure(rows.load()); // The next command tries again and reports the error.
      }),
    );
  }
  // Threads of the merge request are shown in the files of the checked-out branch.
  store.add(
    core.checkedOut.onDidChange(() => {
      if (core.checkedOut.current().length > 0 && isOn('reviewUseWorkspaceFiles'))
        background(mergeRequestParts.load());
    }),
  );
  // Conflicts were being resolved, or changes were being stashed, when the window was closed or reloaded.
  const unfinished = (['conflict-resolution', 'started-stashes'] as const).map((key) =>
    core.workspaceMemory.get(key),
  );
  if (unfinished.some((value) => value !== undefined)) background(mergeRequestParts.load());
  const editors = new OpenEditorList(core.workspaceMemory);
  const log = componentLog(core.log, 'editors');
  background(store.add(new RestoredEditors({ editors, follow: jobLogs.follow, log })).restore());
  return {
    ...core,
    commandHost: new CommandRunner({ rows, report, used: wake }),
    mergeRequestParts,
    errorParts,
    logs: jobLogs.documents,
    follow: jobLogs.follow,
    openUri: (uri) => {
      openUri(uri, prompts);
    },
    restorePanel: (type, panel, state) =>
      restorePanel(panel, state, async () => (await mergeRequestParts.load()).panels[type]),
  };
}
