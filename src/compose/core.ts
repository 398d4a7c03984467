import { Uri, window, type ExtensionContext } from 'vscode';
import { parseBaseAddress } from '../api/base-address';
import { createCourteousTransport } from '../api/courtesy/courteous-transport';
import { createClient } from '../api/create-client';
import { nodeTransport } from '../api/transport';
import { Accounts, type Connect } from '../app/accounts';
import { AddedProjects } from '../app/added-projects';
import { JobActions } from '../app/job-actions';
import { jobFolders } from '../app/job-folders';
import { JobLookup } from '../app/job-lookup';
import { MergeRequests } from '../app/merge-requests';
import type { JobKey } from '../app/keys';
import { Moves } from '../app/moves';
import { PipelineFilterStore } from '../app/pipeline-filter';
import { NO_FILTER, queryOf } from '../app/pipeline-query';
import { Pipelines } from '../app/pipelines';
import { Poller } from '../app/poller';
import { Projects } from '../app/projects';
import { systemClock } from '../base/clock';
import { DisposableStore } from '../base/disposable';
import { bothLogs, maskedLog, SecretMask, silentLog, type Log } from '../base/log';
import { JobLogs } from '../documents/job-logs';
import { LateDocuments } from '../documents/late-documents';
import { pipelinesInSight } from '../documents/logs-in-sight';
import { editorChoices } from '../editor/choices';
import { editorContextKeys } from '../editor/context-keys';
import { diskFolder } from '../editor/disk-folder';
import { versionOf } from '../editor/manifest';
import { memory, syncedMemory } from '../editor/memory';
import { outputLog } from '../editor/output';
import type { Prompts } from '../editor/prompts';
import { replaceableChoices } from '../editor/replaceable-choices';
import { createReport } from '../editor/report';
import { reportingPrompts } from '../editor/reporting-prompts';
import { GitRepositories } from '../editor/repositories';
import { secretStore } from '../editor/secret-store';
import { Signals } from '../editor/signals';
import { onDidChangeSettings, setting } from '../editor/settings';
import { readLogAddress } from '../presentation/document-address';
import { COMPARE_SCHEME, HISTORY_SCHEME, SEARCH_SCHEME } from '../presentation/tool-addresses';
import { VIEW } from '../presentation/view-ids';
import { revealPipeline } from '../trees/find-node';
import { LateTree } from '../trees/late-tree';
import { PipelineTree } from '../trees/pipeline-tree';
import { PipelineView } from '../trees/pipeline-view';
import { Lazy } from '../base/lazy';

/** Everything that acts without being asked by a command, and what commands act on. */
export type Core = ReturnType<typeof composeCore>;

/** Builds the object graph. Nothing here asks a server, reads a secret or looks for a repository. */
export function composeCore(context: ExtensionContext, plainPrompts: Prompts, alsoLog: Log = silentLog) {
  const store = new DisposableStore();
  const clock = systemClock;
  const mask = new SecretMask();
  const channel = store.add(window.createOutputChannel('Switchyard', { log: true }));
  const log = maskedLog(bothLogs(outputLog(channel), alsoLog), mask);
  const report = createReport(plainPrompts, log);
  const prompts = reportingPrompts(plainPrompts, report);
  const userAgent = `switchyard/${versionOf(context.extension)}`;
  const limits = () => ({ inFlight: setting('requestsAtOnce'), perMinute: setting('requestsPerMinute') });
  const wire = store.add(nodeTransport({ userAgent, clock }));
  const transport = store.add(createCourteousTransport(wire, { clock, limits: limits() }));
  store.add(
    onDidChangeSettings(() => {
      transport.setLimits(limits());
    }),
  );

  const moves = store.add(new Moves(memory(context.workspaceState)));
  const connect: Connect = (base, token) => {
    const parsed = parseBaseAddress(base);
    if (!parsed.ok) throw new Error(`not a server address: ${parsed.problem}`);
    return createClient({
      base: parsed.address,
      credential: { kind: 'personal', token },
      transport,
      clock,
      log,
      onMoved: (moved) => {
        void moves.remember(base, moved);
      },
    });
  };
  const accounts = store.add(
    new Accounts({
      secrets: secretStore(context.secrets),
      memory: memory(context.globalState),
      environment: { host: process.env['SWITCHYARD_HOST'], token: process.env['SWITCHYARD_TOKEN'] },
      connect,
      mask,
      log,
    }),
  );
  const clientFor = (base: string) => accounts.client(base);
  const repositories = store.add(new GitRepositories());
  const added = store.add(new AddedProjects(memory(context.workspaceState)));
  const projects = store.add(new Projects(accounts, repositories, moves, added));
  const filter = store.add(new PipelineFilterStore(memory(context.workspaceState)));
  const pipelines = store.add(
    new Pipelines(clientFor, clock, (project) => queryOf(filter.current, projects.headsOf(project))),
  );
  const mergeRequests = store.add(new MergeRequests(clientFor, clock));
  store.add(
    filter.onDidChange(() => {
      pipelines.asksAnew();
    }),
  );
  store.add(
    accounts.onDidChange(() => {
      transport.forget();
      pipelines.clear();
      mergeRequests.clear();
    }),
  );
  const jobLogs = store.add(
    new JobLogs({
      clientFor,
      accounts,
      clock,
      contextKeys: editorContextKeys,
      traceFeed: async () => (await import('../app/trace-feed')).TraceFeed,
      folder: diskFolder(Uri.joinPath(context.globalStorageUri, 'logs').fsPath),
      attempts: (pipeline) => pipelines.peek(pipeline)?.jobs ?? [],
    }),
  );
  const { documents: logs, follow } = jobLogs;
  const tell = (message: string): void => {
    prompts.tell('info', message, []);
  };
  const actions = store.add(
    new JobActions(clientFor, (project, job) => {
      jobLogs.answered(project, job);
      signals.answered(project, job);
      return pipelines.jobChanged(project, job);
    }),
  );
  store.add(
    pipelines.onDidChange((changes) => {
      for (const change of changes) if (change.kind === 'pipeline') jobLogs.pipelineChanged(change.pipeline);
    }),
  );
  const lookup = new JobLookup(clientFor, projects, pipelines);
  const poller = store.add(
    new Poller({
      clock,
      look: (signal, all) => pipelines.look({ signal, priority: all ? 'foreground' : 'background' }, all),
      pace: () => pipelines.pace(),
      interval: () => setting('refreshInterval') * 1000,
      requests: () => pipelines.requests,
    }),
  );

  const tree = store.add(
    new PipelineTree({
      accounts,
      projects,
      pipelines,
      actions,
      filter: () => filter.current,
      clock,
      contextKeys: editorContextKeys,
      watching: (key, status) => signals.watching(key, status),
    }),
  );
  const view = store.add(new PipelineView({ tree, poller, filter, contextKeys: editorContextKeys, clock }));
  const choices = replaceableChoices(editorChoices);

  const looks = new Lazy(async () => {
    const { LogLooks } = await import('../documents/log-looks');
    return store.add(
      new LogLooks({
        documents: logs,
        follow,
        memory: memory(context.globalState),
        foldersOf: async ({ base }, job) => jobFolders(base, job.web_url, await repositories.list()),
        complain: tell,
      }),
    );
  });
  const tools = new Lazy(async () => {
    const { RunTools } = await import('../documents/run-tools');
    return store.add(new RunTools({ clientFor, clock, jobLogs }));
  });
  store.add(new LateDocuments([COMPARE_SCHEME, SEARCH_SCHEME, HISTORY_SCHEME], () => tools.load()));
  store.add(
    logs.onDidUpdate(({ feed: { key, state } }) => {
      // A log may be there without having been opened here: its tab was left open in the last session.
      looks.load().catch(() => undefined); // The next update tries again.
      // A row must not say "running" beside a log that is complete; a failure to look is told by the next look.
      if ('job' in state) void pipelines.jobSeen(key, state.job).catch(() => undefined);
    }),
  );

  const openLog = async (key: JobKey, name: string): Promise<void> => {
    // What is drawn on a log has to be there before it is: it finds the line to land on.
    await looks.load();
    await jobLogs.open(key, name);
    await signals.opened(key, name);
  };
  const activeJob = (): JobKey | undefined => {
    const uri = window.activeTextEditor?.document.uri;
    return uri === undefined ? undefined : readLogAddress(uri);
  };

  const signals: Signals = store.add(
    new Signals({
      accounts,
      projects,
      pipelines,
      mergeRequests,
      clock,
      shared: memory(context.globalState),
      workspace: memory(context.workspaceState),
      view: view.view,
      prompts,
      openLog,
      reveal: (key) => revealPipeline(tree, view.view, key),
      pipelinesInSight: () => pipelinesInSight(logs),
      report,
    }),
  );
  store.add(tree.onDidLoad(signals.wake));
  const mergeRequestTree: LateTree = store.add(
    new LateTree(async () => (await mergeRequestView.load()).tree),
  );
  const mergeRequestView = new Lazy(async () =>
    (await import('./merge-request-view')).composeMergeRequestView(store, {
      view: mergeRequestTreeView,
      memory: memory(context.workspaceState),
      synced: (keys) => syncedMemory(context.globalState, keys),
      clientFor,
      notices: signals.notices,
      accounts,
      projects,
      pipelines,
      actions,
      mergeRequests,
      branch: signals.branch,
      filter: () => NO_FILTER,
      clock,
      contextKeys: editorContextKeys,
      watching: (key, status) => signals.watching(key, status),
      pipelinesAreFresh: () => view.view.visible,
    }),
  );
  const mergeRequestTreeView = store.add(
    window.createTreeView(VIEW.mergeRequests, {
      treeDataProvider: mergeRequestTree,
      showCollapseAll: true,
      canSelectMany: true,
      manageCheckboxStateManually: true,
    }),
  );
  store.add(mergeRequestTree.onDidLoad(signals.wake));
  const errorTree: LateTree = store.add(new LateTree(async () => (await errorView.load()).tree));
  const errorView = new Lazy(async () =>
    (await import('./error-view')).composeErrorView(store, {
      view: errorTreeView,
      memory: memory(context.workspaceState),
      clientFor,
      accounts,
      projects,
      repositories,
      clock,
      contextKeys: editorContextKeys,
      mask: (secret) => {
        mask.add(secret);
      },
    }),
  );
  const errorTreeView = store.add(
    window.createTreeView(VIEW.errors, { treeDataProvider: errorTree, showCollapseAll: true }),
  );
  store.add(errorTree.onDidLoad(signals.wake));
  store.add(signals.notices.onDidChange(tree.repaintAges.bind(tree)));

  return {
    store,
    clock,
    mask,
    channel,
    log,
    transport,
    prompts,
    report,
    workspaceMemory: memory(context.workspaceState),
    clientFor,
    accounts,
    projects,
    pipelines,
    mergeRequests,
    moves,
    repositories,
    /** Without an account: for what needs none. */
    wire,
    extensionUri: context.extensionUri,
    actions,
    lookup,
    filter,
    added,
    choices,
    poller,
    tree,
    view,
    mergeRequestTree,
    mergeRequestTreeView,
    mergeRequestView,
    errorTree,
    errorView,
    jobLogs,
    looks,
    tools,
    signals,
    openLog,
    activeJob,
    tell,
  };
}
