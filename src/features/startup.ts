import { type ExtensionContext, type Memento, window } from 'vscode';
import { mayBeSignedIn } from '../app/accounts/may-be-signed-in';
import { background } from '../base/background';
import { type Disposable, DisposableStore, onDispose } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { Lazy } from '../base/lazy';
import { READING_SCHEME } from '../presentation/changes/reading-address';
import { REVIEW_SCHEME } from '../presentation/changes/side-address';
import { ARTIFACT_SCHEME } from '../presentation/jobs/artifact-address';
import { COMMAND } from '../presentation/shared/command-ids';
import { LOG_SCHEME } from '../presentation/shared/document-address';
import {
  ERROR_SCHEME,
  FRAME_SCHEME,
  TOOL_SCHEMES,
  TRAFFIC_SCHEME,
} from '../presentation/shared/tool-addresses';
import { VIEW } from '../presentation/shared/view-ids';
import type { Registered } from '../services';
import type { BackgroundStart } from '../ui/branch/editor/background-start';
import { type WindowAccount, windowAccount } from '../ui/demo/editor/window-account';
import { LazyMergeRequestTexts } from '../ui/merge-requests/documents/lazy-texts';
import { registerCommands } from '../ui/shared/commands/register-commands';
import { LazyDocuments } from '../ui/shared/documents/lazy-documents';
import { type FileOperations, LazyFiles } from '../ui/shared/documents/lazy-files';
import { editorContextKeys } from '../ui/shared/editor/context-keys';
import { registerPanels } from '../ui/shared/panels/lazy-panels';
import { createLazyView } from '../ui/shared/trees/lazy-view';
import type { OnDemand } from './on-demand';

/**
 * Registers everything that VS Code can request. The implementation is loaded when a view is shown, a command
 * is used, or a document, panel, or URI of the extension is opened. Only this class is loaded at activation.
 */
export class Startup implements Disposable {
  /** Everything else; loaded on demand. */
  readonly onDemand: Lazy<OnDemand>;
  readonly #context: ExtensionContext;
  readonly #onLogLine: ((line: string) => void) | undefined;
  readonly #store = new DisposableStore();
  readonly #account: WindowAccount;
  readonly #secretChanges = this.#store.add(new Emitter<string>());
  readonly #views: Registered['views'];
  readonly #mergeRequestTexts: LazyMergeRequestTexts;

  constructor(context: ExtensionContext, onLogLine?: (line: string) => void) {
    this.#context = context;
    this.#onLogLine = onLogLine;
    this.onDemand = new Lazy(() => this.#load());
    const load = (): Promise<OnDemand> => this.onDemand.load();
    const mergeRequests = async () => (await load()).mergeRequestFeature.load();
    this.#account = windowAccount(context, this.#store);
    showLikelyAccount(context.globalState, this.#account.host);
    this.#views = createViews(this.#store, load);
    this.#mergeRequestTexts = this.#store.add(new LazyMergeRequestTexts(mergeRequests));
    for (const part of [
      new LazyDocuments([LOG_SCHEME], async () => (await load()).jobLogs.documents),
      new LazyDocuments(TOOL_SCHEMES, async () => (await load()).tools.load()),
      new LazyDocuments([TRAFFIC_SCHEME], async () => (await load()).trafficDocument.load()),
      new LazyDocuments(
        [ERROR_SCHEME, FRAME_SCHEME],
        async () => (await (await load()).errorFeature.load()).documents,
      ),
      new LazyDocuments([READING_SCHEME], async () => (await mergeRequests()).reading),
      ...registerFiles(load, mergeRequests),
      registerPanels(async (...panel) => (await load()).restorePanel(...panel)),
      window.registerUriHandler({
        handleUri: (uri) => {
          background(
            load().then((onDemand) => {
              onDemand.openUri(uri);
            }),
          );
        },
      }),
      scheduleBackgroundStart({
        window: this.#store,
        state: context.globalState,
        host: this.#account.host,
        load,
      }),
      registerCommands(Object.values(COMMAND), new Lazy(async () => (await load()).commandHost)),
      // Another window may have signed out; then this workspace's state of the account is removed.
      context.secrets.onDidChange(({ key }) => {
        background(
          load().then(() => {
            this.#secretChanges.fire(key);
          }),
        );
      }),
    ])
      this.#store.add(part);
    restoreEditors(context.workspaceState, load);
    if (this.#account.isDemo) background(load());
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #load(): Promise<OnDemand> {
    const { OnDemand } = await import('./on-demand');
    return new OnDemand(this.#context, {
      store: this.#store,
      views: this.#views,
      ...(await this.#account.load()),
      onDidChangeSecret: this.#secretChanges.event,
      rereadDiff: (uri) => {
        this.#mergeRequestTexts.reread(uri);
      },
      onLogLine: this.#onLogLine,
    });
  }
}

/** Creates the views before their content is loaded. */
function createViews(store: DisposableStore, load: () => Promise<OnDemand>): Registered['views'] {
  const some = { canSelectMany: true };
  const checkable = { canSelectMany: true, manageCheckboxStateManually: true };
  return {
    pipelines: createLazyView(VIEW.pipelines, some, store, async () => (await load()).pipelinesView.tree),
    mergeRequests: createLazyView(
      VIEW.mergeRequests,
      checkable,
      store,
      async () => (await (await load()).mergeRequestView.load()).tree,
    ),
    errors: createLazyView(VIEW.errors, {}, store, async () => (await (await load()).errorView.load()).tree),
  };
}

/** The parts that read files, which are loaded with the first file. */
type ArtifactParts = () => Promise<{ readonly artifactFiles: { load(): Promise<FileOperations> } }>;
type ReviewParts = () => Promise<{ readonly files: FileOperations }>;

/** Registers the read-only file systems. */
function registerFiles(artifacts: ArtifactParts, reviews: ReviewParts): readonly Disposable[] {
  return [
    new LazyFiles(ARTIFACT_SCHEME, 'read', async () => (await artifacts()).artifactFiles.load()),
    new LazyFiles(REVIEW_SCHEME, 'read', async () => (await reviews()).files),
  ];
}

/**
 * Lists commands that require an account in the Command Palette from activation on, if there likely is one.
 */
function showLikelyAccount(state: Pick<Memento, 'get'>, environmentHost: string | undefined): void {
  editorContextKeys.set('switchyard.signedIn', mayBeSignedIn(state.get('accounts'), environmentHost));
}

/** Loads the extension if editors of the last session must be restored. */
function restoreEditors(state: Pick<Memento, 'get'>, load: () => Promise<OnDemand>): void {
  const stored = state.get('open-editors');
  if (Array.isArray(stored) && stored.length > 0) background(load());
}

/** Delay after activation, in milliseconds. VS Code has started by then, so the window is likely idle. */
const DELAY_MS = 2_000;

/** Starts the status bar and notifications after a delay. Until then, their code isn't loaded. */
function scheduleBackgroundStart(start: BackgroundStart): Disposable {
  const timer = setTimeout(() => {
    background(
      import('../ui/branch/editor/background-start').then(({ startInBackground }) =>
        startInBackground(start),
      ),
    );
  }, DELAY_MS);
  return onDispose(() => {
    clearTimeout(timer);
  });
}
