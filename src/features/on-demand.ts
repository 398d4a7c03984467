import type { ExtensionContext, Uri, WebviewPanel } from 'vscode';
import { OpenEditorList } from '../app/shared/open-editors';
import { background, ignoreFailure } from '../base/background';
import { Lazy } from '../base/lazy';
import { componentLog } from '../base/log';
import { type Registered, ServiceGraph } from '../services';
import { ReadOnlyKey } from '../ui/accounts/editor/read-only-key';
import { registerCredentialsProvider } from '../ui/git/editor/credentials-provider';
import { CommandRunner } from '../ui/shared/commands/command-runner';
import { RestoredEditors } from '../ui/shared/documents/restored-editors';
import { openUri } from '../ui/shared/editor/open-uri';
import { isOn, onDidChangeSettings, requestLimits } from '../ui/shared/editor/settings';
import type { PanelType } from '../ui/shared/panels/lazy-panels';
import { restorePanel } from '../ui/shared/panels/panel-restore';
import { startBranch } from './branch';
import { createPipelinesView } from './pipelines-view';

/** Everything that isn't loaded at activation. Features that only commands use are loaded with the first command. */
export class OnDemand extends ServiceGraph {
  readonly pipelinesView = createPipelinesView(this);
  readonly mergeRequestView = new Lazy(async () =>
    (await import('./merge-request-services')).createMergeRequestServices(this),
  );
  readonly errorView = new Lazy(async () => (await import('./error-services')).createErrorServices(this));
  readonly branchItems = startBranch(
    this,
    this.pipelinesView.opening,
    async () => (await this.mergeRequestView.load()).attention,
  );
  /** Starts requests in the background. */
  readonly wake = this.branchItems.wake;
  readonly mergeRequestFeature = new Lazy(async () =>
    (await import('./merge-requests')).createMergeRequests(
      this,
      await this.mergeRequestView.load(),
      this.pipelinesView.opening,
    ),
  );
  readonly errorFeature = new Lazy(async () =>
    (await import('./errors')).createErrors(this, await this.errorView.load()),
  );
  readonly #commands = new Lazy(async () => [
    ...(await (
      await import('./commands')
    ).createCommandRows(this, this.pipelinesView, this.mergeRequestView)),
    ...(await this.mergeRequestFeature.load()).rows,
    ...(await this.errorFeature.load()).rows,
  ]);
  readonly commandHost = new CommandRunner({
    rows: this.#commands,
    report: this.report,
    used: this.wake,
  });
  readonly readOnlyKey = this.store.add(
    new ReadOnlyKey({
      readOnly: this.readOnlyAccounts,
      projects: this.projects,
      contextKeys: this.contextKeys,
      views: [this.views.pipelines.view, this.views.mergeRequests.view, this.views.errors.view],
    }),
  );

  constructor(context: ExtensionContext, registered: Registered) {
    super(context, registered);
    this.#followSettingsAndAccounts();
    this.#loadAhead();
    const editors = new OpenEditorList(this.workspaceMemory);
    const log = componentLog(this.log, 'editors');
    background(this.store.add(new RestoredEditors({ editors, follow: this.jobLogs.follow, log })).restore());
  }

  /** Opens a URI of the extension. */
  openUri(uri: Uri): void {
    openUri(uri, this.prompts);
  }

  restorePanel(type: PanelType, panel: WebviewPanel, state: unknown): Promise<void> {
    return restorePanel(panel, state, async () => (await this.mergeRequestFeature.load()).panels[type]);
  }

  #followSettingsAndAccounts(): void {
    const { accounts, contextKeys, store, transport } = this;
    const showSignedIn = (): void => {
      contextKeys.set('switchyard.signedIn', accounts.list().length > 0);
    };
    showSignedIn();
    store.add(accounts.onDidChange(showSignedIn));
    store.add(
      onDidChangeSettings(() => {
        transport.setLimits(requestLimits());
      }),
    );
    // At activation, other extensions aren't looked for. With an account, this code is loaded shortly after it.
    store.add(registerCredentialsProvider(this.findCredential));
  }

  /** Loads commands and comments before they are used. */
  #loadAhead(): void {
    const { checkedOut, jobLogs, store, views, workspaceMemory } = this;
    // When a view shows rows, the user is likely to click one.
    for (const { tree } of [views.pipelines, views.mergeRequests, views.errors]) {
      store.add(
        tree.onDidLoad(() => {
          ignoreFailure(this.#commands.load()); // The next command tries again and reports the error.
        }),
      );
    }
    // A log may be open without a command: VS Code restores tabs of the last session.
    store.add(
      jobLogs.documents.onDidUpdate(() => {
        ignoreFailure(this.decorations.load()); // The next update tries again.
      }),
    );
    // Threads of the merge request are shown in the files of the checked-out branch.
    store.add(
      checkedOut.onDidChange(() => {
        if (checkedOut.current().length > 0 && isOn('reviewUseWorkspaceFiles'))
          background(this.mergeRequestFeature.load());
      }),
    );
    // Conflicts were being resolved, or changes were being stashed, when the window was closed or reloaded.
    const unfinished = (['conflict-resolution', 'started-stashes'] as const).map((key) =>
      workspaceMemory.get(key),
    );
    if (unfinished.some((value) => value !== undefined)) background(this.mergeRequestFeature.load());
  }
}
