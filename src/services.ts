import { type ExtensionContext, Uri, window } from 'vscode';
import type { Client } from './api/client';
import { createPolicyTransport } from './api/http-policy/policy-transport';
import { nodeTransport } from './api/transport';
import { WriteNumbers } from './api/write-numbers';
import { AccountMemory } from './app/accounts/account-state';
import { clearOnAccountChange } from './app/accounts/clear-on-account-change';
import { knownUsername } from './app/accounts/known-username';
import { ReadOnlyAccounts } from './app/accounts/read-only-accounts';
import { CheckedOutMergeRequests } from './app/branch/checked-out-merge-requests';
import { freshPipeline } from './app/branch/fresh-pipelines';
import { BranchHeads } from './app/branch/heads';
import { NotificationUpdates } from './app/branch/notification-updates';
import { NotifiedPipelines } from './app/branch/notified-pipelines';
import { PipelineNotifications } from './app/branch/pipeline-notifications';
import { BranchWatch } from './app/branch/watch';
import { AccountCredentials } from './app/git/account-credentials';
import { JobActions } from './app/jobs/actions';
import type { Artifacts } from './app/jobs/artifacts';
import { jobFolders } from './app/logs/job-folders';
import { JobLogOpener } from './app/logs/open-log';
import { MergeRequests } from './app/merge-requests/merge-requests';
import { PipelineFilterStore } from './app/pipelines/filter-store';
import { filteredPipelines } from './app/pipelines/filtered-pipelines';
import { JobLookup } from './app/pipelines/job-lookup';
import { JobNeeds } from './app/pipelines/job-needs';
import { JobUpdates } from './app/pipelines/job-updates';
import { RecentDurations } from './app/pipelines/recent-durations';
import { ResourceGroups } from './app/pipelines/resource-groups';
import { RunningPipelines } from './app/pipelines/running-pipelines';
import { ScheduledTimes } from './app/pipelines/scheduled-times';
import { PipelineTitles } from './app/pipelines/titles';
import { UnconfirmedPipelines } from './app/pipelines/unconfirmed-pipelines';
import { PipelineWarnings } from './app/pipelines/warnings';
import { AddedProjects } from './app/projects/added-projects';
import { ProjectRenames } from './app/projects/project-renames';
import { Projects } from './app/projects/projects';
import type { PipelineKey, ProjectKey } from './app/shared/keys';
import { longestPause } from './app/shared/longest-pause';
import { RecentItems } from './app/shared/recent-items';
import { systemClock } from './base/clock';
import type { DisposableStore } from './base/disposable';
import type { Event } from './base/emitter';
import { Lazy } from './base/lazy';
import { t } from './base/localize';
import { componentLog, SecretMask } from './base/log';
import { watchContext } from './presentation/branch/notification-messages';
import { registerErrorMessages } from './presentation/shared/error-messages';
import type { User } from './schemas/user';
import { storedAccounts } from './ui/accounts/editor/stored-accounts';
import { followsBranch } from './ui/branch/editor/follows-branch';
import type { DemoWindow } from './ui/demo/editor/window';
import { credentialPrompt } from './ui/git/commands/credential-prompt';
import { CredentialGit } from './ui/git/editor/credential-git';
import { credentialFinder } from './ui/git/editor/credentials-provider';
import { HiddenWorktrees } from './ui/git/editor/hidden-worktrees';
import { GitRepositories } from './ui/git/editor/repositories';
import { editorGit } from './ui/git/editor/show';
import { JobLogs } from './ui/logs/documents/job-logs';
import { isLogVisible } from './ui/logs/documents/visible-logs';
import { diskFolder } from './ui/logs/editor/disk-folder';
import { editorContextKeys } from './ui/shared/editor/context-keys';
import { versionOf } from './ui/shared/editor/manifest';
import { extensionLog } from './ui/shared/editor/output';
import type { EnvironmentAccount } from './ui/shared/editor/own-environment';
import { projectFolder } from './ui/shared/editor/project-folder';
import { replaceablePrompts, reportingPrompts } from './ui/shared/editor/prompt-wrappers';
import { editorPrompts } from './ui/shared/editor/prompts';
import { createReport } from './ui/shared/editor/report';
import { choice, isOn, requestLimits } from './ui/shared/editor/settings';
import { mementoStore } from './ui/shared/editor/storage';
import type { LazyView } from './ui/shared/trees/lazy-view';

/** Objects that are registered or created at activation. */
export interface Registered {
  /** Disposed when the extension is deactivated. */
  readonly store: DisposableStore;
  readonly views: {
    readonly pipelines: LazyView;
    readonly mergeRequests: LazyView;
    readonly errors: LazyView;
  };
  /** Undefined unless this is the window of a demo. */
  readonly demo: DemoWindow | undefined;
  readonly environment: EnvironmentAccount;
  /** Fires with the name of a secret that changed in this or another window. */
  readonly onDidChangeSecret: Event<string>;
  /** Reloads the text of a diff. */
  readonly rereadDiff: (uri: Uri) => void;
  /** Receives each log line; for tests. */
  readonly onLogLine: ((line: string) => void) | undefined;
}

/** The window. A base class, because the fields of `ServiceGraph` are initialized before its constructor runs. */
class WindowServices {
  readonly context: ExtensionContext;
  readonly registered: Registered;

  constructor(context: ExtensionContext, registered: Registered) {
    this.context = context;
    this.registered = registered;
  }
}

/**
 * All stores and ports of the extension, in order of dependency. Their creation sends no request, reads no secret, and
 * searches for no repository. Fields of type `Lazy` load their code when they are first used.
 */
export class ServiceGraph extends WindowServices {
  readonly store = this.registered.store;
  readonly views = this.registered.views;
  readonly demo = this.registered.demo;
  readonly environment = this.registered.environment;
  readonly onDidChangeSecret = this.registered.onDidChangeSecret;
  readonly extensionUri = this.context.extensionUri;

  /** Clears a cache when an account changes, because another user can have access to other data. */
  readonly cleared = <T extends { clear(): void }>(cache: T): T => {
    this.store.add(clearOnAccountChange(this.accounts, [cache]));
    return cache;
  };

  // The output channel, prompts, and messages.
  /** Removes secrets from the log. */
  readonly mask = new SecretMask();
  readonly channel = this.store.add(window.createOutputChannel('Switchyard', { log: true }));
  readonly log = extensionLog(this.channel, this.mask, this.registered);
  /** Basis of `prompts`; tests replace it to answer instead of the user. */
  readonly plainPrompts = replaceablePrompts(editorPrompts);
  readonly report = createReport(this.plainPrompts, componentLog(this.log, 'commands'));
  readonly prompts = reportingPrompts(this.plainPrompts, this.report);
  /** Shows a message without buttons. */
  readonly notify = (message: string): void => {
    this.prompts.showMessage('info', message, []);
  };
  readonly contextKeys = editorContextKeys;

  // Accounts, their clients, and the state that is stored for them.
  readonly clock = systemClock;
  readonly now = (): number => this.clock.now();
  /** Sends requests without an account. */
  readonly wire = this.store.add(
    nodeTransport({ userAgent: `switchyard/${versionOf(this.context.extension)}`, clock: this.clock }),
  );
  readonly transport = this.store.add(
    createPolicyTransport(this.wire, { clock: this.clock, limits: requestLimits() }),
  );
  /** The longest pause that a server requested; undefined if there is none. */
  readonly pause = () => longestPause(this.transport.traffic().hosts);
  readonly #stateLog = componentLog(this.log, 'state');
  readonly workspaceMemory = this.store.add(
    new AccountMemory(mementoStore(this.context.workspaceState, this.#stateLog)),
  );
  readonly sharedMemory = this.store.add(
    new AccountMemory(mementoStore(this.context.globalState, this.#stateLog)),
  );
  readonly moves = this.store.add(new ProjectRenames(this.workspaceMemory));
  /** The writes of all clients and of git. */
  readonly writes = new WriteNumbers();
  readonly accounts = storedAccounts(this);
  readonly clientFor = (base: string): Client => this.accounts.client(base);
  readonly userOf = (base: string): Promise<User> => this.accounts.user(base);
  /** Loaded by the command that shows it. */
  readonly trafficDocument = new Lazy(async () => {
    const { TrafficDocument } = await import('./ui/accounts/documents/traffic-document');
    return this.store.add(new TrafficDocument({ traffic: () => this.transport.traffic(), now: this.now }));
  });

  // Git with the tokens of accounts as passwords.
  readonly #credentials = new AccountCredentials({
    accounts: this.accounts,
    clientFor: this.clientFor,
    isOn: () => isOn('gitUseAccountToken'),
  });
  /** For the commands of VS Code's Git extension. */
  readonly findCredential = credentialFinder(this.#credentials, this.notify);
  readonly #gitAccess = {
    ...editorGit,
    runner: new CredentialGit({
      credentials: this.#credentials,
      ask: credentialPrompt(this.prompts),
      log: componentLog(this.log, 'git'),
      helper: Uri.joinPath(this.extensionUri, 'dist', 'credential-helper.mjs').fsPath,
    }),
    aroundTransfer: <T>(transfer: () => Promise<T>): Promise<T> => this.writes.aroundAll(transfer),
  };
  /** Worktrees for resolving conflicts. A window without a folder has no storage for itself. */
  readonly worktrees = this.store.add(
    new HiddenWorktrees({
      root: Uri.joinPath(this.context.storageUri ?? this.context.globalStorageUri, 'worktrees').fsPath,
      isShared: this.context.storageUri === undefined,
      access: this.#gitAccess,
    }),
  );
  readonly gitWorkDeps = { ...this.#gitAccess, worktrees: this.worktrees };

  // Projects of the workspace, found through its repositories or added by the user.
  readonly repositories = this.store.add(
    new GitRepositories(async (id) => (await import('./ui/git/editor/local-git')).localRemotes(id)),
  );
  readonly added = this.store.add(new AddedProjects(this.workspaceMemory));
  readonly readOnlyAccounts = this.store.add(
    new ReadOnlyAccounts({ clientFor: this.clientFor, accounts: this.accounts }),
  );
  readonly projects = this.store.add(
    new Projects(this.accounts, this.repositories, this.moves, {
      added: this.added,
      readOnly: this.readOnlyAccounts,
    }),
  );

  // Pipelines and their jobs, and the actions on jobs.
  readonly heads = new BranchHeads(this.projects);
  readonly filter = this.store.add(new PipelineFilterStore(this.workspaceMemory));
  readonly pipelines = this.cleared(filteredPipelines(this));
  readonly titles = this.cleared(
    this.store.add(
      new PipelineTitles(this.clientFor, async (...wanted) =>
        (await import('./ui/git/editor/local-git')).localTitles(...wanted),
      ),
    ),
  );
  readonly #paths = {
    clientFor: this.clientFor,
    pathOf: (key: ProjectKey) => this.projects.roleIn(key)?.path,
  };
  readonly needs = this.cleared(new JobNeeds(this.#paths));
  readonly durations = this.cleared(new RecentDurations(this.#paths));
  readonly groups = this.cleared(new ResourceGroups(this.clientFor));
  readonly scheduledTimes = this.cleared(this.store.add(new ScheduledTimes(this.#paths)));
  readonly warnings = this.cleared(this.store.add(new PipelineWarnings(this.clientFor)));
  readonly actions = this.store.add(new JobActions(this.clientFor));
  readonly jobUpdates = this.store.add(new JobUpdates(this.actions, this.pipelines));
  readonly lookup = new JobLookup(this.clientFor, this.projects, this.pipelines);
  readonly running = this.store.add(new RunningPipelines(this));
  readonly unconfirmed = this.cleared(new UnconfirmedPipelines(this));

  // Artifacts of jobs. The code that reads archives, and its messages, are loaded with the first artifact.
  readonly #artifacts = new Lazy(async () => {
    const { Artifacts } = await import('./app/jobs/artifacts');
    const { explainArtifacts } = await import('./presentation/jobs/errors');
    registerErrorMessages(explainArtifacts);
    return this.cleared(
      new Artifacts({
        clientFor: this.clientFor,
        clock: this.clock,
        downloading: (work) => this.prompts.progress.inView(t('Downloading artifacts…'), work),
      }),
    );
  });
  readonly artifacts: Pick<Artifacts, 'delete' | 'download' | 'item' | 'keep' | 'list'> = {
    delete: async (...of) => (await this.#artifacts.load()).delete(...of),
    keep: async (...of) => (await this.#artifacts.load()).keep(...of),
    download: async (...of) => (await this.#artifacts.load()).download(...of),
    item: async (...of) => (await this.#artifacts.load()).item(...of),
    list: async (...of) => (await this.#artifacts.load()).list(...of),
  };
  readonly artifactFiles = new Lazy(async () => {
    const { ArtifactFiles } = await import('./ui/jobs/documents/artifact-files');
    return new ArtifactFiles(await this.#artifacts.load());
  });

  // Job logs in editors, and tools for several logs.
  readonly recent = new RecentItems(this.workspaceMemory);
  readonly jobLogs = this.store.add(
    new JobLogs({
      clientFor: this.clientFor,
      accounts: this.accounts,
      clock: this.clock,
      contextKeys: this.contextKeys,
      logFeed: async () => (await import('./app/logs/feed')).LogFeed,
      folder: diskFolder(Uri.joinPath(this.context.globalStorageUri, 'logs').fsPath),
      pipelines: this.pipelines,
      jobs: this.jobUpdates,
      projects: this.projects,
    }),
  );
  /** Loaded with the first log. */
  readonly decorations = new Lazy(async () => {
    const { LogDecorations } = await import('./ui/logs/documents/decorations');
    return this.store.add(
      new LogDecorations({
        documents: this.jobLogs.documents,
        follow: this.jobLogs.follow,
        memory: this.sharedMemory,
        foldersOf: async ({ base }, job) =>
          jobFolders(base, job.web_url, {
            repositories: await this.repositories.list(),
            added: this.added.list(),
          }),
        notify: this.notify,
        committedFile: async (...of) =>
          (await import('./ui/git/editor/local-git')).localGit.committedFile(...of),
        showStatus: (sentence) => {
          this.prompts.showStatus(sentence);
        },
      }),
    );
  });
  /** Loaded with the first comparison, search, or job history. */
  readonly tools = new Lazy(async () => {
    const { RunTools } = await import('./ui/logs/documents/run-tools');
    return this.store.add(
      new RunTools({
        clientFor: this.clientFor,
        clock: this.clock,
        jobLogs: this.jobLogs,
        pipelines: this.pipelines,
        titles: this.titles,
        needs: this.needs,
        durations: this.durations,
        groups: this.groups,
        log: componentLog(this.log, 'pipelines'),
        accessOf: (key) => this.projects.accessOf(key),
      }),
    );
  });
  readonly #logOpener = new JobLogOpener({
    decorations: this.decorations,
    logs: this.jobLogs,
    recent: this.recent,
  });
  readonly openLog: JobLogOpener['open'] = (key, name) => this.#logOpener.open(key, name);

  // The pipeline and merge request of the checked-out branch, and watched pipelines.
  readonly mergeRequests = this.cleared(this.store.add(new MergeRequests(this.clientFor, this.clock)));
  readonly listsAreFresh = (): boolean =>
    this.views.pipelines.view.visible && window.state.focused && !this.pipelines.isFailing;
  readonly branch = this.cleared(this.store.add(new BranchWatch(this)));
  readonly notifications = this.#createNotifications();
  /** Returns whether a pipeline with this status is or can be watched; undefined if it can't. */
  readonly watching = (key: PipelineKey, status: string) =>
    watchContext(status, { isWatched: this.notifications.isWatched(key) });
  readonly checkedOut = this.store.add(new CheckedOutMergeRequests(this.branch));

  #createNotifications(): PipelineNotifications {
    const { accounts, branch, clock, jobLogs, pipelines, store } = this;
    const fresh = { branch, pipelines, branchIsFresh: followsBranch, listsAreFresh: this.listsAreFresh };
    const notifications = store.add(
      new PipelineNotifications({
        clientFor: this.clientFor,
        clock,
        memory: this.workspaceMemory,
        notified: new NotifiedPipelines(this.sharedMemory, clock, crypto.randomUUID()),
        level: (project) => choice('notify', projectFolder(this.projects, project)),
        usernameOn: (base) => knownUsername(accounts, base),
        fresh: (key) => freshPipeline(fresh, key),
        isVisible: (key, failed) => isLogVisible(jobLogs.documents, key, failed),
      }),
    );
    store.add(new NotificationUpdates({ notifications, branch, pipelines, jobs: this.jobUpdates }));
    return notifications;
  }
}

/** All stores and ports. Features take this object. */
export type Services = Pick<ServiceGraph, keyof ServiceGraph>;
