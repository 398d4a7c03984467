import { type ExtensionContext, Uri } from 'vscode';
import { jobFolders } from '../app/logs/job-folders';
import { JobLogOpener } from '../app/logs/open-log';
import { RecentItems } from '../app/shared/recent-items';
import { ignoreFailure } from '../base/background';
import type { DisposableStore } from '../base/disposable';
import { Lazy } from '../base/lazy';
import { componentLog } from '../base/log';
import type { LogDecorations } from '../ui/logs/documents/decorations';
import { JobLogs } from '../ui/logs/documents/job-logs';
import type { RunTools } from '../ui/logs/documents/run-tools';
import { diskFolder } from '../ui/logs/editor/disk-folder';
import { editorContextKeys } from '../ui/shared/editor/context-keys';
import type { AccountsModule } from './accounts';
import type { OutputModule } from './output';
import type { PipelinesModule } from './pipelines';
import type { ProjectsModule } from './projects';

/** Job logs in editors, and tools for several logs. */
export interface LogsModule {
  readonly recent: RecentItems;
  readonly jobLogs: JobLogs;
  /** Loaded with the first log. */
  readonly decorations: Lazy<LogDecorations>;
  /** Loaded with the first comparison, search, or job history. */
  readonly tools: Lazy<RunTools>;
  readonly openLog: JobLogOpener['open'];
}

type LogsDeps = OutputModule & AccountsModule & ProjectsModule & PipelinesModule;

export function composeLogs(context: ExtensionContext, store: DisposableStore, deps: LogsDeps): LogsModule {
  const { accounts, clientFor, clock, jobUpdates, pipelines, projects } = deps;
  const recent = new RecentItems(deps.workspaceMemory);
  const jobLogs = store.add(
    new JobLogs({
      clientFor,
      accounts,
      clock,
      contextKeys: editorContextKeys,
      logFeed: async () => (await import('../app/logs/feed')).LogFeed,
      folder: diskFolder(Uri.joinPath(context.globalStorageUri, 'logs').fsPath),
      pipelines,
      jobs: jobUpdates,
      projects,
    }),
  );
  const decorations = composeDecorations(store, jobLogs, deps);
  store.add(
    jobLogs.documents.onDidUpdate(() => {
      // The log may be open without a command: VS Code restores tabs of the last session.
      ignoreFailure(decorations.load()); // The next update tries again.
    }),
  );
  const tools = new Lazy(async () => {
    const { RunTools } = await import('../ui/logs/documents/run-tools');
    return store.add(
      new RunTools({
        clientFor,
        clock,
        jobLogs,
        pipelines,
        titles: deps.titles,
        needs: deps.needs,
        durations: deps.durations,
        groups: deps.groups,
        log: componentLog(deps.log, 'pipelines'),
        accessOf: (key) => projects.accessOf(key),
      }),
    );
  });
  const opener = new JobLogOpener({ decorations, logs: jobLogs, recent });
  return { recent, jobLogs, decorations, tools, openLog: (key, name) => opener.open(key, name) };
}

function composeDecorations(
  store: DisposableStore,
  { documents, follow }: JobLogs,
  { added, notify, prompts, repositories, sharedMemory }: LogsDeps,
): Lazy<LogDecorations> {
  const git = new Lazy(async () => (await import('./local-git')).localGit);
  return new Lazy(async () => {
    const { LogDecorations } = await import('../ui/logs/documents/decorations');
    return store.add(
      new LogDecorations({
        documents,
        follow,
        memory: sharedMemory,
        foldersOf: async ({ base }, job) =>
          jobFolders(base, job.web_url, { repositories: await repositories.list(), added: added.list() }),
        notify,
        committedFile: async (...of) => (await git.load()).committedFile(...of),
        showStatus: (sentence) => {
          prompts.showStatus(sentence);
        },
      }),
    );
  });
}
