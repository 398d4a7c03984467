import type { ExtensionContext, TreeView } from 'vscode';
import { Lazy } from '../base/lazy';
import type { TrafficDocument } from '../ui/accounts/documents/traffic-document';
import { onDidChangeSettings, setting } from '../ui/shared/editor/settings';
import type { LazyTree } from '../ui/shared/trees/lazy-tree';
import type { TreeNode } from '../ui/tree-node';
import { type AccountsModule, composeAccounts } from './accounts';
import { type BranchModule, composeBranch } from './branch';
import type { ErrorViewModule } from './error-view';
import { composeGitCredentials, type GitCredentialsModule } from './git-credentials';
import { composeLogs, type LogsModule } from './logs';
import type { MergeRequestViewModule } from './merge-request-view';
import { composeNotifications, type NotificationsModule } from './notifications';
import { composeOutput, type OutputModule } from './output';
import { composePipelineView, type PipelineViewModule } from './pipeline-view';
import { composePipelines, type PipelinesModule } from './pipelines';
import { composeProjects, type ProjectsModule } from './projects';
import type { Registered, WindowModule } from './registered';

/** Objects that commands use, and everything that runs without a command. */
export interface Core
  extends
    WindowModule,
    OutputModule,
    AccountsModule,
    GitCredentialsModule,
    ProjectsModule,
    PipelinesModule,
    LogsModule,
    BranchModule,
    PipelineViewModule,
    NotificationsModule {
  /** Loaded by the command that shows it. */
  readonly trafficDocument: Lazy<TrafficDocument>;
  readonly mergeRequestTree: LazyTree;
  readonly mergeRequestTreeView: TreeView<TreeNode>;
  readonly mergeRequestView: Lazy<MergeRequestViewModule>;
  readonly errorTree: LazyTree;
  readonly errorView: Lazy<ErrorViewModule>;
}

/** Builds the object graph in order of dependency. Sends no request and reads no secret or repository. */
export function composeCore(context: ExtensionContext, registered: Registered): Core {
  const { store, views } = registered;
  const output = composeOutput(registered);
  const limits = {
    current: () => ({ inFlight: setting('requestsMaxConcurrent'), perMinute: setting('requestsPerMinute') }),
    onDidChange: onDidChangeSettings,
  };
  const signedIn = { ...output, ...composeAccounts(context, limits, { ...registered, ...output }) };
  const account = { ...signedIn, ...composeGitCredentials(context, store, signedIn) };
  const project = { ...account, ...composeProjects(registered, account) };
  const pipeline = { ...project, ...composePipelines(store, account, project) };
  const log = { ...pipeline, ...composeLogs(context, store, pipeline) };
  const branch = { ...log, ...composeBranch(registered, log) };
  const view = { ...branch, ...composePipelineView(registered, branch) };
  const mergeRequestView = new Lazy(async () =>
    (await import('./merge-request-view')).composeMergeRequestView(registered, view),
  );
  const attention = async () => (await mergeRequestView.load()).attention;
  const notifications = { ...view, ...composeNotifications(registered, view, attention) };
  return {
    ...notifications,
    store,
    demo: registered.demo,
    extensionUri: context.extensionUri,
    trafficDocument: new Lazy(async () => {
      const { TrafficDocument } = await import('../ui/accounts/documents/traffic-document');
      const { clock, transport } = account;
      return store.add(new TrafficDocument({ traffic: () => transport.traffic(), now: () => clock.now() }));
    }),
    mergeRequestTree: views.mergeRequests.tree,
    mergeRequestTreeView: views.mergeRequests.view,
    mergeRequestView,
    errorTree: views.errors.tree,
    errorView: new Lazy(async () => (await import('./error-view')).composeErrorView(registered, view)),
  };
}
